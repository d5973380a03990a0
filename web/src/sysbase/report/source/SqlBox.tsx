// SQL editor with line numbers, and the available views beside it: a click inserts a name at the cursor.
import { useId, useRef, useState, type UIEvent } from 'react';
import { useT } from '../../../phrase/phrases.ts';
import type { ViewDoc } from './views.ts';
import '../../../ui/field.css';
import '../report.css';

interface SqlBoxProps {
  id?: string;
  value?: string;
  onChange?: (value: string) => void;
  onBlur?: () => void;
  readOnly: boolean;
  views: readonly ViewDoc[];
}

/** Id of the visible editor, so that an error position can be selected in it. */
export const SQL_BOX = 'report-sql-text';

export function SqlBox({ id, value = '', onChange, onBlur, readOnly, views }: SqlBoxProps) {
  const t = useT();
  const box = useRef<HTMLTextAreaElement>(null);
  const numbers = useRef<HTMLPreElement>(null);
  const lines = value.split('\n').length;
  const follow = ({ currentTarget }: UIEvent<HTMLTextAreaElement>): void => {
    if (numbers.current) numbers.current.scrollTop = currentTarget.scrollTop;
  };
  const put = (name: string): void => {
    const text = box.current;
    if (!text || readOnly) return;
    const { selectionStart: from, selectionEnd: to } = text;
    const gap = from > 0 && /\S/.test(value[from - 1]!) && !/[(.,]/.test(value[from - 1]!) ? ' ' : '';
    onChange?.(`${value.slice(0, from)}${gap}${name}${value.slice(to)}`);
    const at = from + gap.length + name.length;
    requestAnimationFrame(() => {
      text.focus();
      text.setSelectionRange(at, at);
    });
  };
  return (
    <div className={`report-sql ${readOnly ? 'read-only' : ''}`}>
      <div className="report-sql-box">
        <pre ref={numbers} className="report-sql-numbers" aria-hidden="true">
          {Array.from({ length: Math.max(lines, 1) }, (_, at) => `${at + 1}\n`).join('')}
        </pre>
        <textarea
          ref={box}
          id={id}
          className={SQL_BOX}
          value={value}
          readOnly={readOnly}
          rows={Math.min(Math.max(lines + 1, readOnly ? 4 : 12), 24)}
          maxLength={20_000}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          wrap="off"
          placeholder={readOnly ? t('report.sqlNone') : t('report.sqlExample')}
          onChange={({ target }) => onChange?.(target.value)}
          onBlur={onBlur}
          onScroll={follow}
        />
      </div>
      {!readOnly && <Views views={views} onPick={put} />}
    </div>
  );
}

function Views({ views, onPick }: { views: readonly ViewDoc[]; onPick: (name: string) => void }) {
  const t = useT();
  const id = useId();
  const [q, setQ] = useState('');
  const wanted = q.trim().toLowerCase();
  const meant = (text: string): boolean => text.toLowerCase().includes(wanted);
  return (
    <div className="report-views" role="group" aria-label={t('report.views')}>
      <label htmlFor={id} className="kw-unseen">
        {t('report.findColumn')}
      </label>
      <input
        id={id}
        className="kw-field"
        value={q}
        placeholder={t('report.findColumn')}
        onChange={({ target }) => setQ(target.value)}
      />
      <ul>
        {views.map((view) => {
          const all = meant(view.name) || meant(view.label);
          const columns = view.columns.filter(({ name, label }) => all || meant(name) || meant(label));
          if (columns.length === 0) return null;
          return (
            <li key={view.name}>
              <details open={wanted !== '' && !all}>
                <summary title={view.row}>
                  {view.label} <span className="kw-code">{view.name}</span>
                </summary>
                <button type="button" className="kw-plain kw-link" onClick={() => onPick(view.name)}>
                  {t('report.putView')}
                </button>
                <ul>
                  {columns.map(({ name, label }) => (
                    <li key={name}>
                      <button type="button" className="kw-plain report-column" title={label} onClick={() => onPick(name)}>
                        <span className="kw-code">{name}</span> <span>{label}</span>
                      </button>
                    </li>
                  ))}
                </ul>
              </details>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
