import { TreeSelect } from 'antd';
import { useMemo } from 'react';
import { useT } from '../../phrase/phrases.ts';
import { FormField, type FieldProps } from '../FormField.tsx';
import { pathNames, treeOf, type TreeRow } from './tree.ts';

interface TreeFieldProps extends FieldProps {
  /** The whole tree, each with its parent. */
  rows: readonly TreeRow[];
  /** Left out with all below it: a record cannot lie below itself. */
  without?: string | undefined;
  /** Several of them; the form holds their ids. */
  multiple?: boolean;
  placeholder?: string;
}

/** One of a tree, or several. */
export function TreeField({ rows, without, multiple = false, placeholder, disabled, ...rest }: TreeFieldProps) {
  const t = useT();
  const tree = useMemo(() => treeOf(rows, without), [rows, without]);
  const nameOf = (id: string): string => pathNames(rows, id).join(' / ');
  return (
    <FormField
      {...rest}
      view={(value: string | string[]) => (Array.isArray(value) ? value.map(nameOf).join(t('wms.place.comma')) : nameOf(value))}
    >
      <TreeSelect
        treeData={tree}
        multiple={multiple}
        treeDefaultExpandAll
        showSearch={{ treeNodeFilterProp: 'title' }}
        allowClear
        placeholder={placeholder ?? t('form.choose')}
        disabled={disabled}
      />
    </FormField>
  );
}
