import { roleRoutes, type Role } from '@kuwei/contract/auth/role';
import { nameIn } from '@kuwei/contract/name';
import { editOf } from '../../form/edit-spec.ts';
import { EditPage } from '../../form/EditPage.tsx';
import { AreaField } from '../../form/field/AreaField.tsx';
import { WholeField } from '../../form/field/DecimalField.tsx';
import { SwitchField } from '../../form/field/SwitchField.tsx';
import { TextField } from '../../form/field/TextField.tsx';
import { Section } from '../../form/Section.tsx';
import { t, useT } from '../../phrase/phrases.ts';
import { useUser } from '../../session/user.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { roleLook } from './looks.ts';
import { PowersField } from './PowersField.tsx';
import { RoleAccessView } from './RoleAccessView.tsx';

const roleEdit = editOf(roleRoutes.createRole, {
  name: 'rights.role.record',
  get: roleRoutes.getRole,
  update: roleRoutes.updateRole,
  remove: roleRoutes.deleteRole,
  changes: ['/auth/power', '/auth/biz/user/account'],
  nameOf: (role, spoken) => nameIn(spoken, role),
  blank: { sort: 100, valid: true, powers: [] },
  carry: ['sort', 'powers'],
  cannotRemove: ({ builtIn, people }) =>
    builtIn ? t('rights.role.used.product') : people > 0 ? t('rights.role.used.people', { n: people }) : undefined,
});

export default function RoleEditPage() {
  const t = useT();
  return (
    <EditPage
      edit={roleEdit}
      marks={(role) => <StateTag look={roleLook(role)} />}
      actions={({ id }) => (
        <PageLink className="kw-button" to={`/def/power/role?view=people&of=${id}`}>
          {t('rights.role.peopleOf')}
        </PageLink>
      )}
    >
      {(role) => <RoleFields role={role} />}
    </EditPage>
  );
}

function RoleFields({ role }: { role: Role | null }) {
  const t = useT();
  const isOwn = useUser((state) => state.roles).some(({ code }) => code === role?.code);
  const why = role?.reserved ? t('rights.role.powersReserved') : isOwn ? t('rights.role.powersOwn') : undefined;
  return (
    <>
      <Section title="rights.role.basic">
        <TextField
          name="code"
          label="rights.role.code"
          code
          width="third"
          placeholder="ROLE_…"
          hint={role ? undefined : t('rights.role.codeHint')}
          disabled={role !== null}
        />
        <TextField name="name" label="rights.role.name" width="third" />
        <TextField name="nameEn" label="rights.role.nameEn" width="third" />
        <WholeField name="sort" label="rights.role.sort" width="third" hint={t('rights.role.sortHint')} />
        <SwitchField
          name="valid"
          label="rights.role.valid"
          width="third"
          hint={t('rights.role.validHint')}
          disabled={why !== undefined}
        />
        <AreaField name="remark" label="rights.role.remark" />
      </Section>
      <Section title="rights.role.powers">
        <PowersField why={why} />
      </Section>
      {role && (
        <Section title="rights.role.opens" text="rights.role.opensText">
          <RoleAccessView role={role} />
        </Section>
      )}
    </>
  );
}
