// Merges an organisation into another, with a preview of what moves or what prevents it.
import { nameIn } from '@kuwei/contract/name';
import { orgRecordRoutes, type OrgRecord, type OrgRow } from '@kuwei/contract/wms/org-record';
import { orgRoutes } from '@kuwei/contract/wms/org';
import { Form } from 'antd';
import { useEffect, useState } from 'react';
import { ActionDialog } from '../../form/ActionDialog.tsx';
import { RecordField } from '../../form/field/RecordField.tsx';
import { usePageQuery } from '../../page/query.ts';
import { locale, useT } from '../../phrase/phrases.ts';
import { noticeDone } from '../../ui/feedback.ts';
import { ORG_CHANGES } from './changes.ts';
import { OwnedFacts, ownsNothing } from './OrgOwned.tsx';
import './org.css';

export function MergeDialog({ org, onClose }: { org: OrgRow | OrgRecord; onClose: () => void }) {
  const t = useT();
  const name = nameIn(locale(), org);
  const { data: owned } = usePageQuery(orgRecordRoutes.getOwned, { params: { id: org.id } });
  const [refused, setRefused] = useState(false);
  const keeps = owned !== undefined && !ownsNothing(owned);
  return (
    <ActionDialog
      route={orgRecordRoutes.mergeOrg}
      params={{ id: org.id }}
      fixed={{ rev: org.rev }}
      title={t('org.merge.title', { name })}
      text={t('org.merge.text', { name })}
      yes={t('org.merge.yes')}
      danger
      refused={refused || keeps}
      changes={ORG_CHANGES}
      onDone={() => {
        noticeDone(t('org.merge.done', { name }));
        onClose();
      }}
      onClose={onClose}
    >
      {keeps ? (
        <OwnedFacts id={org.id} of={owned} title={t('org.merge.before')} />
      ) : (
        <>
          <RecordField
            name="intoId"
            label="org.merge.into"
            width="full"
            find={orgRoutes.selectOrgs}
            query={{ type: [org.type], except: org.id }}
            optionOf={(other) => ({ value: other.id, label: other.name, hint: other.code })}
          />
          <Look id={org.id} onJudged={setRefused} />
        </>
      )}
    </ActionDialog>
  );
}

/** The preview, once the target is chosen. */
function Look({ id, onJudged }: { id: string; onJudged: (refused: boolean) => void }) {
  const t = useT();
  const intoId = Form.useWatch<string | null | undefined>('intoId');
  const { data } = usePageQuery(
    orgRecordRoutes.lookAtMerge,
    { params: { id }, query: { intoId: intoId ?? '' } },
    { enabled: typeof intoId === 'string' && intoId !== '' },
  );
  const isRefused = Boolean(intoId) && data !== undefined && data.refusal !== null;
  useEffect(() => onJudged(isRefused), [isRefused, onJudged]);
  if (!intoId || !data) return null;
  if (data.refusal !== null)
    return (
      <p className="org-refusal" role="alert">
        {data.refusal}
      </p>
    );
  return (
    <p className="form-section-text" role="status">
      {t('org.merge.moved', { moved: data.moved, both: data.both })}
      <br />
      {t('org.merge.quotas', { quotas: data.quotas, added: data.added })}
    </p>
  );
}
