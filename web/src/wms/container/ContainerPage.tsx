// Containers: the tree at the left, the selected place at the right; on a phone one after the other.
import { containerRoutes } from '@kuwei/contract/wms/container';
import { warehouseRoutes } from '@kuwei/contract/wms/warehouse';
import { history } from '../../browser/history.ts';
import { useMayCall } from '../../page/may-call.ts';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import { ImportButton } from '../../table/ImportButton.tsx';
import type { Importer } from '../../table/list-types.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { useIsPhone } from '../../ui/use-media.ts';
import { containerEdit } from '../addresses.ts';
import { PlaceTree } from '../place/PlaceTree.tsx';
import type { TreeItem } from '../place/tree-items.ts';
import { usePlaceTree, type PlaceTreeState } from '../place/use-place-tree.ts';
import { BoxPane } from './ContainerBoxes.tsx';
import { ContainerDetail } from './ContainerDetail.tsx';
import { WarehousePlace } from './WarehousePlace.tsx';
import '../place/place.css';

/** Query parameter with the selected place. */
const AT = 'at';

const containerImport: Importer = {
  name: 'wms.container',
  route: containerRoutes.importContainers,
  template: containerRoutes.getContainerTemplate,
  history: {
    listImports: containerRoutes.listContainerImports,
    lookAtUndo: containerRoutes.lookAtContainerUndo,
    undoImport: containerRoutes.undoContainerImport,
  },
};

export default function ContainerPage() {
  const t = useT();
  const phone = useIsPhone();
  const mayCall = useMayCall();
  const { path, query, setQuery } = usePage();
  const asked = query.get(AT);
  const tree = usePlaceTree(asked);
  const first = tree.items[0];
  const chosen = tree.byId.get(asked ?? '') ?? (phone ? undefined : first);
  const addressOf = ({ id }: TreeItem): string => `${path}?${AT}=${id}`;
  if (tree.error && tree.items.length === 0) return <LoadFailed error={tree.error} onRetry={tree.retry} busy={tree.isLoading} />;
  if (tree.isLoading) return <PageSkeleton />;
  const containers = tree.items.filter(({ type }) => type !== 'WAREHOUSE').length;
  return (
    <div className="places">
      {!(phone && chosen) && (
        <PageHead
          title={t('container.title')}
          count={containers}
          actions={
            <>
              {mayCall(containerRoutes.importContainers) && <ImportButton importer={containerImport} changes="/wms/container" />}
              {first ? (
                <PageLink className="kw-button primary" to={containerEdit({ in: chosen ?? first })}>
                  {t('container.new')}
                </PageLink>
              ) : (
                mayCall(warehouseRoutes.createWarehouse) && (
                  <PageLink className="kw-button primary" to="/admin/wms/warehouse/edit">
                    {t('warehouse.new')}
                  </PageLink>
                )
              )}
            </>
          }
        />
      )}
      <div className="places-panes" onKeyDown={(event) => event.key === 'Escape' && setQuery({ show: null })}>
        {!(phone && chosen) && (
          <TreePane
            tree={tree}
            chosen={chosen?.id ?? null}
            hrefOf={addressOf}
            onChoose={(item) => history.push(addressOf(item))}
          />
        )}
        {chosen && (
          <section className="places-detail" aria-label={`${chosen.code} ${chosen.name}`}>
            {phone && (
              <PageLink className="kw-link places-back" to={path}>
                ‹ {t('place.tree.back')}
              </PageLink>
            )}
            {chosen.type === 'WAREHOUSE' ? (
              <WarehousePlace key={chosen.id} place={chosen} tree={tree} hrefOf={addressOf} />
            ) : (
              <ContainerDetail key={chosen.id} id={chosen.id} tree={tree} hrefOf={addressOf} />
            )}
          </section>
        )}
        {chosen && chosen.type !== 'WAREHOUSE' && query.get('view') !== 'table' && <BoxPane containerId={chosen.id} />}
      </div>
    </div>
  );
}

interface TreePaneProps {
  tree: PlaceTreeState;
  chosen: string | null;
  hrefOf: (item: TreeItem) => string;
  onChoose: (item: TreeItem) => void;
}

function TreePane({ tree, chosen, hrefOf, onChoose }: TreePaneProps) {
  const t = useT();
  return (
    <nav className="places-tree" aria-label={t('place.tree')}>
      <input
        type="search"
        data-search
        className="places-search"
        aria-label={t('place.tree.search')}
        aria-keyshortcuts="/"
        placeholder={t('place.tree.search')}
        value={tree.wanted}
        onChange={({ target }) => tree.setWanted(target.value)}
        onKeyDown={(event) => event.key === 'Escape' && tree.setWanted('')}
      />
      {tree.rows.length === 0 && (
        <p className="places-none">{t(tree.items.length === 0 ? 'container.emptyList' : 'place.tree.none')}</p>
      )}
      <PlaceTree
        label={t('place.tree')}
        rows={tree.rows}
        chosen={chosen}
        onToggle={tree.toggle}
        hrefOf={hrefOf}
        onChoose={onChoose}
      />
    </nav>
  );
}
