// States in one sentence what a person sees of a subject, and why.
import type { VisibilityExplanation, VisibilityLevel } from '@kuwei/contract/auth/rule';
import { reasonPhraseKey } from '@kuwei/contract/auth/rule-reason';
import type { Locale } from '@kuwei/contract/constants';
import { joinList } from '@kuwei/contract/phrase';
import { say } from '../../phrase.ts';
import type { WorkContext } from './work-contexts.ts';

/** The explanation without the sentence. */
export type Answer = Omit<VisibilityExplanation, 'sentence'>;

/** Partial sight: on behalf of which organisations, and whether rules about other subjects open some of it. */
export interface PartialSight {
  orgs: readonly WorkContext['org'][];
  byRules: boolean;
}

export function sentenceOf(
  { person, subject, sees, lists, exports, reasons, obstacles }: Answer,
  parts: PartialSight,
  locale: Locale,
): string {
  const { type } = subject;
  const words = { person: person.name, subject: subject.name };
  const by = reasons.map((reason) => say(locale, reasonPhraseKey(reason, type), { name: reason.name }));
  const but = obstacles.map(({ kind, name, day, of: about }) =>
    say(locale, `rights.rule.obstacle.${kind}`, { name, day: day ?? '', of: about.map((each) => each.name) }),
  );
  if (type === 'MENU')
    return sees === 'ALL'
      ? say(locale, 'rights.rule.seesEntry', { ...words, why: joinList(locale, by) })
      : say(locale, 'rights.rule.seesNoEntry', { ...words, why: joinList(locale, but) });
  const why = but.length > 0 ? joinList(locale, but) : say(locale, `rights.rule.nothing.${type}`);
  if (type === 'REPORT') {
    if (sees === 'NONE') return say(locale, 'rights.rule.runsNot', { ...words, why });
    return say(locale, exports ? 'rights.rule.runs' : 'rights.rule.runsOnly', { ...words, why: joinList(locale, by) });
  }
  const whatOf = (sight: VisibilityLevel): string => {
    const those = lists.filter((one) => one.sees === sight).map(({ list }) => list);
    return say(locale, `rights.rule.what.${type}`, { ...words, things: say(locale, `rights.rule.things.${those.join('_')}`) });
  };
  if (sees === 'NONE') return say(locale, 'rights.rule.seesNot', { ...words, what: whatOf('NONE'), why });
  const namesOf = (isWarehouse: boolean): string[] => [
    ...new Set(parts.orgs.filter((org) => (org.type === 'WAREHOUSE') === isWarehouse).map(({ name }) => name)),
  ];
  const part = [
    ...(['own', 'stored'] as const).flatMap((kind) => {
      const names = namesOf(kind === 'stored');
      return names.length === 0 ? [] : [say(locale, `rights.rule.part.${kind}`, { names })];
    }),
    ...(parts.byRules ? [say(locale, 'rights.rule.part.rules')] : []),
  ];
  const ofPart = { ...words, what: whatOf('PART'), part: joinList(locale, part) };
  if (sees === 'PART') return say(locale, 'rights.rule.seesPart', { ...ofPart, why });
  const all = say(locale, exports ? 'rights.rule.sees' : 'rights.rule.seesOnly', {
    ...words,
    what: whatOf('ALL'),
    why: joinList(locale, by),
  });
  return lists.some((one) => one.sees === 'PART') ? all + say(locale, 'rights.rule.seesPartToo', ofPart) : all;
}
