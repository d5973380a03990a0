import { Switch } from 'antd';
import { useT } from '../../phrase/phrases.ts';
import { FormField, type FieldProps } from '../FormField.tsx';

/** Yes or no: always has a value, so it shows no required mark. */
export function SwitchField({ disabled, ...rest }: FieldProps) {
  const t = useT();
  return (
    <FormField {...rest} needed={false} valuePropName="checked" view={(on: boolean) => t(on ? 'form.on' : 'form.off')}>
      <Switch disabled={disabled} />
    </FormField>
  );
}
