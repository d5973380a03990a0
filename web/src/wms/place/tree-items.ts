// Warehouses and containers as the rows of one tree. Pure.
import type { ContainerNode } from '@kuwei/contract/wms/container';
import type { ContainerType } from '@kuwei/contract/wms/place';
import type { TreeNode } from '../../ui/tree.ts';

export interface TreeItem extends TreeNode {
  /** Parent container or warehouse; null for a warehouse. */
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

/** Every warehouse with its contents, in the given order. */
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

/** The text that a search matches. */
export const placeText = ({ code, name }: TreeItem): string => `${code} ${name}`;
