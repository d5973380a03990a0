import { SHEET_FORMATS, sheetColumns, type SheetColumn } from '@kuwei/contract/sheet';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { useT } from '../phrase/phrases.ts';
import type { ExportChoice } from './export-choice.ts';
import '../ui/field.css';
import './display.css';
import './export-options.css';

interface ExportOptionsProps {
  choice: ExportChoice;
  onChoose: (next: ExportChoice) => void;
  /** Asks the server for the columns of the file. */
  fetchColumns: () => Promise<Blob>;
  onExport: () => void;
}

/** File format and columns of an export. */
export function ExportOptions({ choice, onChoose, fetchColumns, onExport }: ExportOptionsProps) {
  const t = useT();
  const [all, setAll] = useState<readonly SheetColumn[] | Error | null>(null);
  useEffect(() => {
    let gone = false;
    void fetchColumns()
      .then(async (file) => z.parse(sheetColumns, JSON.parse(await file.text())))
      .catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))))
      .then((columns) => gone || setAll(columns));
    return () => void (gone = true);
  }, []);
  const columns = Array.isArray(all) ? (all as readonly SheetColumn[]) : [];
  const keys = columns.map(({ key }) => key);
  const [ticked, setTicked] = useState<ReadonlySet<string> | null>(() => choice.columns && new Set(choice.columns));
  const isTicked = (key: string): boolean => ticked?.has(key) ?? true;
  const some = keys.filter(isTicked);
  /** Without any column nothing can be exported, and nothing is stored. */
  const tick = (chosen: readonly string[]): void => {
    const isAll = chosen.length === keys.length;
    setTicked(isAll ? null : new Set(chosen));
    if (chosen.length > 0) onChoose({ ...choice, columns: isAll ? null : [...chosen] });
  };
  return (
    <div className="display">
      <div className="display-head">
        <div className="segments" role="radiogroup" aria-label={t('export.format')}>
          {SHEET_FORMATS.map((format) => (
            <label key={format} className="segment" title={t(`export.format.${format}.text`)}>
              <input
                type="radio"
                name="export-format"
                checked={choice.format === format}
                onChange={() => onChoose({ ...choice, format })}
              />
              <span>{t(`export.format.${format}`)}</span>
            </label>
          ))}
        </div>
      </div>
      <div className="display-head">
        <span>{t('export.columns', { count: some.length, all: keys.length })}</span>
        <span className="export-ticks">
          <button type="button" className="kw-plain kw-link" onClick={() => tick(keys)}>
            {t('export.all')}
          </button>
          <button type="button" className="kw-plain kw-link" onClick={() => tick([])}>
            {t('export.none')}
          </button>
        </span>
      </div>
      {all instanceof Error && <p className="export-failed">{all.message}</p>}
      <ul className="display-columns export-columns" aria-label={t('list.columns')} aria-busy={all === null}>
        {columns.map(({ key, heading }) => (
          <li key={key}>
            <label>
              <input
                type="checkbox"
                className="kw-check"
                checked={isTicked(key)}
                onChange={({ target }) => tick(keys.filter((each) => (each === key ? target.checked : isTicked(each))))}
              />
              {heading}
            </label>
          </li>
        ))}
      </ul>
      <div className="export-foot">
        <Button type="primary" disabled={some.length === 0} onClick={onExport}>
          {t('list.export')}
        </Button>
      </div>
    </div>
  );
}
