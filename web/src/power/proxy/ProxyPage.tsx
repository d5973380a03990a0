// Impersonation: users an administrator can act as, and a log of who acted as whom, when and why.
import { proxyRoutes, type AuthUser } from '@kuwei/contract/auth/proxy';
import { useState } from 'react';
import { ActionDialog } from '../../form/ActionDialog.tsx';
import { AreaField } from '../../form/field/AreaField.tsx';
import { confirmDiscardAll } from '../../page/leave.ts';
import { usePage } from '../../page/page.ts';
import { say, useT } from '../../phrase/phrases.ts';
import { restartSession } from '../../session/acting.ts';
import { configOr } from '../../session/version.ts';
import { List } from '../../table/List.tsx';
import type { RowAction } from '../../table/list-types.ts';
import { resetPatch } from '../../table/query-state.ts';
import { Parts } from '../../ui/Parts.tsx';
import { pastList, userList } from './proxy-list.tsx';

export default function ProxyPage() {
  const t = useT();
  const { query } = usePage();
  const [chosen, setChosen] = useState<AuthUser | null>(null);
  if (query.get('view') === 'past')
    return <List key="past" spec={pastList} title={t('proxy.title')} buttons={<Views />} emptyText={t('proxy.pastEmpty')} />;

  const choose = async (user: AuthUser): Promise<void> => {
    if (await confirmDiscardAll()) setChosen(user);
  };
  const actionsOf = (user: AuthUser): RowAction[] => [
    {
      key: 'switch',
      label: t('proxy.switch'),
      run: () => choose(user),
      reason: user.refusal === null ? undefined : say(`error.${user.refusal}`),
    },
  ];
  return (
    <>
      <List
        key="users"
        spec={userList}
        title={t('proxy.title')}
        buttons={<Views />}
        actionsOf={actionsOf}
        emptyText={t('proxy.empty')}
      />
      {chosen && <SwitchDialog user={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

function Views() {
  const t = useT();
  const { query, setQuery } = usePage();
  const view = query.get('view') === 'past' ? 'past' : 'users';
  const shown = view === 'past' ? pastList : userList;
  return (
    <Parts
      label={t('proxy.view')}
      options={(['users', 'past'] as const).map((value) => ({ value, label: t(`proxy.view.${value}`) }))}
      value={view}
      onChange={(to) => setQuery({ ...resetPatch(shown.route.query), view: to === 'users' ? null : to })}
    />
  );
}

function SwitchDialog({ user, onClose }: { user: AuthUser; onClose: () => void }) {
  const t = useT();
  const { id, name, username } = user;
  return (
    <ActionDialog
      route={proxyRoutes.switchToUser}
      params={{}}
      fixed={{ id }}
      title={t('proxy.switchTitle', { name, username })}
      text={t('proxy.switchText', { minutes: configOr('SYS_ACTING_MINUTES', '60') })}
      yes={t('proxy.switch')}
      changes={[]}
      onDone={restartSession}
      onClose={onClose}
    >
      <AreaField name="reason" label="proxy.reason" />
    </ActionDialog>
  );
}
