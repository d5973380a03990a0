// Hazard statements of a product, chosen by pictogram or typed. The label elements follow from them.
import { hazardStatements, pictogramsOf, signalOf, type Pictogram as Code } from '@kuwei/contract/wms/hazard';
import { Checkbox, Select } from 'antd';
import { useState } from 'react';
import { leaveOnTab } from '../../../form/field/leave-on-tab.ts';
import { FormField, type FieldProps } from '../../../form/FormField.tsx';
import { say, useT } from '../../../phrase/phrases.ts';
import { Pictograms } from '../../../ui/HazardMarks.tsx';
import { matchesOption } from '../../../ui/options.ts';
import { Pictogram } from '../../../ui/Pictogram.tsx';
import { useStatements } from './use-statements.ts';
import './hazard.css';

const PICTOGRAMS: readonly Code[] = ['GHS01', 'GHS02', 'GHS03', 'GHS04', 'GHS05', 'GHS06', 'GHS07', 'GHS08', 'GHS09'];
const all = [...hazardStatements].toSorted(([one], [other]) => (one < other ? -1 : 1));
/** Statements that require a pictogram; null: none. */
const statementsOf = (pictogram: Code | null): string[] =>
  all.flatMap(([code, statement]) => (statement.pictogram === pictogram ? [code] : []));
const isOf = (code: string, pictogram: Code): boolean => hazardStatements.get(code.slice(0, 4))?.pictogram === pictogram;

export const StatementsField = (props: FieldProps) => (
  <FormField {...props} view={(codes: string[]) => <ReadStatements codes={codes} />}>
    <Statements />
  </FormField>
);

function ReadStatements({ codes }: { codes: readonly string[] }) {
  const texts = useStatements();
  return (
    <ul>
      {codes.map((code) => (
        <li key={code}>
          <span className="kw-code">{code}</span> {texts[code.slice(0, 4)]}
        </li>
      ))}
    </ul>
  );
}

interface StatementsProps {
  id?: string;
  value?: readonly string[] | null;
  onChange?: (codes: string[]) => void;
  onBlur?: () => void;
}

function Statements({ id, value, onChange, onBlur }: StatementsProps) {
  const t = useT();
  const texts = useStatements();
  const [open, setOpen] = useState<Code | 'none' | null>(null);
  const codes = value ?? [];
  const toggle = (code: string, on: boolean): void =>
    onChange?.(on ? [...codes, code].toSorted() : codes.filter((each) => each.slice(0, 4) !== code));
  const offered = open === null ? [] : statementsOf(open === 'none' ? null : open);
  return (
    <div className="statements">
      <div className="statements-pictograms" role="group" aria-label={t('product.statements')}>
        {PICTOGRAMS.map((pictogram) => (
          <button
            key={pictogram}
            type="button"
            className={`kw-plain ${codes.some((code) => isOf(code, pictogram)) ? 'chosen' : ''}`}
            aria-expanded={open === pictogram}
            onClick={() => setOpen(open === pictogram ? null : pictogram)}
          >
            <Pictogram code={pictogram} label={say(`hazard.${pictogram}`)} size={44} />
          </button>
        ))}
        <button
          type="button"
          className="kw-plain statements-none"
          aria-expanded={open === 'none'}
          onClick={() => setOpen(open === 'none' ? null : 'none')}
        >
          {t('product.noPictogram')}
        </button>
      </div>
      {open !== null && (
        <ul className="statements-list">
          {offered.map((code) => (
            <li key={code}>
              <Checkbox
                checked={codes.some((each) => each.slice(0, 4) === code)}
                onChange={({ target }) => toggle(code, target.checked)}
              >
                <span className="kw-code">{code}</span> {texts[code]}
              </Checkbox>
            </li>
          ))}
        </ul>
      )}
      <Select
        id={id}
        mode="tags"
        onInputKeyDown={leaveOnTab}
        value={[...codes]}
        onChange={(next: string[]) => onChange?.(next.map((code) => code.trim().toUpperCase()))}
        onBlur={onBlur}
        options={all.map(([code]) => ({ value: code, label: texts[code] === undefined ? code : `${code} ${texts[code]}` }))}
        tokenSeparators={[',', '，', ';', '；', ' ', '、']}
        showSearch={{ filterOption: matchesOption }}
        placeholder={t('product.statementsHint')}
      />
      {codes.length > 0 && <LabelElements codes={codes} />}
    </div>
  );
}

/** Label elements of a product with these statements. */
function LabelElements({ codes }: { codes: readonly string[] }) {
  const t = useT();
  const signal = signalOf(codes);
  return (
    <p className="label-elements">
      {t('product.derived')}
      <Pictograms codes={pictogramsOf(codes)} size={32} />
      <strong className={signal === 'DANGER' ? 'danger' : ''}>
        {signal === null ? t('product.noSignal') : say(`wms.product.signal.${signal}`)}
      </strong>
    </p>
  );
}
