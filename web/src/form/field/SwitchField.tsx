import { Switch } from 'antd';
import { useT } from '../../phrase/phrases.ts';
import { FormField, type FieldProps } from '../FormField.tsx';

/** Yes or no: one of them is always answered, so that nothing is marked as needed. */
export function SwitchField({ disabled, ...rest }: FieldProps) {
  const t = useT();
  return (
    <FormField {...rest} needed={false} valuePropName="checked" view={(on: boolean) => t(on ? 'form.on' : 'form.off')}>
      <Switch disabled={disabled} />
    </FormField>
  );
}
