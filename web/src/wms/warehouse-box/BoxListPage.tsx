import { type Importer } from '../../table/list-types.ts';
import { boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import { Suspense } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { useMayCall } from '../../page/may-call.ts';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import { List } from '../../table/List.tsx';
import { filterTexts, readQuery } from '../../table/query-state.ts';
import { PageHead } from '../../ui/PageHead.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { Parts } from '../../ui/Parts.tsx';
import { boxAddress, labelsAddress } from '../addresses.ts';
import { useBoxActions } from './box-actions.tsx';
import { boxList } from './box-list.tsx';
import { BoxDetail } from './BoxDetail.tsx';
import { useBoxBatch } from './use-box-batch.tsx';
import '../place/picture/picture.css';

const boxImport: Importer = {
  name: 'wms.box',
  route: boxRoutes.importBoxes,
  template: boxRoutes.getBoxTemplate,
  history: { listImports: boxRoutes.listBoxImports, lookAtUndo: boxRoutes.lookAtBoxUndo, undoImport: boxRoutes.undoBoxImport },
};

const LazyPicture = lazyPart(async () => (await import('../place/picture/PlacePicture.tsx')).PlacePicture);

export default function BoxListPage() {
  const { query } = usePage();
  return query.get('as') === 'map' ? <BoxMap /> : <BoxTable />;
}

function BoxMap() {
  const t = useT();
  return (
    <div className="picture-page">
      <PageHead title={t('box.title')} actions={<AsSwitch as="map" />} />
      <Suspense>
        <LazyPicture hrefOf={boxAddress} />
      </Suspense>
    </div>
  );
}

function AsSwitch({ as }: { as: 'list' | 'map' }) {
  const t = useT();
  const { setQuery } = usePage();
  return (
    <Parts
      label={t('picture.as')}
      options={[
        { value: 'list', label: t('picture.list') },
        { value: 'map', label: t('picture.title') },
      ]}
      value={as}
      onChange={(to) => setQuery({ as: to === 'map' ? 'map' : null, q: null, colour: null, show: null, page: null })}
    />
  );
}

function BoxTable() {
  const t = useT();
  const { query } = usePage();
  const mayKeep = useMayCall()(boxRoutes.createBox);
  const { actionsOf, dialog } = useBoxActions();
  const { batch, dialog: batchDialog } = useBoxBatch();
  return (
    <>
      <List
        spec={boxList}
        title={t('box.title')}
        detail={(id, row, close) => <BoxDetail id={id} row={row} onClose={close} />}
        actionsOf={actionsOf}
        batch={batch}
        exporter={boxRoutes.exportBoxes}
        importer={boxImport}
        buttons={
          <>
            <AsSwitch as="list" />
            <PageLink className="kw-button" to={labelsAddress(filtersOf(query))}>
              {t('box.labels')}
            </PageLink>
          </>
        }
        {...(mayKeep && { primary: { label: t('box.new'), to: '/admin/wms/warehouse-box/edit' } })}
        emptyText={t('box.emptyText')}
      />
      {dialog}
      {batchDialog}
    </>
  );
}

/** The filters of the list, for the labels of the same boxes. */
const filtersOf = (query: URLSearchParams): Record<string, string> => filterTexts(readQuery(boxRoutes.listBoxes.query, query));
