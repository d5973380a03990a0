// Data rules of one role.
import { ruleRoutes } from '@kuwei/contract/auth/rule';
import { Suspense } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { usePage } from '../../page/page.ts';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { List } from '../../table/List.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { ruleAddress } from './places.ts';
import { ruleList } from './rule-list.tsx';
import { RuleDetail } from './RuleDetail.tsx';
import { useRuleActions } from './use-rule-actions.tsx';
import './rule.css';

const OwnerChooser = lazyPart(async () => (await import('./OwnerChooser.tsx')).OwnerChooser);

/** The server's page limit. */
const SHOWN = 200;

export default function RoleRulePage() {
  const t = useT();
  const { query, setQuery } = usePage();
  const { actionsOf, batch, dialog } = useRuleActions();
  const { data } = usePageQuery(ruleRoutes.listRuleOwners, { query: { ownerType: 'ROLE', size: SHOWN } });
  const id = query.get('id');
  const role = data?.list.find((each) => each.id === id);
  const chooser = (
    <div className="rule-above">
      <Suspense>
        <OwnerChooser roles={data?.list ?? []} value={data ? id : null} onChange={(next) => setQuery({ id: next, page: null })} />
      </Suspense>
    </div>
  );
  if (id === null)
    return (
      <>
        <PageHead title={t('rights.rule.ofRole')} />
        {chooser}
        <p className="rule-hint">{t('rights.rule.chooseRole')}</p>
      </>
    );
  return (
    <>
      <List
        key={id}
        spec={ruleList}
        title={role ? `${t('rights.rule.ofRole')} · ${role.name}` : t('rights.rule.ofRole')}
        above={chooser}
        fixed={{ ownerType: 'ROLE', ownerId: id }}
        detail={(rule, row) => <RuleDetail id={rule} row={row} actionsOf={actionsOf} />}
        actionsOf={actionsOf}
        batch={batch}
        exporter={ruleRoutes.exportRules}
        primary={{
          label: t('rights.rule.new'),
          to: ruleAddress({ owner: 'ROLE', subject: 'WMS_ORG' }, `/edit?subject_model=select&ownerId=${id}`),
        }}
        emptyText={t('rights.rule.emptyText')}
      />
      {dialog}
    </>
  );
}
