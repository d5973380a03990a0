// The data rules of one role.
import { ruleRoutes } from '@kuwei/contract/auth/rule';
import { Select } from 'antd';
import { OptionLine } from '../../form/field/OptionLine.tsx';
import { usePage } from '../../page/page.ts';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { List } from '../../table/List.tsx';
import { isMeant } from '../../ui/options.ts';
import { PageHead } from '../../ui/PageHead.tsx';
import { ruleAddress } from './places.ts';
import { ruleList } from './rule-list.tsx';
import { RuleDetail } from './RuleDetail.tsx';
import { useRuleActions } from './use-rule-actions.tsx';
import './rule.css';

/** Most that the server answers at once. */
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
      <Select
        className="rule-chooser"
        aria-label={t('rights.rule.role')}
        placeholder={t('rights.rule.role')}
        value={data ? id : null}
        options={(data?.list ?? []).map((each) => ({ value: each.id, label: each.name, hint: each.code }))}
        optionRender={({ data: option }) => <OptionLine {...option} />}
        showSearch={{ filterOption: isMeant }}
        allowClear
        onChange={(next: string | null | undefined) => setQuery({ id: next ?? null, page: null })}
      />
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
