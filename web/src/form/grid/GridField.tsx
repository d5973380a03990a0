// Rows in a form edited like a spreadsheet, hundreds of them: a single form field with errors per cell.
import { useMemo, useRef } from 'react';
import { say, t, useT } from '../../phrase/phrases.ts';
import { useFormContext, type FormContext } from '../context.ts';
import { revOf } from '../edit-spec.ts';
import { FormField, type FieldProps } from '../FormField.tsx';
import { refusalOf, schemaAt } from '../schema.ts';
import { Grid } from './Grid.tsx';
import type { GridColumn, GridSpec } from './grid-types.ts';
import type { RowFaults } from './GridRow.tsx';

interface GridFieldProps<R> extends Pick<FieldProps, 'name' | 'label'> {
  spec: GridSpec<R>;
  /** Error text of a duplicate key. @param row the first row with this key */
  twice: (row: number) => string;
  /** All rows as one text, for dialogs about them. */
  view: (rows: readonly R[]) => string;
}

const NOTHING: RowFaults = {};

export function GridField<R extends object>({ name, label, spec, twice, view }: GridFieldProps<R>) {
  const context = useFormContext();
  const faultsOf = useFaults(context, name, spec, twice);
  const check = (rows: readonly R[] | undefined): string | undefined => {
    const count = faultsOf(rows ?? []).reduce((sum, row) => sum + Object.keys(row).length, 0);
    context.weigh?.([name], count);
    return count === 0 ? undefined : t('grid.faults', { count });
  };
  return (
    <FormField name={name} label={label} width="full" quiet view={view} check={check as (value: unknown) => string | undefined}>
      <Control label={label} spec={spec} faultsOf={faultsOf} />
    </FormField>
  );
}

interface ControlProps<R> extends Pick<GridFieldProps<R>, 'label' | 'spec'> {
  id?: string;
  value?: readonly R[];
  onChange?: (rows: R[]) => void;
  faultsOf: (rows: readonly R[]) => readonly RowFaults[];
}

function Control<R>({ id, label, spec, value, onChange, faultsOf }: ControlProps<R>) {
  const tr = useT();
  const { record } = useFormContext();
  const report = useRef(onChange);
  report.current = onChange;
  const change = useMemo(() => (rows: R[]) => report.current?.(rows), []);
  const rows = value ?? [];
  return (
    <Grid
      id={id}
      label={tr(label)}
      spec={spec}
      rows={rows}
      faults={faultsOf(rows)}
      onChange={change}
      saved={record && (revOf(record) ?? record)}
    />
  );
}

/** Errors by cell, cached by row object. */
function useFaults<R extends object>(context: FormContext, name: string, spec: GridSpec<R>, twice: (row: number) => string) {
  const known = useMemo(() => new WeakMap<R, RowFaults>(), [context, spec]);
  return (rows: readonly R[]): readonly RowFaults[] => {
    const [key] = spec.columns;
    const first = new Map<string, number>();
    return rows.map((row, at) => {
      const code = key.read(row).trim();
      const same = first.get(code);
      if (code !== '' && same === undefined) first.set(code, at);
      const own = known.get(row) ?? faultsIn(context, name, spec, row);
      known.set(row, own);
      const refused = refusedIn(context, name, spec, row, at);
      const doubled = same === undefined ? undefined : { [key.key]: twice(same + 1) };
      return doubled || refused ? { ...refused, ...doubled, ...own } : own;
    });
  };
}

function faultsIn<R>({ schema }: FormContext, name: string, { columns }: GridSpec<R>, row: R): RowFaults {
  const faults = columns.flatMap((column) => {
    const fault = column.fault?.(row) ?? ruleFault(schema, name, column, row);
    return fault === undefined ? [] : [[column.key, fault] as const];
  });
  return faults.length === 0 ? NOTHING : Object.fromEntries(faults);
}

function ruleFault<R>(schema: FormContext['schema'], name: string, column: GridColumn<R>, row: R): string | undefined {
  const path = column.path(row);
  if (schema === null || path === null) return undefined;
  const value = column.kind === 'flag' ? column.read(row) === 'true' : column.read(row);
  const refusal = refusalOf(schemaAt(schema, [name, 0, ...path]), value);
  return refusal && say(refusal.key, refusal.params);
}

function refusedIn<R>(context: FormContext, name: string, { columns }: GridSpec<R>, row: R, at: number): RowFaults | undefined {
  const faults = columns.flatMap((column) => {
    const path = column.path(row);
    const value = column.kind === 'flag' ? column.read(row) === 'true' : column.read(row);
    const refusal = path && context.refused([name, at, ...path], value);
    return refusal === null || refusal === undefined ? [] : [[column.key, refusal] as const];
  });
  return faults.length === 0 ? undefined : Object.fromEntries(faults);
}
