// Recipients and time of a message; counts the recipients while choosing.
import { proxyRoutes } from '@kuwei/contract/auth/proxy';
import { msgSenderRoutes } from '@kuwei/contract/sys/msg-sender';
import { Form } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { ChoicesField } from '../../../form/field/ChoiceField.tsx';
import { MinuteField } from '../../../form/field/DateField.tsx';
import { RecordField } from '../../../form/field/RecordField.tsx';
import { SwitchField } from '../../../form/field/SwitchField.tsx';
import { usePageCall, usePageQuery } from '../../../page/query.ts';
import { useT } from '../../../phrase/phrases.ts';
import { grouped } from '../../../ui/format.ts';
import './sender.css';

export function ReceiverFields() {
  const t = useT();
  const { data = [] } = usePageQuery(proxyRoutes.listAuthRoles, undefined);
  return (
    <>
      <RecordField
        name="userIds"
        label="sender.users"
        width="full"
        multiple
        find={msgSenderRoutes.selectPeople}
        optionOf={({ id, name, username }) => ({ value: id, label: name, hint: username })}
      />
      <ChoicesField name="roles" label="sender.roles" options={data.map(({ code, name }) => ({ value: code, label: name }))} />
      <RecordField
        name="orgIds"
        label="sender.orgs"
        multiple
        find={msgSenderRoutes.selectReceiverOrgs}
        optionOf={({ id, name, code }) => ({ value: id, label: name, hint: code })}
      />
      <SwitchField name="everyone" label="sender.everyone" />
      <MinuteField name="sendAt" label="sender.sendAt" hint={t('sender.sendAtHint')} />
      <ReceiverCount />
    </>
  );
}

/** Debounce delay before counting. */
const PAUSE_MS = 250;

function ReceiverCount() {
  const t = useT();
  const call = usePageCall();
  const [found, setFound] = useState<{ count: number; names: string[] } | null>(null);
  const chosen = JSON.stringify({
    everyone: (Form.useWatch('everyone') as boolean | undefined) ?? false,
    userIds: (Form.useWatch('userIds') as string[] | undefined) ?? [],
    roles: (Form.useWatch('roles') as string[] | undefined) ?? [],
    orgIds: (Form.useWatch('orgIds') as string[] | undefined) ?? [],
  });
  const count = useEffectEvent((text: string) =>
    call(msgSenderRoutes.countReceivers, { body: JSON.parse(text) as object }).catch(() => null),
  );
  useEffect(() => {
    let isOver = false;
    const timer = setTimeout(() => {
      void count(chosen).then((answer) => !isOver && setFound(answer));
    }, PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [chosen]);
  if (!found) return <p className="receiver-count" role="status" />;
  const names = found.names.join(t('wms.place.comma'));
  const words = { count: grouped(String(found.count)), names };
  return (
    <p className="receiver-count" role="status">
      {found.count === 0
        ? t('sender.countNone')
        : found.count > found.names.length
          ? t('sender.countMore', words)
          : t('sender.count', words)}
    </p>
  );
}
