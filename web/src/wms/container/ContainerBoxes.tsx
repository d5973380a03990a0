// The boxes of a container: as the rack one stands in front of, or as a table.
import { containerRoutes, type Container } from '@kuwei/contract/wms/container';
import { boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import { Drawer } from 'antd';
import { usePageQuery } from '../../api/query.ts';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import { List } from '../../table/List.tsx';
import { showAddress, useShown } from '../../table/use-shown.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { useIsPhone } from '../../ui/use-media.ts';
import { boxNew } from '../place/addresses.ts';
import { useMayKeep } from '../place/rights.ts';
import { BoxDetail } from '../warehouse-box/BoxDetail.tsx';
import { useBoxActions } from '../warehouse-box/box-actions.tsx';
import { boxList } from '../warehouse-box/box-list.tsx';
import { useBoxBatch } from '../warehouse-box/use-box-batch.tsx';
import { Rack } from './Rack.tsx';
import { rackGrid } from './rack-grid.ts';

interface ContainerBoxesProps {
  container: Container;
  hasChildren: boolean;
}

export function ContainerBoxes({ container, hasChildren }: ContainerBoxesProps) {
  const t = useT();
  const { query, setQuery } = usePage();
  const mayKeep = useMayKeep();
  const { data: cells, error, refetch, isFetching } = usePageQuery(containerRoutes.listCells, { params: { id: container.id } });
  if (error && !cells) return <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />;
  if (!cells || (cells.length === 0 && hasChildren)) return null;
  const asTable = query.get('view') === 'table';
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
        </div>
      ) : asTable ? (
        <BoxTable containerId={container.id} />
      ) : (
        <RackView container={container} grid={rackGrid(cells, container)} />
      )}
    </section>
  );
}

function RackView({ container, grid }: { container: Container; grid: ReturnType<typeof rackGrid> }) {
  const t = useT();
  const { address } = usePage();
  const phone = useIsPhone();
  const [shown, show] = useShown(true);
  return (
    <>
      <Rack
        label={t('container.rackOf', { name: container.name })}
        grid={grid}
        shown={shown}
        hrefOf={(cell) => showAddress(address, cell.id)}
      />
      <Drawer
        open={shown !== null}
        onClose={() => show(null)}
        mask={phone}
        size={phone ? '100%' : 460}
        aria-label={t('wms.box')}
        destroyOnHidden
      >
        {shown !== null && <BoxDetail key={shown} id={shown} />}
      </Drawer>
    </>
  );
}

function BoxTable({ containerId }: { containerId: string }) {
  const { actionsOf, dialog } = useBoxActions();
  const { batch, dialog: batchDialog } = useBoxBatch();
  return (
    <>
      <List
        spec={boxList}
        fixed={{ containerId }}
        detail={(id, row) => <BoxDetail id={id} row={row} />}
        actionsOf={actionsOf}
        batch={batch}
        exporter={boxRoutes.exportBoxes}
      />
      {dialog}
      {batchDialog}
    </>
  );
}
