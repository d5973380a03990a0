// Context of the designer: the document type, its texts, errors by element, and resolved candidates.
import { bpmnOf } from '@kuwei/contract/bpm/bpmn';
import { definitionRoutes, type DefinitionKind, type DefinitionIssue, type Sample } from '@kuwei/contract/bpm/definition';
import type { Candidate, Graph } from '@kuwei/contract/bpm/graph';
import type { ReplyOf } from '@kuwei/contract/route';
import { createContext, useContext, useMemo } from 'react';
import { usePageQuery } from '../../page/query.ts';
import type { DesignFormatters } from './words.ts';

type Kinds = ReplyOf<(typeof definitionRoutes)['listDefinitionKinds']>;
type CandidatePreview = ReplyOf<(typeof definitionRoutes)['findAsked']>[number];

export interface Design {
  kind: DefinitionKind;
  roles: Kinds['roles'];
  words: DesignFormatters;
  readOnly: boolean;
  sample: Sample;
  /** Errors by element. */
  faults: ReadonlyMap<string, string[]>;
  /** Steps without deciders today. */
  warnings: ReadonlyMap<string, string[]>;
  /** Users a candidate resolves to now; undefined while unknown. */
  asked: (candidate: Candidate) => CandidatePreview | undefined;
}

export const DesignContext = createContext<Design | null>(null);

export function useDesign(): Design {
  const design = useContext(DesignContext);
  if (!design) throw new Error('useDesign must be called inside the designer');
  return design;
}

const keyOf = (candidate: Candidate): string => JSON.stringify(candidate);

/** All distinct candidates and recipients of a definition. */
const candidatesIn = (graph: Graph | null): Candidate[] => [
  ...new Map(
    (graph?.nodes ?? [])
      .flatMap(({ step, copies }) => [...(step?.candidates ?? []), ...(step?.limit?.candidates ?? []), ...copies])
      .map((candidate) => [keyOf(candidate), candidate]),
  ).values(),
];

export const usernamesIn = (graph: Graph | null): string[] =>
  candidatesIn(graph).flatMap((each) => (each.kind === 'PERSON' ? [each.person] : []));

/** A candidate whose name is still being chosen resolves to none. */
const isWhole = (candidate: Candidate): boolean => Object.values(candidate).every((value) => value !== '');

const ASKED_MAX = 50;

/** Users that a definition's candidates resolve to now, for a sample document. */
export function useCandidatePreview(key: string, sample: Sample, graph: Graph | null): Design['asked'] {
  const candidates = candidatesIn(graph).filter(isWhole).slice(0, ASKED_MAX);
  const { data } = usePageQuery(
    definitionRoutes.findAsked,
    { body: { key, sample, candidates } },
    { enabled: candidates.length > 0, staleTime: 30_000 },
  );
  return useMemo(() => {
    const found = new Map(candidates.map((candidate, at) => [keyOf(candidate), data?.[at]]));
    return (candidate) => found.get(keyOf(candidate));
  }, [data]);
}

/** A definition with its diagram; one without is laid out. */
export const drawable = (xml: string, graph: Graph | null): string =>
  graph === null || /<(\w+:)?BPMNShape\b/.test(xml) ? xml : bpmnOf(graph);

/** Messages by element. */
export function faultsBy(faults: readonly DefinitionIssue[]): ReadonlyMap<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { element, message } of faults) found.set(element, [...(found.get(element) ?? []), message]);
  return found;
}
