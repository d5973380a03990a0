// Delegations: who decides for the user while they are away, and for whom the user decides.
import { workRoutes } from '@kuwei/contract/bpm/work';
import type { ReplyOf } from '@kuwei/contract/route';
import { joinList } from '@kuwei/contract/phrase';
import { Button, Modal, Skeleton } from 'antd';
import { useState } from 'react';
import { ActionDialog } from '../../form/ActionDialog.tsx';
import { AreaField } from '../../form/field/AreaField.tsx';
import { ChoicesField } from '../../form/field/ChoiceField.tsx';
import { MinuteField } from '../../form/field/DateField.tsx';
import { RecordField } from '../../form/field/RecordField.tsx';
import { usePageQuery, usePageWrite } from '../../page/query.ts';
import { locale, useT } from '../../phrase/phrases.ts';
import { useUser } from '../../session/user.ts';
import { ask, noticeDone } from '../../ui/feedback.ts';
import { localMinute } from '../../ui/format.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { personOption } from './person-option.ts';
import './todo.css';

const CHANGES = ['/sys/bpm'];
const HOUR = 3_600_000;
const WEEK = 7 * 24 * HOUR;

type Delegation = ReplyOf<(typeof workRoutes)['listDelegations']>[number];

export function DelegationDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [adding, setAdding] = useState(false);
  const { data, error, refetch, isFetching } = usePageQuery(workRoutes.listDelegations, undefined, { staleTime: 0 });
  return (
    <>
      <Modal
        open
        width={640}
        title={t('bpm.away')}
        onCancel={onClose}
        footer={
          <>
            <Button onClick={onClose}>{t('bpm.close')}</Button>
            <Button type="primary" onClick={() => setAdding(true)}>
              {t('bpm.away.new')}
            </Button>
          </>
        }
      >
        <p className="away-text">{t('bpm.away.text')}</p>
        {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />}
        {!data && !error && <Skeleton active paragraph={{ rows: 2 }} title={false} />}
        {data?.length === 0 && <p>{t('bpm.away.none')}</p>}
        {data && data.length > 0 && (
          <ul className="away-list" aria-label={t('bpm.away')}>
            {data.map((each) => (
              <OneDelegation key={each.id} delegation={each} />
            ))}
          </ul>
        )}
      </Modal>
      {adding && <NewDelegation onClose={() => setAdding(false)} />}
    </>
  );
}

function useKindNames(): { value: string; label: string }[] {
  const { data } = usePageQuery(workRoutes.listWorkflows, undefined, { staleTime: Infinity });
  return data?.map(({ key, name }) => ({ value: key, label: name })) ?? [];
}

function OneDelegation({ delegation }: { delegation: Delegation }) {
  const t = useT();
  const { user } = useUser();
  const kinds = useKindNames();
  const { id, fromId, fromName, toName, keys, fromAt, untilAt, reason } = delegation;
  const isOwn = fromId === user?.id;
  const end = usePageWrite(workRoutes.endDelegation, {
    changes: CHANGES,
    onSuccess: () => noticeDone(t('bpm.away.ended')),
  });
  const askToEnd = async (): Promise<void> => {
    const question = { title: t('bpm.away.endAsk', { name: toName }), yes: t('bpm.away.end'), no: t('common.cancel') };
    if (await ask(question)) end.mutate({ params: { id } });
  };
  const names = keys.map((key) => kinds.find(({ value }) => value === key)?.label ?? key);
  const about = [keys.length === 0 ? t('bpm.away.all') : joinList(locale(), names), reason];
  return (
    <li>
      <div>
        <p>{isOwn ? t('bpm.away.to', { name: toName }) : t('bpm.away.from', { name: fromName })}</p>
        <p className="work-handed">
          {localMinute(fromAt)} – {localMinute(untilAt)}
        </p>
        <p className="work-handed">{about.filter(Boolean).join(' · ')}</p>
      </div>
      {isOwn && (
        <Button disabled={end.isPending} onClick={() => void askToEnd()}>
          {t('bpm.away.end')}
        </Button>
      )}
    </li>
  );
}

function NewDelegation({ onClose }: { onClose: () => void }) {
  const t = useT();
  const kinds = useKindNames();
  const [blank] = useState(() => {
    const minute = Math.floor(Date.now() / 60_000) * 60_000;
    return { fromAt: new Date(minute).toISOString(), untilAt: new Date(minute + WEEK).toISOString() };
  });
  return (
    <ActionDialog
      route={workRoutes.addDelegation}
      params={{}}
      blank={blank}
      title={t('bpm.away.new')}
      text={t('bpm.away.text')}
      yes={t('bpm.away.add')}
      guarded
      changes={CHANGES}
      onDone={() => {
        noticeDone(t('bpm.away.done'));
        onClose();
      }}
      onClose={onClose}
    >
      <RecordField
        name="toId"
        label="bpm.away.person"
        width="full"
        hint={t('bpm.person.hint')}
        find={workRoutes.selectColleagues}
        optionOf={personOption}
      />
      <MinuteField name="fromAt" label="bpm.away.fromAt" />
      <MinuteField name="untilAt" label="bpm.away.untilAt" />
      <ChoicesField name="keys" label="bpm.away.keys" width="full" hint={t('bpm.away.keys.hint')} options={kinds} />
      <AreaField name="reason" label="bpm.away.reason" width="full" />
    </ActionDialog>
  );
}
