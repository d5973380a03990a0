// Which counts the user may open. All links on a page share one request.
import { countRoutes } from '@kuwei/contract/wms/inventory';
import { useEffect } from 'react';
import { create } from 'zustand';
import { useMayCall } from '../../page/may-call.ts';
import { usePageQuery } from '../../page/query.ts';

/** Maximum ids of one call; the latest win. */
const ASKED_MAX = 200;
const useRequestedCounts = create<{ ids: readonly string[] }>(() => ({ ids: [] }));

export function useMayOpenCount(id: string): boolean {
  const { ids } = useRequestedCounts();
  const mayAsk = useMayCall()(countRoutes.listOpenable);
  useEffect(() => {
    if (!useRequestedCounts.getState().ids.includes(id))
      useRequestedCounts.setState((before) => ({ ids: [...before.ids, id].slice(-ASKED_MAX) }));
  }, [id]);
  const { data } = usePageQuery(
    countRoutes.listOpenable,
    { query: { ids: [...ids] } },
    { enabled: mayAsk && ids.length > 0, keepPrevious: true },
  );
  return data?.includes(id) ?? false;
}
