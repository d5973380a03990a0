// A record found by server-side search.
import type { ReplyOf, Route } from '@kuwei/contract/route';
import { Select } from 'antd';
import { useMemo, useState } from 'react';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import type { Option } from '../../ui/options.ts';
import { useSearchState, useSearchField } from '../../ui/use-search-field.ts';
import { FormField, type FieldProps, type FormFieldProps } from '../FormField.tsx';
import { OptionLine } from './OptionLine.tsx';
import { leaveOnTab } from './leave-on-tab.ts';
import { usePendingSearch } from './use-pending-search.ts';

/** A route that returns pages of options for a free text `q`. */
type FindRoute = Route & { method: 'GET' };
type RowOf<R extends Route> = ReplyOf<R> extends { list: readonly (infer T)[] } ? T : never;

interface RecordFieldProps<R extends FindRoute> extends Pick<FormFieldProps, 'check'>, FieldProps {
  find: R;
  /** Filters in addition to the text. */
  query?: Record<string, unknown>;
  optionOf: (row: RowOf<R>) => Option;
  /** The current choices, with names from the record. */
  known?: readonly Option[];
  /** Multiple choice; the form holds the ids. */
  multiple?: boolean;
}

const SHOWN = 20;

export function RecordField<R extends FindRoute>({
  find,
  query,
  optionOf,
  known,
  multiple = false,
  disabled,
  ...rest
}: RecordFieldProps<R>) {
  const t = useT();
  // Names of all options offered so far, so that a chosen one keeps its name.
  const [names] = useState(() => new Map<string, string>());
  for (const { value, label } of known ?? []) names.set(value, label);
  const nameOf = (id: string): string => names.get(id) ?? '…';
  return (
    <FormField
      {...rest}
      view={(value: string | string[]) => (Array.isArray(value) ? value.map(nameOf).join(t('wms.place.comma')) : nameOf(value))}
    >
      <Finder find={find} query={query ?? {}} optionOf={optionOf} names={names} multiple={multiple} disabled={disabled} />
    </FormField>
  );
}

interface FinderProps {
  id?: string;
  value?: string | string[] | null;
  onChange?: (value: string | string[] | null) => void;
  onBlur?: () => void;
  find: FindRoute;
  query: Record<string, unknown>;
  optionOf: (row: never) => Option;
  names: Map<string, string>;
  multiple: boolean;
  disabled?: boolean | undefined;
}

function Finder({ id, value, onChange, onBlur, find, query, optionOf, names, multiple, disabled }: FinderProps) {
  const t = useT();
  const looking = useSearchState();
  const input = { query: { size: SHOWN, ...query, ...(looking.q === '' ? {} : { q: looking.q }) } } as never;
  const { data, isFetching } = usePageQuery(find, input, { enabled: looking.open, keepPrevious: true });
  const found = useMemo(() => ((data as { list: never[] } | undefined)?.list ?? []).map(optionOf), [data]);
  for (const option of found) names.set(option.value, option.label);
  const chosen = (Array.isArray(value) ? value : value ? [value] : []).map((each) => ({
    value: each,
    // The name is loading: an id means nothing to users.
    label: names.get(each) ?? '…',
  }));
  const ids = chosen.map((each) => each.value);
  const choose = (next: string): void => onChange?.(multiple ? [...ids, next] : next);
  const left = found.filter((option) => !ids.includes(option.value));
  const sought = useSearchField(looking, {
    isFetching,
    multiple,
    options: left,
    choose: (next) => {
      entering.taken();
      choose(next);
    },
  });
  const entering = usePendingSearch<Option>({
    // Results of an earlier text do not apply to this one.
    found: (text) => (text === looking.q && sought.isHere ? left : []),
    choose: (option) => choose(option.value),
  });
  return (
    <Select
      id={id}
      mode={multiple ? 'multiple' : undefined}
      open={sought.open}
      onInputKeyDown={(event) => {
        entering.onInputKeyDown(event);
        sought.onInputKeyDown(event);
        if (multiple) leaveOnTab(event);
      }}
      labelInValue
      value={multiple ? chosen : (chosen[0] ?? null)}
      onChange={(next: unknown) => {
        entering.taken();
        const values = (Array.isArray(next) ? next : next ? [next] : []) as { value: string }[];
        onChange?.(multiple ? values.map((each) => each.value) : (values[0]?.value ?? null));
      }}
      onBlur={onBlur}
      showSearch={{
        ...sought.showSearch,
        onSearch: (text) => {
          sought.showSearch.onSearch(text);
          entering.onSearch(text);
        },
      }}
      onOpenChange={(isOpen) => {
        entering.onOpenChange(isOpen);
        sought.onOpenChange(isOpen);
      }}
      options={found}
      optionRender={({ data: option }) => <OptionLine {...option} />}
      loading={looking.open && isFetching}
      allowClear={!multiple}
      placeholder={t('form.searchChoose')}
      disabled={disabled}
    />
  );
}
