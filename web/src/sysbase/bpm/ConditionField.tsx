// Condition of a sequence flow: comparisons of document fields, or an expression if fields cannot express it.
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined';
import { OPERATORS, type Operator } from '@kuwei/contract/bpm/condition';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useT } from '../../phrase/phrases.ts';
import { NumberInput } from '../../ui/NumberInput.tsx';
import { isRows, missingIn, parseAmount, rowsOf, textOf, type Comparison, type Rows } from './condition-rows.ts';
import { useDesign } from './design.ts';
import { signOf, variablesOf } from './words.ts';

interface ConditionFieldProps {
  value: string | null;
  onChange: (text: string | null) => void;
}

export function ConditionField({ value, onChange }: ConditionFieldProps) {
  const t = useT();
  const { kind, readOnly, words } = useDesign();
  const text = value ?? '';
  const [draft, setDraft] = useState<{ of: string; rows: Rows } | null>(null);
  // The rows as entered: the text does not hold inputs that are no numbers.
  const rows = draft?.of === text ? draft.rows : rowsOf(text, variablesOf(kind));
  const [plain, setPlain] = useState<{ of: string; text: string } | null>(null);
  if (readOnly) return <p className="flow-said">{text === '' ? t('design.way.unset') : words.condition(text)}</p>;
  if (rows === null)
    return (
      <fieldset className="flow-field">
        <legend>{t('design.condition')}</legend>
        <p className="flow-hint">{t('design.condition.advanced')}</p>
        <p className="flow-said">{words.condition(text)}</p>
        <Input.TextArea
          aria-label={t('design.condition.expression')}
          className="kw-code"
          autoSize={{ minRows: 2, maxRows: 6 }}
          value={plain?.of === text ? plain.text : text}
          onChange={({ target }) => setPlain({ of: text, text: target.value })}
          onBlur={() => plain?.of === text && onChange(plain.text.trim() || null)}
        />
        <Button size="small" title={t('design.condition.simpleText')} onClick={() => onChange(null)}>
          {t('design.condition.simple')}
        </Button>
      </fieldset>
    );
  const change = (next: Rows): void => {
    const made = textOf(next);
    setDraft({ of: made, rows: next });
    if (made !== text) onChange(made || null);
  };
  return (
    <fieldset className="flow-field">
      <legend>{t('design.condition')}</legend>
      <RowsField rows={rows} onChange={change} depth={0} />
    </fieldset>
  );
}

function RowsField({ rows: { join, rows }, onChange, depth }: { rows: Rows; onChange: (rows: Rows) => void; depth: number }) {
  const t = useT();
  const put = (at: number, row: Comparison | Rows | null): void =>
    onChange({ join, rows: row === null ? rows.toSpliced(at, 1) : rows.toSpliced(at, 1, row) });
  const blank = (): Comparison => blankOf('', 'boolean');
  return (
    <div className={depth === 0 ? 'flow-rows' : 'flow-rows inner'}>
      {rows.length > 1 && (
        <select
          className="kw-field"
          aria-label={t('design.condition.join')}
          value={join}
          onChange={({ target }) => onChange({ join: target.value as Rows['join'], rows })}
        >
          <option value="and">{t('design.condition.all')}</option>
          <option value="or">{t('design.condition.any')}</option>
        </select>
      )}
      {rows.map((row, at) => (
        <div className="flow-row" key={at}>
          {isRows(row) ? (
            <RowsField rows={row} onChange={(next) => put(at, next)} depth={depth + 1} />
          ) : (
            <ComparisonField row={row} onChange={(next) => put(at, next)} />
          )}
          <button
            type="button"
            className="kw-plain flow-take"
            aria-label={t('design.condition.remove')}
            title={t('design.condition.remove')}
            onClick={() => put(at, null)}
          >
            <CloseOutlined aria-hidden="true" />
          </button>
        </div>
      ))}
      <div className="flow-row-tools">
        <Button size="small" onClick={() => onChange({ join, rows: [...rows, blank()] })}>
          {t('design.condition.add')}
        </Button>
        {depth === 0 && rows.length > 0 && (
          <Button
            size="small"
            onClick={() => onChange({ join, rows: [...rows, { join: join === 'and' ? 'or' : 'and', rows: [blank(), blank()] }] })}
          >
            {t('design.condition.addGroup')}
          </Button>
        )}
      </div>
    </div>
  );
}

function blankOf(name: string, type: string): Comparison {
  if (type === 'number') return { kind: 'compare', name, operator: '>', number: null, other: null };
  if (type === 'set') return { kind: 'has', name, text: '', yes: true };
  return { kind: 'is', name, yes: true };
}

function ComparisonField({ row, onChange }: { row: Comparison; onChange: (row: Comparison) => void }) {
  const t = useT();
  const { kind } = useDesign();
  const fact = kind.facts.find(({ name }) => name === row.name);
  const numbers = kind.facts.filter(({ type, name }) => type === 'number' && name !== row.name);
  const value = t('design.condition.value');
  const missing = missingIn(row);
  return (
    <div className={`flow-compare ${missing ? 'wrong' : ''}`}>
      <select
        className="kw-field wide"
        aria-label={t('design.condition.fact')}
        value={row.name}
        onChange={({ target }) => onChange(blankOf(target.value, kind.facts.find(({ name }) => name === target.value)!.type))}
      >
        <option value="" disabled>
          {t('design.condition.fact')}
        </option>
        {kind.facts.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
      {row.kind === 'is' && row.name !== '' && (
        <select
          className="kw-field"
          aria-label={value}
          value={String(row.yes)}
          onChange={({ target }) => onChange({ ...row, yes: target.value === 'true' })}
        >
          <option value="true">{t('design.condition.yes')}</option>
          <option value="false">{t('design.condition.no')}</option>
        </select>
      )}
      {row.kind === 'has' && (
        <>
          <select
            className="kw-field"
            aria-label={t('design.condition.operator')}
            value={String(row.yes)}
            onChange={({ target }) => onChange({ ...row, yes: target.value === 'true' })}
          >
            <option value="true">{t('design.condition.has')}</option>
            <option value="false">{t('design.condition.hasNot')}</option>
          </select>
          <select
            className="kw-field wide"
            aria-label={value}
            value={row.text}
            onChange={({ target }) => onChange({ ...row, text: target.value })}
          >
            <option value="" disabled>
              {value}
            </option>
            {fact?.codes.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        </>
      )}
      {row.kind === 'compare' && (
        <>
          <select
            className="kw-field"
            aria-label={t('design.condition.operator')}
            value={row.operator}
            onChange={({ target }) => onChange({ ...row, operator: target.value as Operator })}
          >
            {OPERATORS.map((operator) => (
              <option key={operator} value={operator}>
                {signOf(operator)}
              </option>
            ))}
          </select>
          <select
            className="kw-field"
            aria-label={value}
            value={row.other ?? ''}
            onChange={({ target }) => onChange({ ...row, number: null, other: target.value || null, typed: '' })}
          >
            <option value="">{t('design.condition.number')}</option>
            {numbers.map(({ name, label }) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
          {row.other === null && (
            <NumberInput
              aria-label={t('design.condition.number')}
              aria-invalid={missing !== null}
              value={row.number ?? row.typed ?? ''}
              onChange={(text) => onChange({ ...row, number: parseAmount(text), typed: text })}
            />
          )}
        </>
      )}
      {missing && (
        <p className="flow-missing" role="alert">
          {t(`design.condition.missing.${missing}`, { text: (row.kind === 'compare' && row.typed) || '' })}
        </p>
      )}
    </div>
  );
}
