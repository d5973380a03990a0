// Holders of a role with their periods; granting and revoking it.
import { accountRoutes } from '@kuwei/contract/auth/account';
import { PEOPLE_MAX, roleRoutes, type Role, type RolePerson } from '@kuwei/contract/auth/role';
import { nameIn } from '@kuwei/contract/name';
import { useState, type ReactNode } from 'react';
import { ActionDialog } from '../../form/ActionDialog.tsx';
import { DateField } from '../../form/field/DateField.tsx';
import { LastDayField } from '../../form/field/LastDayField.tsx';
import { RecordField } from '../../form/field/RecordField.tsx';
import { usePage } from '../../page/page.ts';
import { useMayCall } from '../../page/may-call.ts';
import { usePageCall, usePageWrite } from '../../page/query.ts';
import { useLocale, useT } from '../../phrase/phrases.ts';
import { useUser } from '../../session/user.ts';
import type { RowAction } from '../../table/list-types.ts';
import { List } from '../../table/List.tsx';
import { ask, noticeDone, noticeError } from '../../ui/feedback.ts';
import { PageHead } from '../../ui/PageHead.tsx';
import { describeDependents } from '../../user/mg/dependents.tsx';
import { peopleList } from './people-list.tsx';
import { RoleChooser, useRoles } from './RoleChooser.tsx';
import './role.css';

const CHANGES = ['/auth/power', '/auth/biz/user/account'];

export function RolePeople({ buttons }: { buttons: ReactNode }) {
  const t = useT();
  const { query, setQuery } = usePage();
  const of = query.get('of');
  const role = useRoles()?.find(({ id }) => id === of);
  const chooser = (
    <div className="role-above">
      <RoleChooser
        label={t('rights.role.choose')}
        value={of}
        onChange={(id) => setQuery({ of: id, page: null, when: null, q: null })}
      />
    </div>
  );
  if (!role)
    return (
      <>
        <PageHead title={t('rights.role.title')} actions={buttons} />
        {chooser}
        <p className="role-hint">{t('rights.role.chooseText')}</p>
      </>
    );
  return <PeopleOf key={role.id} role={role} buttons={buttons} chooser={chooser} />;
}

function PeopleOf({ role, buttons, chooser }: { role: Role; buttons: ReactNode; chooser: ReactNode }) {
  const t = useT();
  const name = nameIn(useLocale(), role);
  const me = useUser((state) => state.user?.id);
  const take = useTake(role, name);
  const [adding, setAdding] = useState<'people' | RolePerson | null>(null);
  const actionsOf = (person: RolePerson): RowAction[] => {
    const reason = person.id === me ? t('rights.role.ownGrant') : undefined;
    return [
      { key: 'days', label: t('rights.role.days'), run: () => setAdding(person), reason },
      { key: 'take', label: t('rights.role.take'), run: () => take(person), danger: true, reason },
    ];
  };
  return (
    <>
      <List
        spec={peopleList}
        title={t('rights.role.title')}
        buttons={buttons}
        above={chooser}
        fixed={{ role: role.id }}
        actionsOf={actionsOf}
        primary={{ label: t('rights.role.add'), run: () => setAdding('people') }}
        emptyText={t('rights.role.peopleEmpty')}
      />
      {adding !== null && <GiveDialog role={role} name={name} to={adding} onClose={() => setAdding(null)} />}
    </>
  );
}

interface GiveDialogProps {
  role: Role;
  name: string;
  /** Grant to chosen users, or change a holder's period. */
  to: 'people' | RolePerson;
  onClose: () => void;
}

function GiveDialog({ role, name, to, onClose }: GiveDialogProps) {
  const t = useT();
  const person = to === 'people' ? null : to;
  return (
    <ActionDialog
      route={roleRoutes.addRolePeople}
      params={{ id: role.id }}
      title={person ? t('rights.role.daysTitle', { person: person.name, name }) : t('rights.role.addTitle', { name })}
      text={t('rights.role.addText')}
      yes={t(person ? 'rights.role.change' : 'rights.role.addYes')}
      changes={CHANGES}
      {...(person && { fixed: { userIds: [person.id] }, blank: { fromDay: person.fromDay, untilDay: person.untilDay } })}
      onDone={() => {
        noticeDone(t('rights.role.added', { name }));
        onClose();
      }}
      onClose={onClose}
    >
      {person === null && (
        <RecordField
          name="userIds"
          label="rights.role.userIds"
          width="full"
          find={roleRoutes.findRolePeople}
          optionOf={(each) => ({ value: each.id, label: each.name, hint: each.username })}
          multiple
          hint={t('rights.role.userIdsHint', { max: PEOPLE_MAX })}
        />
      )}
      <DateField name="fromDay" label="rights.role.fromDay" />
      <LastDayField name="untilDay" label="rights.role.untilDay" />
    </ActionDialog>
  );
}

function useTake(role: Role, name: string): (person: RolePerson) => Promise<void> {
  const t = useT();
  const write = usePageWrite(roleRoutes.removeRolePeople, { changes: CHANGES });
  const call = usePageCall();
  const mayCall = useMayCall();
  return async (person) => {
    const words = { person: person.name, name };
    const left = mayCall(accountRoutes.lookAtLeaders)
      ? await describeDependents(call, { ids: [person.id] }, { groups: [], roles: [role.code] })
      : undefined;
    const text = left === undefined ? t('rights.role.takeText') : [left, <p key="text">{t('rights.role.takeText')}</p>];
    const question = { title: t('rights.role.takeAsk', words), text, yes: t('rights.role.take') };
    if (!(await ask({ ...question, no: t('common.cancel'), danger: true }))) return;
    try {
      await write.mutateAsync({ params: { id: role.id }, body: { userIds: [person.id] } });
      noticeDone(t('rights.role.taken', words));
    } catch (error) {
      noticeError(t('rights.role.takeFailed'), error instanceof Error ? error.message : String(error));
    }
  };
}
