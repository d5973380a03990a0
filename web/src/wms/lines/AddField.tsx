// The field below the lines: a scanner's code and Enter adds a line, a name finds the product.
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

/** A pause in typing after which the name is looked for; a scanner is faster. */
const PAUSE_MS = 200;

export interface Suggestion {
  id: string;
  content: ReactNode;
  add: () => void;
}

/** What a text means: the first few, and how many there are in all, for the eye. */
export interface Matches {
  list: readonly Suggestion[];
  count: string;
}

interface AddFieldProps {
  /** Products that a text could mean; asked with '' while there is none. */
  useSuggestions: (text: string) => readonly Suggestion[];
  /** The same, asked once. @throws ApiError when the server cannot be asked */
  find: (text: string) => Promise<Matches>;
  /** Adds what has exactly this code. */
  onCode: (code: string) => Promise<CodeOutcome>;
  /** What may be typed. */
  hint: string;
  /** Up from the empty field: back to the lines. */
  onUp: () => void;
  /** Told how to enter what is typed and not entered yet, for who sends the form. */
  typed: RefObject<EnterTyped | null>;
}

/** Whether there was something to enter, and what became of it. */
export type EnterTyped = () => Promise<'nothing' | 'entered' | 'refused'>;

export function AddField({ useSuggestions, find, onCode, hint, onUp, typed: entering }: AddFieldProps) {
  const t = useT();
  const touch = useIsTouch();
  const list = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  /** Of the text that Enter was pressed on, where it means several. */
  const [several, setSeveral] = useState<readonly Suggestion[] | null>(null);
  const [active, setActive] = useState(-1);
  const [filming, setFilming] = useState(false);
  const wanted = useDebounced(text.trim());
  const typed = useSuggestions(wanted.length >= 2 && wanted === text.trim() ? wanted : '');
  const suggestions = several ?? typed;
  /** Codes in the order in which they were scanned; the next may come before the server has answered to the last. */
  const queue = useRef({ last: Promise.resolve(true), waiting: 0 });
  /** Changes of the text: what has changed since is not cleared any more. */
  const edits = useRef(0);
  const asked = useRef(-1);
  const latest = useRef({ find, onCode });
  latest.current = { find, onCode };

  const change = (next: string): void => {
    edits.current += 1;
    setText(next);
    setActive(-1);
    setSeveral(null);
    if (queue.current.waiting === 0) setRefusals([]);
  };
  const take = (suggestion: Suggestion): void => {
    suggestion.add();
    change('');
    field.current?.focus();
  };
  /**
   * @param isLast nothing has been typed since: the field is about this code
   * @param isChoice somebody pressed Enter on it: a name that means one product is that product, else only a code is
   * @returns whether a line came of it
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
          setSeveral(list);
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
    // Enter twice on the same text is one wish.
    if (code === '' || asked.current === edit) return;
    if (queue.current.waiting === 0) setRefusals([]);
    asked.current = edit;
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
        if (asked.current === edit) asked.current = -1;
      });
  };
  const filmed = (code: string): void => {
    setFilming(false);
    change(code);
    enterCode(code.trim());
  };
  entering.current = async () => {
    if (text.trim() === '' && queue.current.waiting === 0) return 'nothing';
    // Sending the form chooses nothing: a row that is only lit up stays one.
    if (several !== null) return 'refused';
    enterCode(text.trim(), false);
    return (await queue.current.last) ? 'entered' : 'refused';
  };
  const pressed = (event: KeyboardEvent): void => {
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
        onKeyDown={pressed}
      />
      {canFilm() && <Button icon={<CameraOutlined />} aria-label={t('scan.camera')} onClick={() => setFilming(true)} />}
      {filming && <CameraDialog onFound={filmed} onClose={() => setFilming(false)} />}
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

/** The value, once it has stayed the same for a moment. */
export function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
