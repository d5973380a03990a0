import { IDENTITY_DIC, type Account, type Membership, type RoleGrant } from '@kuwei/contract/auth/account';
import { RELATIONS } from '@kuwei/contract/org';
import { orgRoutes } from '@kuwei/contract/wms/org';
import { AreaField } from '../../form/field/AreaField.tsx';
import { ChoiceField } from '../../form/field/ChoiceField.tsx';
import { DateField } from '../../form/field/DateField.tsx';
import { LastDayField } from '../../form/field/LastDayField.tsx';
import { RecordField } from '../../form/field/RecordField.tsx';
import { RowsField } from '../../form/field/RowsField.tsx';
import { TextField } from '../../form/field/TextField.tsx';
import { Section } from '../../form/Section.tsx';
import { useT } from '../../phrase/phrases.ts';
import { useUser } from '../../session/user.ts';
import { useRoleOptions } from './role-options.ts';

/** Same limits as in the contract. */
const MOST = { roles: 100, orgs: 200 };
const NO_DAYS = { fromDay: null, untilDay: null };

export function AccountFields({ account }: { account: Account | null }) {
  const t = useT();
  const isOwn = useUser(({ user }) => user?.id) === account?.id;
  return (
    <>
      <Section title="user.account.basic">
        <TextField name="username" label="user.account.username" width="third" />
        <TextField name="name" label="user.account.name" width="third" />
        <TextField name="staffNo" label="user.account.staffNo" width="third" />
        <ChoiceField name="identity" label="user.account.identity" dic={IDENTITY_DIC} width="third" />
        <TextField name="email" label="user.account.email" inputMode="email" width="third" />
        <TextField
          name="phone"
          label="user.account.phone"
          placeholder={t('user.account.phoneHint')}
          inputMode="tel"
          width="third"
        />
        <LastDayField name="untilDay" label="user.account.untilDay" width="third" disabled={isOwn} />
        <AreaField name="remark" label="user.account.remark" width="full" />
      </Section>
      <Section title="user.account.rights" text={isOwn ? 'user.account.ownRights' : 'user.account.rightsHint'}>
        <Roles isOwn={isOwn} />
        <Orgs isOwn={isOwn} known={account?.orgNames ?? []} />
      </Section>
      {account === null && <p className="form-section-text">{t('user.account.passwordNext')}</p>}
    </>
  );
}

const days = (isOwn: boolean) => [
  <DateField key="fromDay" name="fromDay" label="user.account.fromDay" edge="first" disabled={isOwn} />,
  <LastDayField key="untilDay" name="untilDay" label="user.account.until" disabled={isOwn} />,
];

function Roles({ isOwn }: { isOwn: boolean }) {
  const t = useT();
  const options = useRoleOptions();
  const nameOf = (code: string): string => options?.find(({ value }) => value === code)?.label ?? code;
  return (
    <RowsField
      name="roles"
      label="user.account.roles"
      hint={t('user.account.rolesHint')}
      fields={[
        <ChoiceField key="code" name="code" label="user.account.role" options={options} clearable={false} disabled={isOwn} />,
        ...days(isOwn),
      ]}
      columns={[6, 3, 3]}
      blank={NO_DAYS}
      max={MOST.roles}
      disabled={isOwn}
      view={(grants: RoleGrant[]) => grants.map(({ code }) => nameOf(code)).join(' · ')}
    />
  );
}

function Orgs({ isOwn, known }: { isOwn: boolean; known: Account['orgNames'] }) {
  const options = known.map(({ id, name, code }) => ({ value: id, label: name, hint: code }));
  return (
    <RowsField
      name="orgs"
      label="user.account.orgs"
      fields={[
        <RecordField
          key="orgId"
          name="orgId"
          label="user.account.org"
          find={orgRoutes.selectOrgs}
          optionOf={({ id, name, code }) => ({ value: id, label: name, hint: code })}
          known={options}
          disabled={isOwn}
        />,
        <ChoiceField
          key="relation"
          name="relation"
          label="user.account.relation"
          values={RELATIONS}
          phrase="org.relation"
          clearable={false}
          disabled={isOwn}
        />,
        ...days(isOwn),
      ]}
      columns={[4, 2, 3, 3]}
      blank={{ relation: 'MEMBER', ...NO_DAYS }}
      max={MOST.orgs}
      disabled={isOwn}
      view={(members: Membership[]) =>
        members.map(({ orgId }) => options.find(({ value }) => value === orgId)?.label ?? '…').join(' · ')
      }
    />
  );
}
