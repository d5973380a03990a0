import { VALUE_MAX, type ImportChoice, type ImportReply } from '@kuwei/contract/workbook/workbook';
import { useId, useState } from 'react';
import { useT } from '../../phrase/phrases.ts';

interface ImportValuesProps {
  reply: ImportReply;
  /** Gives a column one value for all rows; empty for none. */
  onGive: (key: string, value: string) => void;
}

/** Columns that the file lacks: those that rows need, with one value or a pattern for all of them. */
export function ImportValues({ reply: { columns, recognized, choices }, onGive }: ImportValuesProps) {
  const t = useT();
  const id = useId();
  const [added, setAdded] = useState<readonly string[]>([]);
  const mapped = new Set([...columns, ...recognized].map(({ key }) => key));
  const absent = choices.filter(({ key }) => !mapped.has(key));
  const shown = absent.filter(({ key, isLacking, value }) => isLacking || value !== null || added.includes(key));
  const others = absent.filter((each) => each.takesValue === 'TEXT' && !shown.includes(each));
  if (shown.length === 0) return null;
  return (
    <section className="import-columns" aria-labelledby={id}>
      <h3 id={id}>{t('import.valuesTitle')}</h3>
      <p>{t('import.valuesText')}</p>
      <ul>
        {shown.map((choice) => (
          <li key={choice.key}>
            {choice.takesValue === null ? (
              <p>{t('import.lackingKey', { name: choice.label })}</p>
            ) : (
              <ValueField choice={choice} onGive={(value) => onGive(choice.key, value)} />
            )}
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <select
          className="kw-field"
          aria-label={t('import.valueOther')}
          value=""
          onChange={({ target }) => setAdded([...added, target.value])}
        >
          <option value="">{t('import.valueOther')}</option>
          {others.map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
      )}
    </section>
  );
}

interface ValueFieldProps {
  choice: ImportChoice;
  onGive: (value: string) => void;
}

function ValueField({ choice: { label, takesValue, isLacking, value, options }, onGive }: ValueFieldProps) {
  const t = useT();
  const [text, setText] = useState(value ?? '');
  const give = (): void => {
    if (text.trim() !== (value ?? '')) onGive(text.trim());
  };
  const hint = takesValue === 'PATTERN' ? t('import.pattern') : isLacking ? t('import.valueLacking') : '';
  return (
    <label>
      <span>
        <b>{label}</b>
        {hint !== '' && <small>{hint}</small>}
      </span>
      {options.length > 0 ? (
        <select className="kw-field" value={value ?? ''} aria-invalid={isLacking} onChange={({ target }) => onGive(target.value)}>
          <option value="">{t('import.choose')}</option>
          {[...new Set(value === null ? options : [value, ...options])].map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      ) : (
        <input
          className="kw-field"
          value={text}
          maxLength={VALUE_MAX}
          aria-invalid={isLacking}
          onChange={({ target }) => setText(target.value)}
          onBlur={give}
          onKeyDown={({ key }) => key === 'Enter' && give()}
        />
      )}
    </label>
  );
}
