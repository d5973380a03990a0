import { numberRange } from '@kuwei/contract/rule';
import type { SettingRecord } from '@kuwei/contract/sys/config';
import { AreaField } from '../../form/field/AreaField.tsx';
import { ChoiceField, ChoicesField } from '../../form/field/ChoiceField.tsx';
import { SwitchField } from '../../form/field/SwitchField.tsx';
import { TextField } from '../../form/field/TextField.tsx';
import { FormField } from '../../form/FormField.tsx';
import { say, useT } from '../../phrase/phrases.ts';
import { NumberInput } from '../../ui/NumberInput.tsx';

/** The value, by its type. */
export function ValueField({ setting: { kind, unit, min, max, options: all } }: { setting: SettingRecord }) {
  const t = useT();
  const field = { name: 'value', label: 'config.value' } as const;
  const options = all.map(({ code, name }) => ({ value: code, label: name }));
  switch (kind) {
    case 'bool':
      return <SwitchField {...field} />;
    case 'enum':
      return <ChoiceField {...field} options={options} clearable={false} needed />;
    case 'roles':
      return <ChoicesField {...field} options={options} />;
    case 'number':
    case 'duration':
      return (
        <FormField {...field} needed check={limitsOf(min, max)}>
          <NumberInput className="form-number" suffix={unit === null ? undefined : t(`config.unit.${unit}`)} />
        </FormField>
      );
    case 'text':
      return <AreaField {...field} rows={6} />;
    default:
      return <TextField {...field} width="full" />;
  }
}

/** Checked together with the form's other rules, not after them. */
const limitsOf =
  (min: number | null, max: number | null) =>
  (value: unknown): string | undefined => {
    const refusal = numberRange(min ?? -Infinity, max ?? Infinity)(value);
    return refusal && say(refusal.key, refusal.params);
  };
