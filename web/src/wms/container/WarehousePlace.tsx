// A warehouse in the tree of places: usage and contents.
import { containerRoutes } from '@kuwei/contract/wms/container';
import { useT } from '../../phrase/phrases.ts';
import { List } from '../../table/List.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { containerEdit, labelsAddress, warehouseEdit } from '../addresses.ts';
import { PlaceIcon } from '../place/PlaceIcon.tsx';
import type { TreeItem } from '../place/tree-items.ts';
import type { PlaceTreeState } from '../place/use-place-tree.ts';
import { containerList } from './container-list.tsx';
import { PlaceTitle } from './PlaceTitle.tsx';

interface WarehousePlaceProps {
  place: TreeItem;
  tree: PlaceTreeState;
  hrefOf: (item: TreeItem) => string;
}

export function WarehousePlace({ place, tree, hrefOf }: WarehousePlaceProps) {
  const t = useT();
  const { id, code, name, closed } = place;
  return (
    <>
      <header className="place-head">
        <div>
          <PlaceTitle>
            <PlaceIcon type="WAREHOUSE" />
            <span className="kw-code">{code}</span>
            <CopyButton text={code} />
            {name}
            {closed && <span className="place-closed">{t('place.closed')}</span>}
          </PlaceTitle>
          <p className="place-way">{t('place.occupiedOf', { used: place.occupiedBoxes, all: place.boxes })}</p>
        </div>
        <div className="place-actions">
          <PageLink className="kw-button" to={warehouseEdit(id)}>
            {t('form.edit')}
          </PageLink>
          <PageLink className="kw-button" to={labelsAddress({ warehouseId: id })}>
            {t('container.print')}
          </PageLink>
        </div>
      </header>
      <List
        spec={containerList}
        fixed={{ warehouseId: id }}
        to={(container) => hrefOf(tree.byId.get(container.id) ?? { ...place, id: container.id })}
        exporter={containerRoutes.exportContainers}
        primary={{ label: t('container.new'), to: containerEdit({ in: place }) }}
      />
    </>
  );
}
