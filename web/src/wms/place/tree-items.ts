// Warehouses and containers as the rows of one tree. Pure.
import type { ContainerNode } from '@kuwei/contract/wms/container';
import type { ContainerType } from '@kuwei/contract/wms/place';
import type { TreeNode } from '../../ui/tree.ts';

export interface TreeItem extends TreeNode {
  /** Container above, or the warehouse; null for a warehouse. */
  parentId: string | null;
  warehouseId: string;
  type: ContainerType | 'WAREHOUSE';
  code: string;
  name: string;
  closed: boolean;
  boxes: number;
  occupiedBoxes: number;
}

export interface TreeWarehouse {
  id: string;
  code: string;
  name: string;
  state: 'ACTIVE' | 'CLOSED';
  boxes: number;
  occupiedBoxes: number;
}

/** Every warehouse with everything in it, in the order they came. */
export function treeItems(warehouses: readonly TreeWarehouse[], containers: readonly ContainerNode[]): TreeItem[] {
  return [
    ...warehouses.map(({ state, ...warehouse }) => ({
      ...warehouse,
      parentId: null,
      warehouseId: warehouse.id,
      type: 'WAREHOUSE' as const,
      closed: state === 'CLOSED',
    })),
    ...containers.map((node) => ({ ...node, parentId: node.parentId ?? node.warehouseId, closed: false })),
  ];
}

/** What a place is looked for by. */
export const placeText = ({ code, name }: TreeItem): string => `${code} ${name}`;
