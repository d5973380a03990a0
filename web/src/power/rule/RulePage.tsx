// Rules of one owner type or all, on one subject type; and explanations of visibility.
import { RULE_OWNERS, RULE_SUBJECTS, type RuleSubject } from '@kuwei/contract/auth/rule-words';
import { ruleRoutes } from '@kuwei/contract/auth/rule';
import { Suspense, type ReactNode } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { history } from '../../browser/history.ts';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import { List } from '../../table/List.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { Parts } from '../../ui/Parts.tsx';
import { ruleAddress, useRulePlace } from './places.ts';
import { ruleList } from './rule-list.tsx';
import { RuleDetail } from './RuleDetail.tsx';
import { useRuleActions } from './use-rule-actions.tsx';
import './rule.css';

const Explain = lazyPart(async () => (await import('./Explain.tsx')).Explain);

export default function RulePage() {
  const { query } = usePage();
  const { subject } = useRulePlace();
  if (query.get('view') === 'explain')
    return (
      <Suspense fallback={<PageSkeleton />}>
        <Explain above={<RuleBreadcrumb />} buttons={<Views view="explain" />} />
      </Suspense>
    );
  return <Rules subject={subject} />;
}

const VIEWS = ['rules', 'explain'] as const;

function Views({ view }: { view: (typeof VIEWS)[number] }) {
  const t = useT();
  const { query, setQuery } = usePage();
  const others = Object.fromEntries([...query.keys()].map((name) => [name, null]));
  return (
    <Parts
      label={t('rights.rule.view')}
      options={VIEWS.map((value) => ({ value, label: t(`rights.rule.view.${value}`) }))}
      value={view}
      onChange={(to) => setQuery({ ...others, view: to === 'rules' ? null : to })}
    />
  );
}

/** Breadcrumb of owner and subject type, each with its own address. */
function RuleBreadcrumb({ children }: { children?: ReactNode }) {
  const t = useT();
  const { query } = usePage();
  const place = useRulePlace();
  // Subject model for a new rule, from the menu item; existing rules of other models are listed too.
  const model = query.get('subject_model');
  const view = query.get('view');
  const rest = new URLSearchParams({ ...(model === null ? {} : { subject_model: model }), ...(view === null ? {} : { view }) });
  const go = (to: Partial<typeof place>): void =>
    history.push(ruleAddress({ ...place, ...to }, rest.size > 0 ? `?${rest.toString()}` : ''));
  const owners = [null, ...RULE_OWNERS].map((value) => ({
    value,
    label: value === null ? t('rights.rule.everybody') : t(`rights.rule.owner.${value}`),
  }));
  return (
    <div className="rule-above">
      {/* Visibility is explained for users only. */}
      {view !== 'explain' && (
        <Parts label={t('rights.rule.ownerType')} options={owners} value={place.owner} onChange={(owner) => go({ owner })} />
      )}
      {/* antd's would import a third of the form kit. */}
      <select
        className="kw-field rule-subject"
        aria-label={t('rights.rule.subjectType')}
        value={place.subject}
        onChange={({ target }) => go({ subject: target.value as typeof place.subject })}
      >
        {RULE_SUBJECTS.map((value) => (
          <option key={value} value={value}>
            {t(`rights.rule.subject.${value}`)}
          </option>
        ))}
      </select>
      {children}
    </div>
  );
}

function Rules({ subject }: { subject: RuleSubject }) {
  const t = useT();
  const { query } = usePage();
  const place = useRulePlace();
  const { actionsOf, batch, dialog } = useRuleActions();
  const model = query.get('subject_model');
  return (
    <>
      <List
        key={ruleAddress(place)}
        spec={ruleList}
        title={t('rights.rule.title')}
        buttons={<Views view="rules" />}
        above={
          <RuleBreadcrumb>
            <p className="rule-hint">{t(`rights.rule.opens.${subject}`)}</p>
          </RuleBreadcrumb>
        }
        fixed={{ subjectType: subject, ...(place.owner !== null && { ownerType: place.owner }) }}
        detail={(id, row) => <RuleDetail id={id} row={row} actionsOf={actionsOf} />}
        actionsOf={actionsOf}
        batch={batch}
        exporter={ruleRoutes.exportRules}
        primary={{
          label: t('rights.rule.new'),
          to: ruleAddress(place, `/edit${model === null ? '' : `?subject_model=${model}`}`),
        }}
        emptyText={t('rights.rule.emptyText')}
      />
      {dialog}
    </>
  );
}
