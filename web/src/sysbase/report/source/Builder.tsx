// The report builder: view, columns, conditions, aggregation and order.
import { opsOf, orderNames, takesDays, takesValue, totalsOf, type BuiltOp, type Total } from '@kuwei/contract/sys/report-build';
import type { Built } from '@kuwei/contract/sys/report';
import { say, useT } from '../../../phrase/phrases.ts';
import { ValueBox } from './ValueBox.tsx';
import type { ColumnDoc, Dics, ViewDoc } from './views.ts';
import '../../../ui/field.css';
import '../report.css';

interface BuilderProps {
  built: Built;
  views: readonly ViewDoc[];
  dics: Dics;
  onChange: (built: Built) => void;
}

export function Builder({ built, views, dics, onChange }: BuilderProps) {
  const t = useT();
  const view = views.find(({ name }) => name === built.view) ?? views[0]!;
  const columnOf = new Map(view.columns.map((column) => [column.name, column]));
  const set = (part: Partial<Built>): void => onChange({ ...built, view: view.name, ...part });
  const offered = view.columns.filter(({ kind }) => kind !== 'id');
  return (
    <div className="report-builder">
      <label className="report-line">
        <span>{t('report.about')}</span>
        <select
          className="kw-field"
          value={view.name}
          onChange={({ target }) => onChange({ view: target.value, columns: [], conditions: [], order: [] })}
        >
          {views.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
        <span className="report-hint">{t('report.rowIs', { row: view.row })}</span>
      </label>

      <section>
        <h3>{t('report.columns')}</h3>
        {built.columns.map(({ name, sum }, at) => {
          const column = columnOf.get(name);
          if (!column) return null;
          return (
            <div key={`${name} ${at}`} className="report-line" role="group" aria-label={column.label}>
              <span className="report-picked">{column.label}</span>
              <select
                className="kw-field"
                aria-label={t('report.total')}
                value={sum}
                onChange={({ target }) => set({ columns: built.columns.with(at, { name, sum: target.value as Total }) })}
              >
                {totalsOf(column.kind).map((total) => (
                  <option key={total} value={total}>
                    {say(`report.sum.${total}`)}
                  </option>
                ))}
              </select>
              <Move at={at} of={built.columns} onChange={(columns) => set({ columns })} />
              <Remove label={column.label} onClick={() => set({ columns: built.columns.toSpliced(at, 1) })} />
            </div>
          );
        })}
        <Add
          label={t('report.addColumn')}
          options={offered.filter(({ name }) => !built.columns.some((each) => each.name === name && each.sum === 'NONE'))}
          onAdd={(name) => set({ columns: [...built.columns, { name, sum: 'NONE' }] })}
        />
      </section>

      <section>
        <h3>{t('report.conditions')}</h3>
        {built.conditions.map((condition, at) => {
          const column = columnOf.get(condition.column);
          if (!column) return null;
          const change = (part: Partial<typeof condition>): void =>
            set({ conditions: built.conditions.with(at, { ...condition, ...part }) });
          return (
            <div key={`${condition.column} ${at}`} className="report-line" role="group" aria-label={column.label}>
              <span className="report-picked">{column.label}</span>
              <select
                className="kw-field"
                aria-label={t('report.op')}
                value={condition.op}
                onChange={({ target }) => change({ op: target.value as BuiltOp })}
              >
                {opsOf(column.kind).map((op) => (
                  <option key={op} value={op}>
                    {say(`report.op.${op}`)}
                  </option>
                ))}
              </select>
              {takesValue(condition.op) && (
                <>
                  <ValueBox
                    column={column}
                    entries={column.dic === null ? null : (dics[column.dic] ?? null)}
                    days={takesDays(condition.op)}
                    value={condition.value}
                    onChange={(value) => change({ value })}
                  />
                  <label className="report-asked" title={t('report.askedText')}>
                    <input
                      type="checkbox"
                      className="kw-check"
                      checked={condition.asked}
                      onChange={({ target }) => change({ asked: target.checked })}
                    />
                    {t('report.asked')}
                  </label>
                </>
              )}
              <Remove label={column.label} onClick={() => set({ conditions: built.conditions.toSpliced(at, 1) })} />
            </div>
          );
        })}
        <Add
          label={t('report.addCondition')}
          options={offered}
          onAdd={(name) => {
            const op = opsOf(columnOf.get(name)!.kind)[0]!;
            set({ conditions: [...built.conditions, { column: name, op, value: '', asked: false }] });
          }}
        />
      </section>

      <section>
        <h3>{t('report.order')}</h3>
        {built.order.map(({ column, down }, at) => (
          <div key={`${column} ${at}`} className="report-line" role="group" aria-label={labelOf(column, columnOf)}>
            <span className="report-picked">{labelOf(column, columnOf)}</span>
            <select
              className="kw-field"
              aria-label={t('report.direction')}
              value={String(down)}
              onChange={({ target }) => set({ order: built.order.with(at, { column, down: target.value === 'true' }) })}
            >
              <option value="false">{t('report.up')}</option>
              <option value="true">{t('report.down')}</option>
            </select>
            <Remove label={labelOf(column, columnOf)} onClick={() => set({ order: built.order.toSpliced(at, 1) })} />
          </div>
        ))}
        {built.order.length < 5 && (
          <Add
            label={t('report.addOrder')}
            options={orderNames(built)
              .filter((name) => !built.order.some(({ column }) => column === name))
              .map((name) => ({ name, label: labelOf(name, columnOf) }))}
            onAdd={(column) => set({ order: [...built.order, { column, down: false }] })}
          />
        )}
      </section>
    </div>
  );
}

/** Label of a column, including aggregates: `qty_sum`. */
function labelOf(name: string, columns: ReadonlyMap<string, ColumnDoc>): string {
  const own = columns.get(name);
  if (own) return own.label;
  const [, of = '', sum = ''] = /^(.*)_(\w+)$/.exec(name) ?? [];
  const column = columns.get(of);
  return column ? `${column.label} · ${say(`report.sum.${sum.toUpperCase()}`)}` : name;
}

interface AddProps {
  label: string;
  options: readonly Pick<ColumnDoc, 'name' | 'label'>[];
  onAdd: (name: string) => void;
}

const Add = ({ label, options, onAdd }: AddProps) => (
  <select
    className="kw-field report-add"
    aria-label={label}
    value=""
    disabled={options.length === 0}
    onChange={({ target }) => onAdd(target.value)}
  >
    <option value="">+ {label}</option>
    {options.map((option) => (
      <option key={option.name} value={option.name}>
        {option.label}
      </option>
    ))}
  </select>
);

interface MoveProps<T> {
  at: number;
  of: readonly T[];
  onChange: (all: T[]) => void;
}

function Move<T>({ at, of, onChange }: MoveProps<T>) {
  const t = useT();
  return (
    <button
      type="button"
      className="kw-plain report-move"
      aria-label={t('report.moveUp')}
      title={t('report.moveUp')}
      disabled={at === 0}
      onClick={() => onChange(of.toSpliced(at, 1).toSpliced(at - 1, 0, of[at]!))}
    >
      ↑
    </button>
  );
}

function Remove({ label, onClick }: { label: string; onClick: () => void }) {
  const t = useT();
  return (
    <button type="button" className="kw-plain report-move" aria-label={t('report.removeOne', { name: label })} onClick={onClick}>
      ×
    </button>
  );
}
