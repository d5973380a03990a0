// What the applicant must confirm before submitting.
import type { ReactNode } from 'react';
import { t } from '../../../phrase/phrases.ts';
import { isUnassessed } from '../../goods/unassessed.ts';
import { dayHints, daysOf, parseLine, type EditorLine } from '../../lines/line.ts';

/** Lines listed in the question; the rest as a number. */
const SHOWN = 8;

/** Lines that reviewers will question, with the reason: an unlikely day, highly toxic, not assessed. */
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

/** The text of the question, as a list. */
export const riskText = (risks: readonly string[]): ReactNode => (
  <ul className="risk-list">
    {risks.slice(0, SHOWN).map((risk) => (
      <li key={risk}>{risk}</li>
    ))}
    {risks.length > SHOWN && <li>{t('tx.risk.more', { count: risks.length - SHOWN })}</li>}
  </ul>
);
