// What the applicant is asked about once more before a document is submitted.
import type { ReactNode } from 'react';
import { t } from '../../../phrase/phrases.ts';
import { isUnassessed } from '../../goods/unassessed.ts';
import { dayHints, daysOf, parseLine, type EditorLine } from '../../lines/line.ts';

/** Lines of the question; more of them are counted. */
const SHOWN = 8;

/** Each line that will give others pause, with why: a day that looks wrong, highly toxic, or not assessed. */
export function risksOf(lines: readonly EditorLine[]): string[] {
  return lines.flatMap((typed, at) => {
    const line = parseLine(typed);
    const [days, wrong] = [daysOf(line), dayHints(line)];
    const reasons = [
      ...(wrong.expiresOn ? [t('tx.risk.expired', { date: days.expiresOn! })] : []),
      ...(wrong.madeOn ? [t('tx.risk.madeLater', { date: days.madeOn! })] : []),
      ...(line.product?.controlFlags.includes('TOXIC') ? [t('tx.risk.toxic')] : []),
      ...(line.product && isUnassessed(line.product) ? [t('tx.risk.notAssessed')] : []),
    ];
    if (reasons.length === 0) return [];
    return [t('tx.risk.line', { row: at + 1, name: line.product?.name ?? line.code, reasons })];
  });
}

/** The text of the question about them: a list. */
export const riskText = (risks: readonly string[]): ReactNode => (
  <ul className="risk-list">
    {risks.slice(0, SHOWN).map((risk) => (
      <li key={risk}>{risk}</li>
    ))}
    {risks.length > SHOWN && <li>{t('tx.risk.more', { count: risks.length - SHOWN })}</li>}
  </ul>
);
