import { Select, type SelectProps } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useT } from '../../phrase/phrases.ts';
import { matchesOption, labelIn, listSelectable, useOptions, type Option, type Source } from '../../ui/options.ts';
import { FormField, type FieldProps } from '../FormField.tsx';
import { OptionLine } from './OptionLine.tsx';
import { leaveOnTab } from './leave-on-tab.ts';
import { usePendingSearch } from './use-pending-search.ts';

/** Number of options from which a search field is shown. */
const FIND_FROM = 8;

type ChoiceFieldProps = FieldProps &
  Source & {
    /** Whether the choice can be cleared. */
    clearable?: boolean;
  };

/** @param value set by the form field */
function Chooser({
  all,
  value,
  finds,
  ...select
}: SelectProps<string | string[] | null, Option> & { all: readonly Option[] | undefined; finds: boolean }) {
  const t = useT();
  const chosen = [value ?? []].flat();
  const options = listSelectable(all ?? [], chosen);
  const { mode, onChange } = select;
  const found = (text: string): Option[] =>
    options.filter((option) => matchesOption(text, option) && !(mode === 'multiple' && chosen.includes(option.value)));
  const choose = (option: Option): void => onChange?.(mode === 'multiple' ? [...chosen, option.value] : option.value, option);
  const entering = usePendingSearch<Option>({ found, choose });
  // Text typed and entered before the options loaded.
  const typed = useRef('');
  const entered = useRef(false);
  // Once the user types, search stays on, however few options there are: otherwise the text would be hidden, and hide all options.
  const [isSought, setIsSought] = useState(false);
  useEffect(() => {
    if (all === undefined || !entered.current) return;
    entered.current = false;
    const first = found(typed.current).find(({ disabled }) => disabled !== true);
    if (!first) return;
    entering.taken();
    choose(first);
  });
  return (
    <Select
      {...select}
      // Until the options have loaded the value has no label.
      value={options.length === 0 ? null : value}
      options={options}
      {...(all === undefined && { loading: true, notFoundContent: t('app.loading') })}
      showSearch={
        (finds || isSought) && {
          filterOption: matchesOption,
          onSearch: (text) => {
            typed.current = text;
            setIsSought(text !== '');
            entered.current = false;
            entering.onSearch(text);
          },
        }
      }
      onOpenChange={(open) => {
        if (!open) entered.current = false;
        entering.onOpenChange(open);
      }}
      onInputKeyDown={(event) => {
        if (event.key === 'Enter' && all === undefined && typed.current.trim() !== '') entered.current = true;
        entering.onInputKeyDown(event);
        if (mode === 'multiple') leaveOnTab(event);
      }}
      onChange={(next, option) => {
        entering.taken();
        onChange?.(next, option);
      }}
    />
  );
}

/** A single choice. */
export function ChoiceField({ clearable = true, disabled, ...rest }: ChoiceFieldProps) {
  const t = useT();
  const options = useOptions(rest);
  const { name, label, hint, width } = rest;
  return (
    <FormField name={name} label={label} hint={hint} width={width} view={(value: string) => labelIn(options ?? [], value)}>
      <Chooser
        all={options}
        disabled={disabled}
        allowClear={clearable}
        placeholder={t('form.choose')}
        finds={options === undefined || options.length > FIND_FROM}
        optionRender={({ data }) => <OptionLine {...data} />}
      />
    </FormField>
  );
}

/** A multiple choice. */
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
      view={(values: string[]) => values.map((value) => labelIn(options ?? [], value)).join(t('wms.place.comma'))}
    >
      <Chooser
        mode="multiple"
        all={options}
        disabled={disabled}
        placeholder={t('form.choose')}
        finds
        optionRender={({ data }) => <OptionLine {...data} />}
      />
    </FormField>
  );
}
