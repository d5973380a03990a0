// Describes parts of a definition: candidates, conditions, quorums.
import { parseCondition, type Condition, type Operator, type Value } from '@kuwei/contract/bpm/condition';
import { definitionRoutes, type DefinitionKind } from '@kuwei/contract/bpm/definition';
import type { Candidate, GraphNode, Limit, Step } from '@kuwei/contract/bpm/graph';
import { joinList } from '@kuwei/contract/phrase';
import type { ReplyOf } from '@kuwei/contract/route';
import { useMemo } from 'react';
import { usePageQuery } from '../../page/query.ts';
import { locale, t, useLocaleState } from '../../phrase/phrases.ts';

type Kinds = ReplyOf<(typeof definitionRoutes)['listDefinitionKinds']>;
const A_MINUTE = 60_000;

export const useKinds = () => usePageQuery(definitionRoutes.listDefinitionKinds, undefined, { staleTime: A_MINUTE });

/** Users by username, as a definition references them. */
function usePeopleNamed(usernames: readonly string[]): ReadonlyMap<string, string> {
  const wanted = [...new Set(usernames.map((name) => name.toLowerCase()))].toSorted();
  const { data } = usePageQuery(
    definitionRoutes.findPeople,
    { query: { usernames: wanted } },
    { enabled: wanted.length > 0, staleTime: A_MINUTE, keepPrevious: true },
  );
  return useMemo(() => new Map(data?.map(({ username, name }) => [username.toLowerCase(), name])), [data]);
}

const OPERATOR_SIGNS: Readonly<Record<Operator, string>> = { '>': '>', '>=': '≥', '<': '<', '<=': '≤', '=': '=', '!=': '≠' };
export const signOf = (operator: Operator): string => OPERATOR_SIGNS[operator];

export interface DesignFormatters {
  candidate: (candidate: Candidate) => string;
  candidates: (candidates: readonly Candidate[]) => string;
  quorum: (step: Step) => string;
  limit: (limit: Limit) => string;
  /** A condition as text; unchanged if it cannot be parsed. */
  condition: (text: string) => string;
  nameOf: (node: Pick<GraphNode, 'name' | 'nameEn'>) => string;
}

/** @param usernames of referenced users */
export function useDesignFormatters(
  kinds: Kinds | undefined,
  kind: DefinitionKind | undefined,
  usernames: readonly string[],
): DesignFormatters {
  const people = usePeopleNamed(usernames);
  const spoken = useLocaleState((state) => `${state.locale} ${state.tables}`);
  return useMemo(() => wordsOf(kinds?.roles ?? [], kind, people), [kinds, kind, people, spoken]);
}

const nameOf = ({ name, nameEn }: Pick<GraphNode, 'name' | 'nameEn'>): string => (locale() === 'en' ? nameEn : null) || name;

function wordsOf(roles: Kinds['roles'], kind: DefinitionKind | undefined, people: ReadonlyMap<string, string>): DesignFormatters {
  const named = (list: readonly { code: string; name: string }[] | undefined, code: string): string =>
    list?.find((each) => each.code === code)?.name ?? code;
  const candidate = (one: Candidate): string => {
    switch (one.kind) {
      case 'ROLE':
        return t(`design.said.ROLE.${one.at}`, { name: named(roles, one.role) });
      case 'LEADER':
        return t(`design.who.LEADER.${one.of}`);
      case 'PERSON':
        return people.get(one.person.toLowerCase()) ?? one.person;
      case 'GROUP':
        return named(kind?.groups, one.group);
      default:
        return t('design.said.FIELD', { name: named(kind?.fields, one.field) });
    }
  };
  const candidates = (list: readonly Candidate[]): string => joinList(locale(), list.map(candidate));
  return {
    candidate,
    candidates,
    nameOf,
    quorum: ({ quorum, amount }) =>
      quorum === 'SHARE' || quorum === 'COUNT' ? t(`design.quorum.said.${quorum}`, { amount }) : t(`design.quorum.${quorum}`),
    limit: ({ hours, action, candidates: asked }) => {
      const limitText = t('design.limit.said', { hours, action: t(`design.limit.${action}`) });
      return asked.length === 0 ? limitText : `${limitText} (${candidates(asked)})`;
    },
    condition: (text) => conditionWords(text, kind),
  };
}

/** Types of a document type's facts for the parser. */
export const variablesOf = (kind: DefinitionKind | undefined) =>
  Object.fromEntries(kind?.facts.map(({ name, type }) => [name, type]) ?? []);

function conditionWords(text: string, kind: DefinitionKind | undefined): string {
  try {
    return formatConditionNode(parseCondition(text, variablesOf(kind), true), kind, 0);
  } catch {
    return text;
  }
}

/** @param around precedence of the enclosing operator: 1 for `or`, 2 for `and` */
function formatConditionNode(condition: Condition, kind: DefinitionKind | undefined, around: number): string {
  const fact = (name: string) => kind?.facts.find((each) => each.name === name);
  const blank = locale() === 'en' ? '?' : '？';
  const label = (name: string): string => (name === '' ? blank : (fact(name)?.label ?? name));
  const value = (side: Value): string =>
    side.kind === 'name'
      ? label(side.name)
      : Number.isNaN(side.number)
        ? blank
        : side.number.toLocaleString(locale(), { maximumFractionDigits: 6 });
  const code = ({ name, text }: { name: string; text: string }) => ({
    fact: label(name),
    code: text === '' ? blank : (fact(name)?.codes.find((each) => each.code === text)?.name ?? text),
  });
  switch (condition.kind) {
    case 'or':
    case 'and': {
      const binds = condition.kind === 'or' ? 1 : 2;
      const parts = condition.parts
        .map((part) => formatConditionNode(part, kind, binds))
        .join(t(`design.condition.${condition.kind}`));
      return binds < around ? (locale() === 'en' ? `(${parts})` : `（${parts}）`) : parts;
    }
    case 'not':
      if (condition.part.kind === 'is') return t('design.condition.isNot', { fact: label(condition.part.name) });
      if (condition.part.kind === 'has') return t('design.condition.saidHasNot', code(condition.part));
      return t('design.condition.isNot', { fact: formatConditionNode(condition.part, kind, 3) });
    case 'is':
      return t('design.condition.is', { fact: label(condition.name) });
    case 'has':
      return t('design.condition.saidHas', code(condition));
    default:
      return `${value(condition.left)} ${signOf(condition.operator)} ${value(condition.right)}`;
  }
}
