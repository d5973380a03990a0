import { accountRoutes } from '@kuwei/contract/auth/account';
import { nameIn } from '@kuwei/contract/name';
import { ORG_TYPES, RELATIONS } from '@kuwei/contract/org';
import {
  MEMBERS_MAX,
  orgRecordRoutes,
  QUOTAS_MAX,
  type Member,
  type OrgRecord,
  type Quota,
} from '@kuwei/contract/wms/org-record';
import { Form } from 'antd';
import { editOf } from '../../form/edit-spec.ts';
import { EditPage } from '../../form/EditPage.tsx';
import { AreaField } from '../../form/field/AreaField.tsx';
import { ChoiceField } from '../../form/field/ChoiceField.tsx';
import { DateField } from '../../form/field/DateField.tsx';
import { DecimalField, WholeField } from '../../form/field/DecimalField.tsx';
import { listEndedBy, isCurrent, LastDayField } from '../../form/field/LastDayField.tsx';
import { RecordField } from '../../form/field/RecordField.tsx';
import { RowsField } from '../../form/field/RowsField.tsx';
import { TextField } from '../../form/field/TextField.tsx';
import { Section } from '../../form/Section.tsx';
import { usePageQuery } from '../../page/query.ts';
import { locale, t, useT } from '../../phrase/phrases.ts';
import { StateTag } from '../../ui/StateTag.tsx';
import { ORG_CHANGES } from './changes.ts';
import { noLeader, orgLooks } from './looks.ts';
import { OrgOwned } from './OrgOwned.tsx';
import { useOrgActions } from './use-org-actions.tsx';
import './org.css';

const isLeader = (member: Member): boolean => member.relation === 'LEADER' && isCurrent(member);

/** Names of the members whose membership saving would end. */
function endedText(members: readonly Member[] | undefined, before: OrgRecord | null): string | undefined {
  const names = listEndedBy(before?.members ?? [], members ?? [], ({ userId }) => userId).map(
    ({ userId }) => before!.people.find(({ id }) => id === userId)?.name ?? '…',
  );
  return names.length === 0 ? undefined : t('org.people.ends', { names });
}

const orgEdit = editOf(orgRecordRoutes.createOrg, {
  name: 'org.one',
  get: orgRecordRoutes.getOrg,
  update: orgRecordRoutes.updateOrg,
  remove: orgRecordRoutes.deleteOrg,
  changes: ORG_CHANGES,
  nameOf: (org, locale) => nameIn(locale, org),
  blank: { type: 'LAB' },
  carry: ['type', 'address'],
  confirm: ({ type, members }, before) => {
    const endedMessage = endedText(members, before);
    if (type === 'LAB' && before?.members.some(isLeader) === true && !members?.some(isLeader))
      return {
        title: t('org.leaderlessAsk', { name: nameIn(locale(), before) }),
        text: `${endedMessage ?? ''} ${t('org.leaderlessText')}`.trim(),
        yes: t('org.leaderlessYes'),
        danger: true,
      };
    return endedMessage === undefined
      ? undefined
      : { title: t('form.endAsk'), text: endedMessage, yes: t('form.endYes'), danger: true };
  },
  // Organisations that run warehouses have no quota.
  conditional: ['quotas'],
  cannotRemove: ({ codeFixed, members }) =>
    codeFixed ? t('wms.used.history') : members.length > 0 ? t('org.used.members', { n: members.length }) : undefined,
});

export default function OrgEditPage() {
  const t = useT();
  const { actionsOf, dialog } = useOrgActions();
  return (
    <>
      <EditPage
        edit={orgEdit}
        marks={(org) => (
          <>
            <StateTag look={orgLooks[org.state]} />
            {org.mergedInto && <span>{t('org.merged', { name: org.mergedInto.name })}</span>}
          </>
        )}
        actions={(org) =>
          actionsOf(org)
            .filter(({ key, reason }) => ['disable', 'enable', 'merge'].includes(key) && reason === undefined)
            .map(({ key, label, run }) => (
              <button key={key} type="button" className="kw-button" onClick={() => void run?.()}>
                {label}
              </button>
            ))
        }
      >
        {(org) => <OrgFields org={org} />}
      </EditPage>
      {dialog}
    </>
  );
}

const fixed = (isFixed: boolean | undefined, hint: string) => (isFixed ? { disabled: true, hint } : {});

function OrgFields({ org }: { org: OrgRecord | null }) {
  const t = useT();
  const type = Form.useWatch<string | undefined>('type') ?? org?.type;
  return (
    <>
      <Section title="org.basic">
        <TextField name="code" label="org.code" code width="third" {...fixed(org?.codeFixed, t('org.codeFixed'))} />
        <TextField name="name" label="org.name" width="third" />
        <TextField name="nameEn" label="org.nameEn" width="third" />
        <ChoiceField
          name="type"
          label="org.type"
          values={ORG_TYPES}
          phrase="org.type"
          clearable={false}
          width="third"
          {...fixed(org?.typeFixed, t('org.typeFixed'))}
        />
        <TextField name="contact" label="org.contact" width="third" />
        <TextField name="phone" label="org.phone" width="third" />
        <TextField name="address" label="org.address" width="full" />
        <AreaField name="remark" label="org.remark" width="full" />
      </Section>
      <Section title="org.membersSection" text="org.membersHint">
        <Members org={org} />
      </Section>
      {type !== 'WAREHOUSE' && (
        <Section title="org.quotas" text="org.quotasHint">
          <Quotas />
        </Section>
      )}
      {org && <OrgOwned id={org.id} />}
    </>
  );
}

function Members({ org }: { org: OrgRecord | null }) {
  const t = useT();
  const known = (org?.people ?? []).map(({ id, name, username }) => ({ value: id, label: `${name} ${username}` }));
  const nameOf = (id: string): string => known.find(({ value }) => value === id)?.label ?? id;
  const fields = [
    <RecordField
      key="userId"
      name="userId"
      label="org.person"
      find={accountRoutes.listAccounts}
      optionOf={({ id, name, username }) => ({ value: id, label: `${name} ${username}` })}
      known={known}
    />,
    <ChoiceField
      key="relation"
      name="relation"
      label="org.relation"
      values={RELATIONS}
      phrase="org.relation"
      clearable={false}
    />,
    <DateField key="fromDay" name="fromDay" label="org.fromDay" />,
    <LastDayField key="untilDay" name="untilDay" label="org.untilDay" />,
  ];
  return (
    <>
      <RowsField
        name="members"
        label="org.members"
        fields={fields}
        columns={[5, 3, 3, 3]}
        blank={{ relation: 'MEMBER', fromDay: null, untilDay: null }}
        max={MEMBERS_MAX}
        view={(members: Member[]) => members.map(({ userId }) => nameOf(userId)).join(t('wms.place.comma'))}
      />
      <NoLeader />
    </>
  );
}

/** Warns while editing: a group without a leader would otherwise show only in the list. */
function NoLeader() {
  const t = useT();
  const type = Form.useWatch<string | undefined>('type');
  const members = Form.useWatch<(Partial<Member> | undefined)[] | undefined>('members');
  if (type !== 'LAB' || !members?.length || members.some((member) => member?.relation === 'LEADER')) return null;
  return (
    <p className="org-no-leader" role="status">
      <StateTag look={noLeader} /> {t('org.noLeaderText')}
    </p>
  );
}

function Quotas() {
  const t = useT();
  const { data: warehouses } = usePageQuery(orgRecordRoutes.selectQuotaWarehouses, undefined);
  const options = warehouses?.map(({ id, name, orgName }) => ({ value: id, label: name, hint: orgName }));
  const nameOf = (id: string): string => options?.find(({ value }) => value === id)?.label ?? id;
  return (
    <RowsField
      name="quotas"
      label="org.quotas"
      fields={[
        <ChoiceField key="warehouseId" name="warehouseId" label="org.quota.warehouse" options={options} clearable={false} />,
        <WholeField key="maxBoxes" name="maxBoxes" label="org.quota.maxBoxes" placeholder={t('org.noLimit')} />,
        <DecimalField key="maxVolumeL" name="maxVolumeL" label="org.quota.maxVolume" suffix="L" placeholder={t('org.noLimit')} />,
      ]}
      columns={[5, 3, 3]}
      blank={{ maxBoxes: null, maxVolumeL: null }}
      max={QUOTAS_MAX}
      view={(quotas: Quota[]) => quotas.map(({ warehouseId }) => nameOf(warehouseId)).join(t('wms.place.comma'))}
    />
  );
}
