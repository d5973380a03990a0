import { PAGE_SIZE_MAX } from '@kuwei/contract/page';
import { boxRoutes, boxQuery, type Box } from '@kuwei/contract/wms/warehouse-box';
import { useEffect, useState } from 'react';
import { usePageCall } from '../../page/query.ts';
import { readQuery } from '../../table/query-state.ts';
import { LABELS_MAX } from './sheets.ts';

interface LabelBoxes {
  boxes: readonly Box[];
  /** Null while unknown. */
  total: number | null;
  error: Error | null;
  retry: () => void;
}
const NOTHING = { boxes: [] as readonly Box[], total: null as number | null, error: null as Error | null };

/** All boxes that match a list's query, fetched page by page in code order. */
export function useLabelBoxes(query: URLSearchParams): LabelBoxes {
  const call = usePageCall();
  const [state, setState] = useState(NOTHING);
  const [attempt, setAttempt] = useState(0);
  const text = query.toString();
  useEffect(() => {
    const asked = new AbortController();
    const { page: _, sort: __, ...which } = readQuery(boxQuery, new URLSearchParams(text), PAGE_SIZE_MAX);
    const load = async (): Promise<void> => {
      setState(NOTHING);
      const boxes: Box[] = [];
      for (let page = 1; ; page++) {
        const options = { query: { ...which, size: PAGE_SIZE_MAX, sort: 'code', page } } as const;
        const { list, exact, total } = await call(boxRoutes.listBoxes, options, { signal: asked.signal });
        boxes.push(...list);
        const isLast = list.length < PAGE_SIZE_MAX;
        setState({
          boxes: [...boxes],
          total: isLast ? boxes.length : exact ? total : Math.max(total, boxes.length + 1),
          error: null,
        });
        if (isLast || boxes.length > LABELS_MAX) return;
      }
    };
    load().catch((error: unknown) => {
      if (!asked.signal.aborted) setState({ ...NOTHING, error: error instanceof Error ? error : new Error(String(error)) });
    });
    return () => asked.abort();
  }, [text, attempt]);
  return { ...state, retry: () => setAttempt((before) => before + 1) };
}
