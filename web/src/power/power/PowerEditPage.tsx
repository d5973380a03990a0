import { POWER_MODULE_DIC, powerRoutes, type Power } from '@kuwei/contract/auth/power';
import { nameIn } from '@kuwei/contract/name';
import { editOf } from '../../form/edit-spec.ts';
import { EditPage } from '../../form/EditPage.tsx';
import { AreaField } from '../../form/field/AreaField.tsx';
import { ChoiceField } from '../../form/field/ChoiceField.tsx';
import { TextField } from '../../form/field/TextField.tsx';
import { Section } from '../../form/Section.tsx';
import { t, useT } from '../../phrase/phrases.ts';

const isUsed = ({ menu, calls, roles }: Power): boolean =>
  menu.length > 0 || calls.length > 0 || roles.some(({ code }) => code !== 'ROLE_ADMIN');

const powerEdit = editOf(powerRoutes.createPower, {
  name: 'rights.power.record',
  get: powerRoutes.getPowerRecord,
  update: powerRoutes.updatePower,
  remove: powerRoutes.deletePower,
  changes: ['/auth/power'],
  nameOf: (power, spoken) => nameIn(spoken, power),
  carry: ['module'],
  cannotRemove: (power) => (isUsed(power) ? t('rights.power.used') : undefined),
});

export default function PowerEditPage() {
  return <EditPage edit={powerEdit}>{(power) => <PowerFields power={power} />}</EditPage>;
}

function PowerFields({ power }: { power: Power | null }) {
  const t = useT();
  return (
    <Section title="rights.power.basic">
      <TextField
        name="code"
        label="rights.power.code"
        code
        width="third"
        placeholder="POWER_…"
        hint={power ? undefined : t('rights.role.codeHint')}
        disabled={power !== null}
      />
      <TextField name="name" label="rights.power.name" width="third" />
      <TextField name="nameEn" label="rights.power.nameEn" width="third" />
      <ChoiceField
        name="module"
        label="rights.power.module"
        dic={POWER_MODULE_DIC}
        width="third"
        hint={power ? undefined : t('rights.power.newHint')}
      />
      <AreaField name="description" label="rights.power.description" />
    </Section>
  );
}
