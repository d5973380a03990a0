// Checks before a document is sent, and where errors are shown: in its head or its lines.
import type { PhraseKey } from '@kuwei/contract/phrase';
import type { RequestType } from '@kuwei/contract/wms/transaction-type';
import { useRef, useState, type RefObject } from 'react';
import type { ApiError } from '../../../api/error.ts';
import { focusFirst } from '../../../form/focus-first.ts';
import type { Life } from '../../../form/use-form-life.ts';
import { faultsIn } from '../../../form/use-refusals.ts';
import { usePageCall } from '../../../page/query.ts';
import { t } from '../../../phrase/phrases.ts';
import { ask, noticeRefused } from '../../../ui/feedback.ts';
import { today } from '../../../ui/format.ts';
import type { EnterTyped } from '../../lines/AddField.tsx';
import { useUnits } from '../../goods/units.ts';
import { checkLine, type CheckLevel } from '../../lines/check-line.ts';
import type { EditorLine } from '../../lines/line.ts';
import { refusedCells, type Lines } from '../../lines/lines-state.ts';
import { dayFault, isToxic, TOXIC_NEEDS, type HeadValues } from './head.ts';
import { quotaRisk } from './own-quota.ts';
import { risksOf, riskText } from './risks.tsx';

const NONE: CheckLevel = { whole: false, submit: false };
export const SAVED: CheckLevel = { whole: true, submit: false };
export const SUBMITTED: CheckLevel = { whole: true, submit: true };

export interface Checks {
  level: CheckLevel;
  setLevel: (level: CheckLevel) => void;
  /** Enters pending text below the lines; set by that field. */
  typed: RefObject<EnterTyped | null>;
  isWholeLine: (line: EditorLine) => boolean;
  /** Whether it can be sent: pending text entered, valid and confirmed. Shows errors otherwise. */
  isReady: (life: DocumentLife, asked: CheckLevel) => Promise<boolean>;
  /** Updates the error count after the head was validated. */
  recount: (life: DocumentLife) => void;
  /** Shows the server's errors. */
  refuse: (life: DocumentLife, error: ApiError) => void;
  /** The error of a head field; days are only checked on submission. */
  headFault: (head: HeadValues, name: string, value: unknown) => PhraseKey | null;
}

type DocumentLife = Pick<Life<object, string>, 'form' | 'formName' | 'context' | 'refusals' | 'values'>;

/**
 * @param lines the current lines
 * @param isForOther the goods are stored for another group, so that the own quota is not used
 */
export function useChecks(type: RequestType, lines: RefObject<Lines>, isForOther: boolean): Checks {
  const call = usePageCall();
  const units = useUnits();
  const [level, setLevel] = useState(NONE);
  const isSubmitted = useRef(false);
  const typed = useRef<EnterTyped | null>(null);
  const isWholeLine = (line: EditorLine): boolean => Object.keys(checkLine(line, type, units, SAVED)).length === 0;

  /** Enters pending text below the lines first. If that adds a line, the submission stops, so that the user sees the line. */
  const enterPending = async ({ formName }: DocumentLife, asked: CheckLevel): Promise<'ready' | 'stopped' | 'refused'> => {
    const outcome = (await typed.current?.()) ?? 'nothing';
    if (outcome === 'nothing') return 'ready';
    // Wait until the result is rendered.
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (outcome === 'refused') return 'refused';
    if (!asked.submit) return 'ready';
    noticeRefused(t('tx.line.enteredFirst'));
    [...document.querySelectorAll<HTMLElement>(`[data-form="${formName}"] [data-cell="qty"]`)].at(-1)?.focus();
    return 'stopped';
  };

  const faultsOf = (line: EditorLine, asked: CheckLevel) => checkLine(line, type, units, asked);
  /** Number of cells in error. A server error counts until its cell changes. */
  const marked = (asked: CheckLevel): number => {
    const { lines: all, errors } = lines.current;
    return all.reduce((count, line) => count + Object.keys({ ...errors[line.key], ...faultsOf(line, asked) }).length, 0);
  };

  /** Client-side validation. @param left pending text that did not become a line */
  const isValid = async ({ form, formName, refusals }: DocumentLife, asked: CheckLevel, left: boolean): Promise<boolean> => {
    setLevel(asked);
    isSubmitted.current = asked.submit;
    refusals.clear();
    const headFaults = await faultsIn(form);
    const { lines: all } = lines.current;
    const lineFaults = all.reduce((count, line) => count + Object.keys(faultsOf(line, asked)).length, 0);
    const needed = left ? [t('tx.line.notEntered')] : asked.submit && all.length === 0 ? [t('error.LINES_NEEDED')] : [];
    // A draft keeps invalid lines, which are only marked.
    const inTheWay = headFaults.length + (asked.submit ? lineFaults : 0);
    if (inTheWay > 0) {
      refusals.setCount(headFaults.length + (asked.submit ? marked(asked) : 0), needed);
      if (headFaults.length > 0) focusFirst(formName, headFaults);
      else focusLine(formName);
    } else if (needed[0] !== undefined) {
      refusals.setProblem({ title: needed[0], lines: [], requestId: null });
      focusAdd(formName);
    }
    return inTheWay === 0 && needed.length === 0;
  };

  /** Whether the user confirms what reviewers will question. */
  const isConfirmed = async ({ values }: DocumentLife, { submit }: CheckLevel): Promise<boolean> => {
    if (!submit) return true;
    const { lines: all } = lines.current;
    const { warehouseId } = values() as HeadValues;
    const quotaWarnings = type === 'INBOUND' && warehouseId && !isForOther ? await quotaRisk(call, warehouseId, all) : [];
    const risks = [...risksOf(all), ...quotaWarnings];
    if (risks.length === 0) return true;
    return ask({ title: t('tx.risk.title'), text: riskText(risks), yes: t('tx.risk.yes'), no: t('common.cancel') });
  };

  return {
    level,
    setLevel,
    typed,
    isWholeLine,
    isReady: async (life, asked) => {
      const outcome = await enterPending(life, asked);
      if (outcome === 'stopped') return false;
      return (await isValid(life, asked, outcome === 'refused')) && isConfirmed(life, asked);
    },
    recount: ({ refusals }) => refusals.recount(isSubmitted.current ? marked(SUBMITTED) : 0),
    refuse: ({ formName, refusals, context }, error) => {
      const cells = refusedCells(error.fields, lines.current.lines.filter(isWholeLine));
      lines.current.refuse(cells);
      const headErrors = error.fields.filter(({ path }) => !/^lines\.\d/.test(path));
      if (!refusals.place(error, headErrors, context.looks) && Object.keys(cells).length > 0) focusLine(formName);
    },
    headFault: (head, name, value) => {
      if (!isSubmitted.current) return null;
      const isMissing = typeof value !== 'string' || value.trim() === '';
      if (isMissing && type === 'OUTBOUND' && TOXIC_NEEDS.has(name) && lines.current.lines.some(isToxic))
        return 'rule.toxicNeeds';
      return dayFault(name, value, head, today());
    },
  };
}

/** Focuses the add field. */
export const focusAdd = (formName: string): void =>
  document.querySelector<HTMLElement>(`[data-form="${formName}"] [data-line-add]`)?.focus();

function focusLine(formName: string): void {
  // Wait until the cells have rendered their errors.
  setTimeout(() => {
    const cell = document.querySelector<HTMLElement>(`[data-form="${formName}"] .lines [aria-invalid]`);
    cell?.scrollIntoView({ block: 'center' });
    cell?.focus({ preventScroll: true });
  }, 50);
}
