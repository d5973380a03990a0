import CameraOutlined from '@ant-design/icons/es/icons/CameraOutlined';
import ScanOutlined from '@ant-design/icons/es/icons/ScanOutlined';
import type { AssignedLine } from '@kuwei/contract/wms/transaction-form';
import type { Transaction, TransactionLine } from '@kuwei/contract/wms/transaction-reply';
import { Button, Input, type InputRef } from 'antd';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useT } from '../../phrase/phrases.ts';
import { canFilm } from '../../ui/scan/camera.ts';
import { CameraDialog } from '../../ui/scan/CameraDialog.tsx';
import { CountPageLink } from '../goods/CountHold.tsx';
import type { EnterTyped } from '../lines/AddField.tsx';
import type { Part, Place } from './plan.ts';
import { useBoxFinder, type Found } from './use-box-finder.ts';
import './candidates.css';
import './part-row.css';
import './scan-field.css';

interface ScanFieldProps {
  transaction: Transaction;
  line: TransactionLine;
  parts: readonly Part[];
  /** Planned boxes of the other lines. */
  others: readonly AssignedLine[];
  /** Incremented by every assignment, by a scan or otherwise. */
  assignments: number;
  /** A place to assign. @returns whether it was assigned */
  onFound: (place: Place, most: string | null, scanned: boolean) => boolean;
  /** Set to a function that enters pending text, for saving and finishing. */
  typed: RefObject<EnterTyped | null>;
  /** The box of these parts was scanned: the keeper is at the right place. */
  onScanned: (keys: readonly string[]) => void;
}

interface Entry {
  /** Return the focus to the field. */
  refocus: boolean;
  /** Scanned or typed from a label. */
  scanned: boolean;
}

/** One field for scanner and touch: the label or code of a box. Scans are queued, as a scanner does not wait. */
export function ScanField({ transaction, line, parts, others, assignments, typed, onFound, onScanned }: ScanFieldProps) {
  const t = useT();
  const field = useRef<InputRef>(null);
  const [text, setText] = useState('');
  /** Results since the queue was last empty. */
  const [answers, setAnswers] = useState<readonly Found[]>([]);
  const [filming, setFilming] = useState(false);
  const find = useBoxFinder(transaction, line, parts, others);
  const latest = useRef({ find, onFound, onScanned });
  latest.current = { find, onFound, onScanned };
  const queue = useRef({ last: Promise.resolve(true), waiting: 0 });
  /** Counts edits, so that text changed since is not cleared. */
  const edits = useRef(0);
  const submittedEdit = useRef(-1);
  /** The edit whose result is shown: pressing “next” does not enter it again. */
  const answeredEdit = useRef(-1);
  const results = useRef<HTMLDivElement>(null);
  useEffect(() => {
    results.current?.scrollIntoView({ block: 'nearest' });
  }, [answers]);
  useEffect(() => {
    // Keep the results of scans that assigned something; any other assignment makes earlier refusals obsolete.
    if (queue.current.waiting > 0 || answers.every(({ kind }) => kind === 'parts' || kind === 'place')) return;
    setAnswers([]);
    if (answeredEdit.current === edits.current) change('');
  }, [assignments]);
  // Posting makes the results obsolete.
  useEffect(() => setAnswers([]), [line.qtyDone]);
  const isUnmounted = useRef(false);
  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
    };
  }, []);

  const change = (next: string): void => {
    edits.current += 1;
    setText(next);
  };
  const answer = async (given: string): Promise<Found> => {
    try {
      return await latest.current.find(given);
    } catch (error) {
      return { kind: 'none', text: (error as Error).message };
    }
  };
  /** @returns whether it was assigned */
  const take = async (given: string, edit: number, { refocus, scanned }: Entry): Promise<boolean> => {
    // The user has moved on to another line: drop the scan.
    if (isUnmounted.current) return false;
    const result = await answer(given);
    if (isUnmounted.current) return false;
    // Rendered synchronously, because the next scan is checked against these assignments.
    answeredEdit.current = edit;
    flushSync(() => {
      setAnswers((before) => [...before, result]);
      if (result.kind === 'parts' && scanned) latest.current.onScanned(result.keys);
      else if (result.kind === 'place') latest.current.onFound(result.place, result.most, scanned);
      if (edits.current === edit && result.kind !== 'none') change('');
    });
    if (refocus) field.current?.focus();
    else if (edits.current === edit) field.current?.select();
    return result.kind === 'parts' || result.kind === 'place';
  };
  /** Queues a scan. */
  const submit = (given: string, entry: Entry): void => {
    const edit = edits.current;
    if (given.trim() === '') return;
    if (queue.current.waiting === 0) setAnswers([]);
    queue.current.waiting += 1;
    queue.current.last = queue.current.last
      .then(() => take(given, edit, entry))
      .finally(() => {
        queue.current.waiting -= 1;
        if (submittedEdit.current === edit) submittedEdit.current = -1;
      });
  };
  const enter = (): void => {
    // Enter twice on the same text counts once; further input replaces the selected text.
    if (submittedEdit.current === edits.current) return;
    submittedEdit.current = edits.current;
    field.current?.select();
    submit(text, { refocus: false, scanned: true });
  };
  typed.current = async () => {
    const isDone = text.trim() === '' || answeredEdit.current === edits.current;
    if (isDone && queue.current.waiting === 0) return 'nothing';
    enter();
    if (await queue.current.last) return 'entered';
    field.current?.focus();
    return 'refused';
  };
  /**
   * By mouse or camera; the focus returns to the field for the scanner. Clicking a code does not count as scanned: it does not prove
   * presence.
   */
  const choose = (code: string, scanned: boolean): void => {
    change('');
    submit(code, { refocus: true, scanned });
  };
  return (
    <div className="scan-field">
      <div className="scan-entry">
        <Input
          ref={field}
          size="large"
          prefix={<ScanOutlined aria-hidden="true" />}
          placeholder={t('work.scan')}
          aria-label={t('work.scan')}
          autoCapitalize="characters"
          autoComplete="off"
          enterKeyHint="go"
          value={text}
          onChange={(event) => change(event.target.value)}
          onPressEnter={enter}
        />
        {canFilm() && (
          <Button size="large" icon={<CameraOutlined />} aria-label={t('scan.camera')} onClick={() => setFilming(true)} />
        )}
      </div>
      {filming && (
        <CameraDialog
          onFound={(code) => {
            setFilming(false);
            choose(code, true);
          }}
          onClose={() => setFilming(false)}
        />
      )}
      {answers.length > 0 && (
        <div ref={results} role="status" className="scan-answers">
          <ul className="scan-results">
            {answers.map((found, at) => (
              <li key={at} className={found.kind}>
                <p>
                  {found.text} {found.kind === 'refused' && found.count !== null && <CountPageLink count={found.count} />}
                </p>
                {found.kind === 'refused' && found.alternatives.length > 0 && (
                  <div className="part-alternatives">
                    <span>{t('work.part.instead')}</span>
                    {found.alternatives.map((code) => (
                      <Button key={code} onClick={() => choose(code, false)}>
                        <span className="kw-code">{code}</span>
                      </Button>
                    ))}
                  </div>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
