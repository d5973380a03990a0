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
  /** What the form plans for the other lines. */
  others: readonly AssignedLine[];
  /** Goes up with whatever is assigned, by a scan or otherwise. */
  acts: number;
  /** A place to take. @returns whether it was taken */
  onFound: (place: Place, most: string | null, scanned: boolean) => boolean;
  /** Told how to enter what is typed and not entered yet, for who saves or finishes. */
  typed: RefObject<EnterTyped | null>;
  /** The box of these parts was scanned: the goods are at the right place. */
  onScanned: (keys: readonly string[]) => void;
}

interface Entry {
  /** The field takes the cursor back. */
  refocus: boolean;
  /** Read from a label or typed from one. */
  scanned: boolean;
}

/** One field for a scanner or a thumb: the label of a box, or its code. A scanner does not wait for answers. */
export function ScanField({ transaction, line, parts, others, acts, typed, onFound, onScanned }: ScanFieldProps) {
  const t = useT();
  const field = useRef<InputRef>(null);
  const [text, setText] = useState('');
  /** What became of the scans since the last time that none was waiting. */
  const [answers, setAnswers] = useState<readonly Found[]>([]);
  const [filming, setFilming] = useState(false);
  const find = useBoxFinder(transaction, line, parts, others);
  const latest = useRef({ find, onFound, onScanned });
  latest.current = { find, onFound, onScanned };
  const queue = useRef({ last: Promise.resolve(true), waiting: 0 });
  /** Changes of the text: what has been typed since is not cleared any more. */
  const edits = useRef(0);
  const asked = useRef(-1);
  /** The text that stands there has been answered: whoever goes on has seen what became of it. */
  const answered = useRef(-1);
  const results = useRef<HTMLDivElement>(null);
  useEffect(() => {
    results.current?.scrollIntoView({ block: 'nearest' });
  }, [answers]);
  useEffect(() => {
    // What a scan assigns is told of by its answer; what was assigned otherwise is the next step after what was refused.
    if (queue.current.waiting > 0 || answers.every(({ kind }) => kind === 'parts' || kind === 'place')) return;
    setAnswers([]);
    if (answered.current === edits.current) change('');
  }, [acts]);
  // What was posted is no longer the next step.
  useEffect(() => setAnswers([]), [line.qtyDone]);
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
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
  /** @returns whether it was entered */
  const take = async (given: string, edit: number, { refocus, scanned }: Entry): Promise<boolean> => {
    // Whoever has gone on to another line scans for that one.
    if (gone.current) return false;
    const result = await answer(given);
    if (gone.current) return false;
    // The next scan is judged by what this one has put where.
    answered.current = edit;
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
  /** Answered in the order in which they were scanned. */
  const submit = (given: string, entry: Entry): void => {
    const edit = edits.current;
    if (given.trim() === '') return;
    if (queue.current.waiting === 0) setAnswers([]);
    queue.current.waiting += 1;
    queue.current.last = queue.current.last
      .then(() => take(given, edit, entry))
      .finally(() => {
        queue.current.waiting -= 1;
        if (asked.current === edit) asked.current = -1;
      });
  };
  const enter = (): void => {
    // Enter twice on the same text is one wish; what comes next takes the place of the text.
    if (asked.current === edits.current) return;
    asked.current = edits.current;
    field.current?.select();
    submit(text, { refocus: false, scanned: true });
  };
  typed.current = async () => {
    const isDone = text.trim() === '' || answered.current === edits.current;
    if (isDone && queue.current.waiting === 0) return 'nothing';
    enter();
    if (await queue.current.last) return 'entered';
    field.current?.focus();
    return 'refused';
  };
  /** Chosen with the mouse or the camera: the scanner goes on in the field. A button is no proof of where somebody stands. */
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
