// The field below the lines: a scanned code with Enter adds a line, a name searches products.
import CameraOutlined from '@ant-design/icons/es/icons/CameraOutlined';
import ScanOutlined from '@ant-design/icons/es/icons/ScanOutlined';
import { Button } from 'antd';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { useT } from '../../phrase/phrases.ts';
import { canFilm } from '../../ui/scan/camera.ts';
import { CameraDialog } from '../../ui/scan/CameraDialog.tsx';
import { useIsTouch } from '../../ui/use-media.ts';
import type { CodeOutcome } from './use-line-sources.ts';
import './add-field.css';

/** Debounce of the search; scanners type faster. */
const PAUSE_MS = 200;

export interface Suggestion {
  id: string;
  content: ReactNode;
  add: () => void;
}

/** The first few matches and the total. */
export interface Matches {
  list: readonly Suggestion[];
  count: string;
}

interface AddFieldProps {
  /** Matches for the typed text; called with '' while there is none. */
  useSuggestions: (text: string) => readonly Suggestion[];
  /** The same, once. @throws ApiError when the server cannot be reached */
  find: (text: string) => Promise<Matches>;
  /** Adds the goods with exactly this code. */
  onCode: (code: string) => Promise<CodeOutcome>;
  /** Placeholder. */
  hint: string;
  /** Arrow up in the empty field: back to the lines. */
  onUp: () => void;
  /** Set to a function that enters pending text, for the form to call before it is sent. */
  typed: RefObject<EnterTyped | null>;
}

/** Whether there was text to enter, and the result. */
export type EnterTyped = () => Promise<'nothing' | 'entered' | 'refused'>;

export function AddField({ useSuggestions, find, onCode, hint, onUp, typed: entering }: AddFieldProps) {
  const t = useT();
  const touch = useIsTouch();
  const list = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  /** Matches of the text on which Enter was pressed, if ambiguous. */
  const [ambiguous, setAmbiguous] = useState<readonly Suggestion[] | null>(null);
  const [active, setActive] = useState(-1);
  const [filming, setFilming] = useState(false);
  const wanted = useDebounced(text.trim());
  const typed = useSuggestions(wanted.length >= 2 && wanted === text.trim() ? wanted : '');
  const suggestions = ambiguous ?? typed;
  /** Scanned codes in order; the next may arrive before the server has answered. */
  const queue = useRef({ last: Promise.resolve(true), waiting: 0 });
  /** Counts edits, so that text changed since is not cleared. */
  const edits = useRef(0);
  const submittedEdit = useRef(-1);
  const latest = useRef({ find, onCode });
  latest.current = { find, onCode };

  const change = (next: string): void => {
    edits.current += 1;
    setText(next);
    setActive(-1);
    setAmbiguous(null);
    if (queue.current.waiting === 0) setRefusals([]);
  };
  const take = (suggestion: Suggestion): void => {
    suggestion.add();
    change('');
    field.current?.focus();
  };
  /**
   * @param isLast nothing was typed since, so the field is still about this code
   * @param isChoice the user pressed Enter: a name with one match counts too, otherwise only an exact code
   * @returns whether a line was added
   */
  const add = async (code: string, isLast: () => boolean, isChoice: boolean): Promise<boolean> => {
    const refuse = (message: string | null): boolean => {
      if (message !== null) setRefusals((before) => [...before, message]);
      if (isLast()) field.current?.select();
      return false;
    };
    const outcome = await latest.current.onCode(code);
    if (outcome === 'failed') return refuse(null);
    if (outcome === 'unknown' && !isChoice) return refuse(null);
    if (outcome === 'unknown') {
      const { list, count } = await latest.current.find(code);
      if (list.length === 0) return refuse(t('tx.line.unknown', { code }));
      if (list.length > 1) {
        if (isLast()) {
          setAmbiguous(list);
          setActive(0);
        }
        return refuse(t(touch ? 'tx.line.severalTouch' : 'tx.line.several', { code, count }));
      }
      list[0]!.add();
    }
    if (isLast()) change('');
    return true;
  };
  const enter = (): void => {
    if (active >= 0 && suggestions[active]) take(suggestions[active]);
    else enterCode(text.trim());
  };
  const enterCode = (code: string, isChoice = true): void => {
    const edit = edits.current;
    // Enter twice on the same text counts once.
    if (code === '' || submittedEdit.current === edit) return;
    if (queue.current.waiting === 0) setRefusals([]);
    submittedEdit.current = edit;
    field.current?.select();
    queue.current.waiting += 1;
    queue.current.last = queue.current.last
      .then(() => add(code, () => edits.current === edit, isChoice))
      .catch((error: Error) => {
        setRefusals((before) => [...before, error.message]);
        return false;
      })
      .finally(() => {
        queue.current.waiting -= 1;
        if (submittedEdit.current === edit) submittedEdit.current = -1;
      });
  };
  const handleCameraCode = (code: string): void => {
    setFilming(false);
    change(code);
    enterCode(code.trim());
  };
  entering.current = async () => {
    if (text.trim() === '' && queue.current.waiting === 0) return 'nothing';
    // Submitting the form does not pick the highlighted match.
    if (ambiguous !== null) return 'refused';
    enterCode(text.trim(), false);
    return (await queue.current.last) ? 'entered' : 'refused';
  };
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter') enter();
    else if (event.key === 'Escape' && text !== '') change('');
    else if (event.key === 'ArrowUp' && text === '') onUp();
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive((at) => Math.max(-1, Math.min(suggestions.length - 1, at + step)));
    } else return;
    event.preventDefault();
  };
  return (
    <div className="line-add">
      <ScanOutlined aria-hidden="true" />
      <input
        ref={field}
        className="line-add-field"
        data-line-add
        aria-keyshortcuts="Alt+A"
        role="combobox"
        aria-label={t('tx.line.add')}
        aria-expanded={suggestions.length > 0}
        aria-controls={list}
        aria-activedescendant={active >= 0 ? `${list}-${active}` : undefined}
        aria-invalid={refusals.length > 0 || undefined}
        placeholder={hint}
        autoComplete="off"
        maxLength={200}
        value={text}
        onChange={({ target }) => change(target.value)}
        onKeyDown={handleKeyDown}
      />
      {canFilm() && <Button icon={<CameraOutlined />} aria-label={t('scan.camera')} onClick={() => setFilming(true)} />}
      {filming && <CameraDialog onFound={handleCameraCode} onClose={() => setFilming(false)} />}
      {refusals.length > 0 && (
        <p role="alert" className="line-error">
          {refusals.join(' ')}
        </p>
      )}
      {suggestions.length > 0 && (
        <ul id={list} role="listbox" className="line-suggestions" aria-label={t('wms.product')}>
          {suggestions.map((suggestion, at) => (
            <li
              key={suggestion.id}
              id={`${list}-${at}`}
              role="option"
              aria-selected={at === active}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(suggestion)}
            >
              {suggestion.content}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
