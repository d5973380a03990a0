import { Select, type SelectProps } from 'antd';
import { useT } from '../../phrase/phrases.ts';
import { FormField, type FieldProps } from '../FormField.tsx';
import { OptionLine } from './OptionLine.tsx';
import { isMeant, labelIn, offered, useOptions, type Option, type Source } from './options.ts';
import { tabLeaves } from './tab-leaves.ts';

/** With more options than this a field to find them by helps. */
const FIND_FROM = 8;

type ChoiceFieldProps = FieldProps &
  Source & {
    /** One that can be taken back. */
    clearable?: boolean;
  };

/** @param value what the form holds: the field hands it in */
function Chooser({ all, value, ...select }: SelectProps<string | string[] | null, Option> & { all: readonly Option[] }) {
  return <Select {...select} value={value} options={offered(all, [value ?? []].flat())} />;
}

/** One of several. */
export function ChoiceField({ clearable = true, disabled, ...rest }: ChoiceFieldProps) {
  const t = useT();
  const options = useOptions(rest);
  const { name, label, hint, width } = rest;
  return (
    <FormField name={name} label={label} hint={hint} width={width} view={(value: string) => labelIn(options, value)}>
      <Chooser
        all={options}
        disabled={disabled}
        allowClear={clearable}
        placeholder={t('form.choose')}
        showSearch={options.length > FIND_FROM && { filterOption: isMeant }}
        optionRender={({ data }) => <OptionLine {...data} />}
      />
    </FormField>
  );
}

/** Several of them. */
export function ChoicesField({ disabled, ...rest }: FieldProps & Source) {
  const t = useT();
  const options = useOptions(rest);
  const { name, label, hint, width } = rest;
  return (
    <FormField
      name={name}
      label={label}
      hint={hint}
      width={width}
      view={(values: string[]) => values.map((value) => labelIn(options, value)).join(t('wms.place.comma'))}
    >
      <Chooser
        mode="multiple"
        onInputKeyDown={tabLeaves}
        all={options}
        disabled={disabled}
        placeholder={t('form.choose')}
        showSearch={{ filterOption: isMeant }}
        optionRender={({ data }) => <OptionLine {...data} />}
      />
    </FormField>
  );
}
