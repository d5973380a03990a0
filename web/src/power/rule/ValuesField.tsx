// Values of a condition: typed, or chosen from types or categories.
import type { RuleSubject } from '@kuwei/contract/auth/rule-words';
import { ORG_TYPES } from '@kuwei/contract/org';
import { CONTAINER_TYPES } from '@kuwei/contract/wms/place';
import { Form, Select } from 'antd';
import { useContext } from 'react';
import { RowContext } from '../../form/context.ts';
import { FormField, type FieldProps } from '../../form/FormField.tsx';
import { useT } from '../../phrase/phrases.ts';
import { useDic } from '../../session/version.ts';
import { CATEGORIES, typeName } from './words.ts';

const TYPES: Partial<Record<RuleSubject, readonly string[]>> = { WMS_ORG: ORG_TYPES, WMS_CONTAINER: CONTAINER_TYPES };

export function ValuesField({ subjectType, ...rest }: FieldProps & { subjectType: RuleSubject }) {
  return (
    <FormField {...rest} view={(values: string[]) => values.join(', ')}>
      <Values subjectType={subjectType} />
    </FormField>
  );
}

interface ValuesProps {
  id?: string;
  value?: string[];
  onChange?: (values: string[]) => void;
  onBlur?: () => void;
  subjectType: RuleSubject;
}

function Values({ subjectType, ...select }: ValuesProps) {
  useT();
  const { path } = useContext(RowContext);
  const field: unknown = Form.useWatch([...path, 'field']);
  const categories = useDic(CATEGORIES).map(({ value, label }) => ({ value, label }));
  const types = TYPES[subjectType]?.map((value) => ({ value, label: typeName(subjectType, value) }));
  const options = field === 'category' ? categories : field === 'type' ? types : undefined;
  return options ? (
    <Select {...select} mode="multiple" options={options} />
  ) : (
    <Select {...select} mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', '，', ';', '；']} />
  );
}
