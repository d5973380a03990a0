// Several typed codes: precautionary statements, CAS numbers.
import { Select } from 'antd';
import { leaveOnTab } from '../../../form/field/leave-on-tab.ts';
import { FormField, type FieldProps } from '../../../form/FormField.tsx';

export const TagsField = (props: FieldProps) => (
  <FormField {...props} view={(codes: string[]) => codes.join(', ')}>
    <Tags />
  </FormField>
);

interface TagsProps {
  id?: string;
  value?: readonly string[] | null;
  onChange?: (codes: string[]) => void;
  onBlur?: () => void;
}

const Tags = ({ id, value, onChange, onBlur }: TagsProps) => (
  <Select
    id={id}
    mode="tags"
    open={false}
    suffixIcon={null}
    onInputKeyDown={leaveOnTab}
    value={[...(value ?? [])]}
    onChange={(next: string[]) => onChange?.(next.map((code) => code.trim().toUpperCase()))}
    onBlur={onBlur}
    tokenSeparators={[',', '，', ';', '；', ' ', '、']}
  />
);
