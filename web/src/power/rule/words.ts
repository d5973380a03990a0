// Texts of rules.
import type { Rule } from '@kuwei/contract/auth/rule';
import { joinList } from '@kuwei/contract/phrase';
import { locale, say, t } from '../../phrase/phrases.ts';
import { entriesOf, useVersion } from '../../session/version.ts';
import { labelIn } from '../../ui/options.ts';

const NAMED = 3;

export function subjectsIn({ subjectModel, subjects, conditions, subjectType }: Rule, most = NAMED): string {
  if (subjectModel === 'all') return t('rights.rule.model.all');
  if (subjectModel === 'expr') return conditions.map(conditionIn(subjectType)).join(locale() === 'zh' ? '；' : '; ');
  const names = joinList(
    locale(),
    subjects.slice(0, most).map(({ name }) => name),
  );
  const some = subjects.length > most ? t('rights.rule.subjectsMore', { names, n: subjects.length }) : names;
  return subjectModel === 'tree' ? `${some} (${t('rights.rule.model.tree')})` : some;
}

const conditionIn =
  (type: Rule['subjectType']) =>
  ({ field, op, values }: Rule['conditions'][number]): string =>
    `${say(`rights.rule.field.${field}`)} ${say(`rights.rule.op.${op}`)} ${joinList(
      locale(),
      values.map((value) => (field === 'type' ? typeName(type, value) : field === 'category' ? categoryName(value) : value)),
    )}`;

/** Report categories. */
export const CATEGORIES = 'SYS_REPORT_CATEGORY';
const categoryName = (value: string): string => labelIn(entriesOf(useVersion.getState().dics.get(CATEGORIES), locale()), value);

/** Name of an organisation or container type. */
export const typeName = (type: Rule['subjectType'], value: string): string => {
  const stem = type === 'WMS_ORG' ? 'org.type' : 'wms.container.type';
  const label = say(`${stem}.${value}`);
  return label === `${stem}.${value}` ? value : label;
};

export const actionsIn = ({ actions }: Pick<Rule, 'actions'>): string =>
  joinList(
    locale(),
    actions.map((action) => say(`rights.rule.action.${action}`)),
  );

export const ownerIn = ({ ownerType, ownerName, relation }: Rule): string =>
  `${say(`rights.rule.owner.${ownerType}`)} · ${ownerName}${relation === null ? '' : ` (${say(`org.relation.${relation}`)})`}`;
