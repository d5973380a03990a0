// The boxes of a container, as a rack seen from the front or as a table.
import { nameIn } from '@kuwei/contract/name';
import { containerRoutes, type Container } from '@kuwei/contract/wms/container';
import { boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { useMayCall } from '../../page/may-call.ts';
import { usePage } from '../../page/page.ts';
import { usePageQuery } from '../../page/query.ts';
import { locale, useT } from '../../phrase/phrases.ts';
import { DetailPane } from '../../table/DetailPane.tsx';
import { List } from '../../table/List.tsx';
import { showAddress, useShownRecord } from '../../table/use-shown-record.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { boxNew } from '../addresses.ts';
import { useBoxActions } from '../warehouse-box/box-actions.tsx';
import { boxesHere } from '../warehouse-box/box-list.tsx';
import { BoxDetail } from '../warehouse-box/BoxDetail.tsx';
import { useBoxBatch } from '../warehouse-box/use-box-batch.tsx';
import { rackGrid } from './rack-grid.ts';
import { Rack } from './Rack.tsx';

const GenerateDialog = lazyPart(async () => (await import('./GenerateDialog.tsx')).GenerateDialog);

interface ContainerBoxesProps {
  container: Container;
  hasChildren: boolean;
}

export function ContainerBoxes({ container, hasChildren }: ContainerBoxesProps) {
  const t = useT();
  const { query, setQuery } = usePage();
  const mayCall = useMayCall();
  const mayKeep = mayCall(boxRoutes.createBox);
  const [generating, setGenerating] = useState(false);
  const { data: cells, error, refetch, isFetching } = usePageQuery(containerRoutes.listCells, { params: { id: container.id } });
  if (error && !cells) return <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />;
  if (!cells || (cells.length === 0 && hasChildren)) return null;
  const asTable = query.get('view') === 'table';
  const grid = rackGrid(cells, container);
  return (
    <section className="place-part place-boxes">
      <h2>
        {t('place.boxes')} <span className="page-head-count">{cells.length}</span>
        {cells.length > 0 && (
          <span className="place-switch" role="group">
            {(['rack', 'table'] as const).map((view) => (
              <button
                key={view}
                type="button"
                className="kw-plain"
                aria-pressed={asTable === (view === 'table')}
                onClick={() => setQuery({ view: view === 'table' ? view : null, show: null })}
              >
                {t(`container.${view}`)}
              </button>
            ))}
          </span>
        )}
        {mayKeep && (
          <PageLink className="kw-link spaced" to={boxNew(container.id)}>
            {t('box.new')}
          </PageLink>
        )}
      </h2>
      {cells.length === 0 ? (
        <div className="place-nothing">
          <p>{t('container.noBoxes')}</p>
          <p>{t('container.noBoxesText')}</p>
          {mayCall(containerRoutes.generateBoxes) && (
            <button type="button" className="kw-button primary" onClick={() => setGenerating(true)}>
              {t('container.generateGrid', { rows: container.rows, cols: container.cols })}
            </button>
          )}
        </div>
      ) : asTable ? (
        <BoxTable containerId={container.id} />
      ) : (
        <RackView container={container} grid={grid} />
      )}
      <Suspense>
        {generating && <GenerateDialog container={container} grid={grid} onClose={() => setGenerating(false)} />}
      </Suspense>
    </section>
  );
}

/** A box of the rack in the side pane. */
export function BoxPane({ containerId }: { containerId: string }) {
  const [shown, show] = useShownRecord(true);
  const { data: cells = [] } = usePageQuery(containerRoutes.listCells, { params: { id: containerId } });
  const ids = cells.map(({ id }) => id);
  if (shown === null) return null;
  const step = (by: 1 | -1): void => show(ids[ids.indexOf(shown) + by] ?? shown);
  return (
    <DetailPane ids={ids} shown={shown} onStep={step} onClose={() => show(null)}>
      <BoxDetail id={shown} onClose={() => show(null)} />
    </DetailPane>
  );
}

function RackView({ container, grid }: { container: Container; grid: ReturnType<typeof rackGrid> }) {
  const t = useT();
  const { address, query } = usePage();
  return (
    <Rack
      label={t('container.rackOf', { name: nameIn(locale(), container) })}
      grid={grid}
      shown={query.get('show')}
      hrefOf={(cell) => showAddress(address, cell.id)}
    />
  );
}

function BoxTable({ containerId }: { containerId: string }) {
  const { actionsOf, dialog } = useBoxActions();
  const { batch, dialog: batchDialog } = useBoxBatch();
  return (
    <>
      <List
        spec={boxesHere}
        fixed={{ containerId }}
        detail={(id, row, close) => <BoxDetail id={id} row={row} onClose={close} />}
        actionsOf={actionsOf}
        batch={batch}
        exporter={boxRoutes.exportBoxes}
      />
      {dialog}
      {batchDialog}
    </>
  );
}
