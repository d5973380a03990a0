// Rows of fields inside a form: a small table if there is space, cards on a phone.
import { Button, Form } from 'antd';
import { useContext, useMemo, type ReactElement, type ReactNode } from 'react';
import { say, useT } from '../../phrase/phrases.ts';
import { None } from '../../ui/None.tsx';
import { EditContext, RowContext, useFormContext } from '../context.ts';
import { FormField, type FieldProps } from '../FormField.tsx';
import { focusLastRow } from '../focus-first.ts';
import './rows-field.css';

interface RowsFieldProps extends Pick<FieldProps, 'name' | 'label' | 'hint'> {
  /** Fields of a row, in order; names are relative to the row, labels become column headings. */
  fields: readonly ReactElement<FieldProps>[];
  /** Relative widths, one per field. */
  columns: readonly number[];
  /** Initial values of a new row. */
  blank?: Record<string, unknown>;
  /** All rows as one text, for dialogs about them. */
  view: (rows: never) => ReactNode;
  max: number;
  /** Rows cannot be added or removed. */
  disabled?: boolean;
}

type Row = Readonly<Record<string, unknown>>;

export function RowsField(props: RowsFieldProps) {
  const { schema } = useFormContext();
  return schema ? <EditedRows {...props} /> : <ReadRows {...props} />;
}

function EditedRows({ name, label, hint, fields, columns, blank = {}, view, max, disabled = false }: RowsFieldProps) {
  const t = useT();
  const style = { gridTemplateColumns: `${columns.map((share) => `minmax(0, ${share}fr)`).join(' ')} 32px` };
  return (
    <div className="form-field full form-rows-field" role="group" aria-label={t(label)}>
      <span className="form-rows-label">{t(label)}</span>
      <Form.List name={name}>
        {(rows, { add, remove }) => (
          <>
            {rows.length > 0 && <Head fields={fields} style={style} />}
            {rows.map((row, at) => (
              <div key={row.key} className="form-row" style={style} role="group" aria-label={t('form.row', { row: at + 1 })}>
                <PlacedRow name={name} at={row.name}>
                  {fields}
                </PlacedRow>
                <button
                  type="button"
                  className="kw-plain form-row-remove"
                  aria-label={t('form.removeRow', { row: at + 1 })}
                  disabled={disabled}
                  onClick={({ currentTarget }) => {
                    focusLastRow(currentTarget, 'button');
                    remove(row.name);
                  }}
                >
                  ×
                </button>
              </div>
            ))}
            <Button
              type="dashed"
              disabled={disabled || rows.length >= max}
              onClick={({ currentTarget }) => {
                add({ ...blank });
                focusLastRow(currentTarget, 'field');
              }}
            >
              {t('form.addRow')}
            </Button>
          </>
        )}
      </Form.List>
      {/* Holds errors of the rows as a whole, and their text view. */}
      <FormField name={name} label={label} hint={hint} width="full" view={view} silent>
        <EmptyControl />
      </FormField>
    </div>
  );
}

const EmptyControl = (): null => null;

const Head = ({ fields, style }: { fields: RowsFieldProps['fields']; style: object }) => (
  <div className="form-row-head" style={style} aria-hidden="true">
    {fields.map(({ props }) => (
      <span key={props.name}>{say(props.label)}</span>
    ))}
  </div>
);

function PlacedRow({ name, at, children }: { name: string; at: number; children: ReactNode }) {
  const above = useContext(RowContext);
  const place = useMemo(() => ({ path: [...above.path, name, at], inList: [at] }), [above, name, at]);
  return <RowContext value={place}>{children}</RowContext>;
}

function ReadRows({ name, label, fields, columns }: RowsFieldProps) {
  const t = useT();
  const context = useFormContext();
  const rows = (context.record?.[name] ?? []) as readonly Row[];
  const style = { gridTemplateColumns: columns.map((share) => `minmax(0, ${share}fr)`).join(' ') };
  return (
    <div className="form-field full view">
      <dt>{t(label)}</dt>
      <dd>
        {rows.length === 0 ? (
          <None />
        ) : (
          rows.map((record, at) => (
            <EditContext key={at} value={{ ...context, record }}>
              <dl className="form-row" style={style}>
                {fields}
              </dl>
            </EditContext>
          ))
        )}
      </dd>
    </div>
  );
}
