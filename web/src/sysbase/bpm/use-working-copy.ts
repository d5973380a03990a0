// Working copy of a definition: BPMN, outline, errors, and undo history.
import { bpmnOf } from '@kuwei/contract/bpm/bpmn';
import { definitionRoutes, type DefinitionCheck } from '@kuwei/contract/bpm/definition';
import type { Graph } from '@kuwei/contract/bpm/graph';
import { graphOf, outlineOf, OutlineFault, type Outline } from '@kuwei/contract/bpm/outline';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { usePageQuery } from '../../page/query.ts';

/** Debounce delay before the server validates a change. */
const PAUSE_MS = 350;
const BACK_MAX = 100;

interface Now {
  xml: string;
  /** Null while unknown: the output of other tools is parsed by the server. */
  graph: Graph | null;
}

export interface WorkingCopy {
  xml: string;
  graph: Graph | null;
  /** Null if there is none, with the reason. */
  outline: Outline | null;
  fault: OutlineFault | null;
  looked: DefinitionCheck | undefined;
  /** The validation result is for the current state. */
  settled: boolean;
  dirty: boolean;
  canUndo: boolean;
  canRedo: boolean;
  undo: () => void;
  redo: () => void;
  setOutline: (change: (outline: Outline) => Outline) => void;
  setGraph: (graph: Graph) => void;
  setXml: (xml: string) => void;
}

function useDebounced<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** @param saved the stored definition @param key of the workflow */
export function useWorkingCopy(key: string, saved: Now): WorkingCopy {
  const [past, setPast] = useState<readonly Now[]>([]);
  const [now, setNow] = useState(saved);
  const [ahead, setAhead] = useState<readonly Now[]>([]);
  const xml = useDebounced(now.xml);
  const { data: looked, isPlaceholderData } = usePageQuery(
    definitionRoutes.checkDefinition,
    { body: { key, xml } },
    { keepPrevious: true, staleTime: 10_000 },
  );
  const settled = xml === now.xml && looked !== undefined && !isPlaceholderData;
  const graph = now.graph ?? (settled ? looked.graph : null);

  const put = useCallback(
    (next: Now): void => {
      if (next.xml === now.xml) return;
      setPast((before) => [...before.slice(-BACK_MAX), { xml: now.xml, graph }]);
      setAhead([]);
      setNow(next);
    },
    [now, graph],
  );
  const { outline, fault } = useMemo(() => outlineIn(graph), [graph]);
  const setGraph = useCallback((next: Graph) => put({ graph: next, xml: bpmnOf(next) }), [put]);
  return {
    xml: now.xml,
    graph,
    outline,
    fault,
    looked,
    settled,
    dirty: now.xml !== saved.xml,
    canUndo: past.length > 0,
    canRedo: ahead.length > 0,
    undo: () => {
      const before = past.at(-1);
      if (!before) return;
      setPast(past.slice(0, -1));
      setAhead([{ xml: now.xml, graph }, ...ahead]);
      setNow(before);
    },
    redo: () => {
      const [next, ...more] = ahead;
      if (!next) return;
      setAhead(more);
      setPast([...past, { xml: now.xml, graph }]);
      setNow(next);
    },
    setOutline: useCallback((change) => outline && setGraph(graphOf(change(outline))), [outline, setGraph]),
    setGraph,
    setXml: useCallback((next) => put({ xml: next, graph: null }), [put]),
  };
}

function outlineIn(graph: Graph | null): { outline: Outline | null; fault: OutlineFault | null } {
  if (graph === null) return { outline: null, fault: null };
  try {
    return { outline: outlineOf(graph), fault: null };
  } catch (error) {
    if (!(error instanceof OutlineFault)) throw error;
    return { outline: null, fault: error };
  }
}
