// Which storage groups may share a box or a cabinet: editable matrices, and the change log with reason and source.
import { storageRuleRoutes, RULE_LEVELS, type RuleLevel, type StorageRules } from '@kuwei/contract/wms/storage-rule';
import { Segmented } from 'antd';
import { useMemo, useState } from 'react';
import { history } from '../../browser/history.ts';
import { ActionDialog } from '../../form/ActionDialog.tsx';
import { AreaField } from '../../form/field/AreaField.tsx';
import { TextField } from '../../form/field/TextField.tsx';
import { DraftNote } from '../../form/FormNotes.tsx';
import { useMayCall } from '../../page/may-call.ts';
import { usePage } from '../../page/page.ts';
import { usePageQuery } from '../../page/query.ts';
import { useDraft, useStoredDraft } from '../../page/use-draft.ts';
import { useT } from '../../phrase/phrases.ts';
import { List } from '../../table/List.tsx';
import { noticeDone } from '../../ui/feedback.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { changeList } from './change-list.tsx';
import { Matrix } from './Matrix.tsx';
import { changesOf, pairsOf, toggled, type Draft } from './pairs.ts';
import './storage-rule.css';

const CHANGES = ['/wms/storage-rule', '/wms/warehouse-box'];

export default function StorageRulePage() {
  const { data, error, refetch, isFetching } = usePageQuery(storageRuleRoutes.getRules, undefined);
  if (data) return <Rules key={data.rev} rules={data} />;
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />;
  return <PageSkeleton />;
}

function Rules({ rules }: { rules: StorageRules }) {
  const t = useT();
  const { prefix } = usePage();
  const edits = useMayCall()(storageRuleRoutes.changeRules);
  const [level, setLevel] = useState<RuleLevel>('BOX');
  const kept = useStoredDraft('rules') as { cells: [string, boolean][] } | null;
  const [draft, setDraft] = useState<Draft>(() => new Map(kept?.cells));
  const [saving, setSaving] = useState(false);
  const standing = `/${prefix}/wms/storage-rule/standing`;
  const changes = changesOf(rules, draft);
  const levels = RULE_LEVELS.filter((each) => changes.some((change) => change.level === each))
    .map((each) => t(`safety.level.${each}`))
    .join(t('wms.place.comma'));
  const isChanged = changes.length > 0;
  const isBack = useDraft(
    'rules',
    useMemo(() => (isChanged ? { cells: [...draft] } : null), [isChanged, draft]),
  );

  return (
    <>
      <PageHead
        title={t('safety.rules')}
        actions={
          <PageLink className="kw-button" to={standing}>
            {t('safety.standing')}
          </PageLink>
        }
      />
      <p className="storage-rule-text">{t('safety.rulesText')}</p>
      {isBack && <DraftNote isNew={false} onDrop={() => setDraft(new Map())} />}
      <div className="storage-rule-bar">
        <Segmented
          value={level}
          onChange={setLevel}
          options={RULE_LEVELS.map((value) => ({ value, label: t(`safety.level.${value}`) }))}
        />
      </div>
      <Matrix
        rules={rules}
        level={level}
        draft={draft}
        {...(edits && { onToggle: (a: string, b: string) => setDraft(toggled(rules, draft, level, a, b)) })}
      />
      {isChanged && (
        <div className="storage-rule-bar save">
          <span className="storage-rule-count">{t('safety.changed', { count: pairsOf(changes).length, levels })}</span>
          <button type="button" className="kw-button primary" onClick={() => setSaving(true)}>
            {t('safety.save')}
          </button>
          <button type="button" className="kw-button" onClick={() => setDraft(new Map())}>
            {t('safety.discard')}
          </button>
        </div>
      )}
      <h2 className="storage-rule-head">{t('safety.history')}</h2>
      <List spec={changeList} emptyText={t('safety.history.empty', { source: rules.groups[0]?.source ?? '' })} />
      {saving && (
        <ActionDialog
          route={storageRuleRoutes.changeRules}
          params={{}}
          fixed={{ rev: rules.rev, changes }}
          title={t('safety.saveTitle')}
          text={t('safety.saveText')}
          yes={t('safety.save')}
          changes={CHANGES}
          onClose={() => setSaving(false)}
          onDone={() => {
            setSaving(false);
            setDraft(new Map());
            noticeDone(t('safety.saved'));
            history.push(standing);
          }}
        >
          <TextField name="source" label="safety.source" hint={t('safety.source.hint')} width="full" />
          <AreaField name="reason" label="safety.reason" />
        </ActionDialog>
      )}
    </>
  );
}
