// State of the tree of places: items, expanded nodes, search.
import type { Locale } from '@kuwei/contract/constants';
import { nameIn } from '@kuwei/contract/name';
import { containerRoutes } from '@kuwei/contract/wms/container';
import { warehouseRoutes, type Warehouse } from '@kuwei/contract/wms/warehouse';
import { PAGE_SIZE_MAX } from '@kuwei/contract/page';
import { useMemo, useState } from 'react';
import { KEYS, local } from '../../browser/storage.ts';
import { usePageQuery } from '../../page/query.ts';
import { useLocale } from '../../phrase/phrases.ts';
import { pathTo, treeRows, type TreeRow } from '../../ui/tree.ts';
import { placeText, treeItems, type TreeItem } from './tree-items.ts';

/** Up to this many places, everything starts expanded. */
const FEW = 40;

export interface PlaceTreeState {
  items: readonly TreeItem[];
  byId: ReadonlyMap<string, TreeItem>;
  rows: readonly TreeRow<TreeItem>[];
  isLoading: boolean;
  error: Error | null;
  retry: () => void;
  wanted: string;
  setWanted: (text: string) => void;
  toggle: (id: string) => void;
}

/** @param chosen is expanded with its ancestors */
export function usePlaceTree(chosen: string | null): PlaceTreeState {
  const warehouses = usePageQuery(warehouseRoutes.listWarehouses, { query: { size: PAGE_SIZE_MAX, sort: 'code' } });
  const containers = usePageQuery(containerRoutes.getTree, undefined);
  const locale = useLocale();
  const [wanted, setWanted] = useState('');
  const items = useMemo(
    () => (warehouses.data && containers.data ? treeItems(localized(warehouses.data.list, locale), containers.data) : []),
    [warehouses.data, containers.data, locale],
  );
  const byId = useMemo(() => new Map(items.map((item) => [item.id, item])), [items]);
  const [open, setOpen] = useOpen(items, byId, chosen);
  const rows = useMemo(() => treeRows(items, open, wanted, placeText), [items, open, wanted]);
  return {
    items,
    byId,
    rows,
    isLoading: warehouses.isPending || containers.isPending,
    error: warehouses.error ?? containers.error,
    retry: () => void Promise.all([warehouses.refetch(), containers.refetch()]),
    wanted,
    setWanted,
    toggle: (id) => {
      const next = new Set(open);
      if (!next.delete(id)) next.add(id);
      local.set(KEYS.placeTree, [...next]);
      setOpen(next);
    },
  };
}

const localized = (warehouses: readonly Warehouse[], locale: Locale): Warehouse[] =>
  warehouses.map((warehouse) => ({ ...warehouse, name: nameIn(locale, warehouse) }));

/** Expanded nodes: as last left, plus the ancestors of the selected one. */
function useOpen(items: readonly TreeItem[], byId: ReadonlyMap<string, TreeItem>, chosen: string | null) {
  const [open, setOpen] = useState<ReadonlySet<string> | null>(keptIds);
  const [shown, setShown] = useState<string | null>(null);
  const reveal = chosen !== shown && chosen !== null && byId.has(chosen);
  if (items.length > 0 && (open === null || reveal)) {
    const first = open ?? (items.length <= FEW ? items.map(({ id }) => id) : []);
    const ancestors = chosen === null ? [] : pathTo(byId, chosen);
    setOpen(new Set([...first, ...ancestors.map(({ id }) => id)]));
    setShown(chosen);
  }
  return [open ?? NOTHING, setOpen] as const;
}

const NOTHING: ReadonlySet<string> = new Set();

function keptIds(): ReadonlySet<string> | null {
  const kept = local.get(KEYS.placeTree);
  return Array.isArray(kept) ? new Set(kept.filter((id) => typeof id === 'string')) : null;
}
