import { Input } from 'antd';
import { FormField, type FieldProps } from '../FormField.tsx';

interface AreaFieldProps extends FieldProps {
  /** Initial number of lines; grows to four times as many. */
  rows?: number;
}

/** Multi-line text. */
export const AreaField = ({ rows = 3, disabled, width = 'full', ...rest }: AreaFieldProps) => (
  <FormField {...rest} width={width} view={(text: string) => <span className="form-lines">{text}</span>}>
    <Input.TextArea autoSize={{ minRows: rows, maxRows: rows * 4 }} disabled={disabled} />
  </FormField>
);
