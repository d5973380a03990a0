import { ruleRoutes, type Rule } from '@kuwei/contract/auth/rule';
import { usePageQuery } from '../../page/query.ts';
import { say, useT } from '../../phrase/phrases.ts';
import { ActionButtons } from '../../table/ActionButtons.tsx';
import { DetailHead } from '../../table/DetailHead.tsx';
import { DetailSkeleton } from '../../table/DetailSkeleton.tsx';
import type { RowAction } from '../../table/list-types.ts';
import { Facts, factsOf } from '../../ui/Facts.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { When } from '../../ui/When.tsx';
import { ruleLooks } from './looks.ts';
import { actionsIn, ownerIn, subjectsIn } from './words.ts';

interface RuleDetailProps {
  id: string;
  row: Rule | undefined;
  actionsOf: (rule: Rule) => readonly RowAction[];
}

type Elsewhere = 'id' | 'rev' | 'when' | 'ownerIds' | 'subjectIds' | 'conditions' | 'relation' | 'ownerType' | 'updatedBy';

const EVERY = 200;

/** A rule beside its list. */
export function RuleDetail({ id, row, actionsOf }: RuleDetailProps) {
  const t = useT();
  const { data = row, error, refetch, isFetching } = usePageQuery(ruleRoutes.getRule, { params: { id } });
  if (!data) return error ? <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} /> : <DetailSkeleton />;
  const gone = data.subjectIds.length - data.subjects.length;
  return (
    <>
      <DetailHead
        title={ownerIn(data)}
        marks={<StateTag look={ruleLooks[data.when]} />}
        actions={<ActionButtons name={ownerIn(data)} actions={actionsOf(data)} />}
      />
      <Facts
        facts={factsOf<Rule, Elsewhere>({
          ownerName: [t('rights.rule.owner'), data.ownerName],
          ownerCode: [
            t('rights.rule.ownerCode'),
            <span className="kw-code" key="code">
              {data.ownerCode}
            </span>,
          ],
          subjectType: [t('rights.rule.subjectType'), say(`rights.rule.subject.${data.subjectType}`)],
          subjectModel: [t('rights.rule.model'), say(`rights.rule.model.${data.subjectModel}`)],
          subjects: [
            t('rights.rule.subjects'),
            `${subjectsIn(data, EVERY)}${gone > 0 ? ` · ${t('rights.rule.subjectsGone', { n: gone })}` : ''}`,
          ],
          actions: [t('rights.rule.actions'), actionsIn(data)],
          fromDay: [t('rights.rule.fromDay'), data.fromDay],
          untilDay: [t('rights.rule.untilDay'), data.untilDay],
          note: [t('rights.rule.note'), data.note],
          grantedBy: [t('rights.rule.grantedBy'), data.grantedBy],
          createdAt: [t('rights.rule.createdAt'), <When key="made" at={data.createdAt} />],
          endedAt: [t('rights.rule.endedAt'), data.endedAt === null ? null : <When key="ended" at={data.endedAt} />],
          endedBy: [t('rights.rule.endedBy'), data.endedBy],
          updatedAt: [t('rights.rule.updatedAt'), <When key="when" at={data.updatedAt} />],
        })}
      />
    </>
  );
}
