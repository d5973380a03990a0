import { hasWords } from '@kuwei/contract/normalize-text';
import { Select, type SelectProps } from 'antd';
import { useMemo } from 'react';
import { useT } from '../../phrase/phrases.ts';
import { FormField, type FieldProps } from '../FormField.tsx';
import { leaveOnTab } from './leave-on-tab.ts';
import { usePendingSearch } from './use-pending-search.ts';
import { pathNames, treeOptions, type TreeOption, type TreeRow } from './tree.ts';

interface TreeFieldProps extends FieldProps {
  /** The whole tree as rows with parent ids. */
  rows: readonly TreeRow[];
  /** Id to exclude with its descendants: a record cannot be its own ancestor. */
  without?: string | undefined;
  /** Multiple choice; the form holds the ids. */
  multiple?: boolean;
  placeholder?: string;
  /** Whether the choice can be cleared. */
  clearable?: boolean;
}

const matchesOption = (typed: string, option?: TreeOption): boolean => option !== undefined && hasWords(option.path, typed);

/** One or several nodes of a tree. */
export function TreeField({ rows, without, multiple = false, placeholder, clearable = true, disabled, ...rest }: TreeFieldProps) {
  const t = useT();
  const options = useMemo(() => treeOptions(rows, without), [rows, without]);
  const nameOf = (id: string): string => pathNames(rows, id).join(' / ');
  return (
    <FormField
      {...rest}
      view={(value: string | string[]) => (Array.isArray(value) ? value.map(nameOf).join(t('wms.place.comma')) : nameOf(value))}
    >
      <Tree
        options={options}
        multiple={multiple}
        allowClear={clearable && !multiple}
        placeholder={placeholder ?? t('form.choose')}
        disabled={disabled}
      />
    </FormField>
  );
}

type TreeProps = SelectProps<string | string[] | null, TreeOption> & { options: TreeOption[]; multiple: boolean };

function Tree({ options, multiple, onChange, value, ...select }: TreeProps) {
  const chosen = [value ?? []].flat();
  const entering = usePendingSearch<TreeOption>({
    found: (text) => options.filter((option) => matchesOption(text, option) && !(multiple && chosen.includes(option.value))),
    choose: (option) => onChange?.(multiple ? [...chosen, option.value] : option.value, option),
  });
  return (
    <Select<string | string[] | null, TreeOption>
      {...select}
      mode={multiple ? 'multiple' : undefined}
      // Until the options have loaded the value has no label.
      value={options.length === 0 ? null : value}
      options={options}
      showSearch={{ filterOption: matchesOption, onSearch: entering.onSearch }}
      optionRender={({ data }) => <span style={{ paddingInlineStart: data.depth * 16 }}>{data.label}</span>}
      onOpenChange={entering.onOpenChange}
      onInputKeyDown={(event) => {
        entering.onInputKeyDown(event);
        if (multiple) leaveOnTab(event);
      }}
      onChange={(next, option) => {
        entering.taken();
        onChange?.(next, option);
      }}
    />
  );
}
