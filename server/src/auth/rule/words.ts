import type { Rule } from '@kuwei/contract/auth/rule';
import type { Locale } from '@kuwei/contract/constants';
import { joinList } from '@kuwei/contract/phrase';
import { say } from '../../phrase.ts';

/** How many subjects a sentence names. */
const NAMED = 5;

/** Conditions as text, joined by “and”. */
export const conditionsText = (conditions: Rule['conditions'], locale: Locale): string =>
  conditions
    .map(
      ({ field, op, values }) =>
        `${say(locale, `rights.rule.field.${field}`)} ${say(locale, `rights.rule.op.${op}`)} ${joinList(locale, values)}`,
    )
    .join('; ');

/** What a rule opens, as text: everything, its conditions, or the first names of its selection. */
export function subjectsText({ subjectModel, subjects, conditions }: Rule, locale: Locale): string {
  if (subjectModel === 'all') return say(locale, 'rights.rule.model.all');
  if (subjectModel === 'expr') return conditionsText(conditions, locale);
  const names = joinList(
    locale,
    subjects.slice(0, NAMED).map(({ name }) => name),
  );
  const some = subjects.length > NAMED ? say(locale, 'rights.rule.subjectsMore', { names, n: subjects.length }) : names;
  return subjectModel === 'tree' ? `${some} (${say(locale, 'rights.rule.model.tree')})` : some;
}
