// What every part of the designer asks: the kind of document, its words, what is wrong where, and whom each choice would ask now.
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
  /** What has to be changed, by element. */
  faults: ReadonlyMap<string, string[]>;
  /** Whom a candidate would ask now; undefined while it is not known. */
  asked: (candidate: Candidate) => CandidatePreview | undefined;
}

export const DesignContext = createContext<Design | null>(null);

export function useDesign(): Design {
  const design = useContext(DesignContext);
  if (!design) throw new Error('useDesign stands outside the designer');
  return design;
}

const keyOf = (candidate: Candidate): string => JSON.stringify(candidate);

/** All that a definition asks or tells, each once. */
const candidatesIn = (graph: Graph | null): Candidate[] => [
  ...new Map(
    (graph?.nodes ?? [])
      .flatMap(({ step, copies }) => [...(step?.candidates ?? []), ...(step?.limit?.candidates ?? []), ...copies])
      .map((candidate) => [keyOf(candidate), candidate]),
  ).values(),
];

export const usernamesIn = (graph: Graph | null): string[] =>
  candidatesIn(graph).flatMap((each) => (each.kind === 'PERSON' ? [each.person] : []));

/** A name that is still being chosen asks nobody. */
const isWhole = (candidate: Candidate): boolean => Object.values(candidate).every((value) => value !== '');

const ASKED_MAX = 50;

/** Whom the candidates of a definition would ask now, where a document could be. */
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

/** A definition with its diagram: one that has none is laid out. */
export const drawable = (xml: string, graph: Graph | null): string =>
  graph === null || /<(\w+:)?BPMNShape\b/.test(xml) ? xml : bpmnOf(graph);

export function faultsBy(faults: readonly DefinitionIssue[]): ReadonlyMap<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { element, message } of faults) found.set(element, [...(found.get(element) ?? []), message]);
  return found;
}
