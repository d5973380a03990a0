// The rows: typing, pasting, reordering, searching.
import { hasWords } from '@kuwei/contract/normalize-text';
import {
  memo,
  useCallback,
  useMemo,
  useRef,
  useState,
  type ClipboardEvent,
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { copyText } from '../../browser/copy-text.ts';
import { useLocaleState, useT } from '../../phrase/phrases.ts';
import { useDrawnCount } from '../../ui/use-drawn.ts';
import { noticeDone } from '../../ui/feedback.ts';
import { cellsIn, isTable, tableText } from '../../ui/table-text.ts';
import { GridRow, type RowFaults, type RowHandlers } from './GridRow.tsx';
import type { GridSpec } from './grid-types.ts';
import { pasteInto, undoPaste, type Pasted } from './paste.ts';
import { useRowDrag } from './use-row-drag.ts';
import './grid.css';

interface GridProps<R> {
  id: string | undefined;
  label: string;
  spec: GridSpec<R>;
  rows: readonly R[];
  faults: readonly RowFaults[];
  onChange: (rows: R[]) => void;
  /** As last saved. */
  saved: unknown;
}

const NONE: RowFaults = {};
/** Width of the cells before and after the columns, px. */
const ENDS = 236;

interface Note<R> {
  text: () => string;
  isRefusal: boolean;
  /** As saved then: later saves are not reverted. */
  saved: unknown;
  /** What the paste replaced; null if there is nothing to undo. */
  undo: Pasted<R>['before'] | null;
}

export const Grid = memo(function Grid<R>({ id, label, spec, rows, faults, onChange, saved }: GridProps<R>) {
  const t = useT();
  const texts = useLocaleState((state) => state.tables + (state.locale === 'zh' ? 0 : 0.5));
  const root = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState('');
  const [viewKey, setViewKey] = useState('');
  const [storedNote, setNote] = useState<Note<R> | null>(null);
  const note = storedNote?.saved === saved ? storedNote : null;
  const now = useRef({ rows, onChange });
  now.current = { rows, onChange };

  const view = spec.views.find(({ key }) => key === viewKey);
  const isWhole = view === undefined && query.trim() === '';
  // Typing never hides a row: the filter is applied only when it changes, or the rows are replaced.
  const shown = useMemo(() => {
    const isShown = (row: R): boolean =>
      (view?.has(row) ?? true) && hasWords(spec.columns.map((column) => column.read(row)).join(' '), query);
    return rows.flatMap((row, at) => (isShown(row) ? [String(at)] : []));
  }, [query, viewKey, rows.length]);
  const drawn = useDrawnCount(shown);

  const focusCell = (at: number, column: string): void => {
    requestAnimationFrame(() => {
      const cell = root.current?.querySelector<HTMLElement>(`tr[data-at="${at}"] [data-col="${column}"]`);
      cell?.focus();
      cell?.scrollIntoView({ block: 'nearest' });
    });
  };
  const move = useCallback((from: number, to: number): void => {
    const next = [...now.current.rows];
    next.splice(to, 0, ...next.splice(from, 1));
    now.current.onChange(next);
  }, []);
  const { drag, handleProps } = useRowDrag(move);
  const handlers = useMemo<RowHandlers<R>>(
    () => ({
      change: (at, row) => now.current.onChange(now.current.rows.map((each, place) => (place === at ? row : each))),
      remove: (at) => now.current.onChange(now.current.rows.filter((_, place) => place !== at)),
      handle: (at) => handleProps(at),
    }),
    [],
  );

  const add = (behind: number): void => {
    if (!spec.grows || rows.length >= spec.max) return;
    setQuery('');
    setViewKey('');
    onChange(rows.toSpliced(behind, 0, { ...spec.blank }));
    focusCell(behind, spec.columns[0].key);
  };

  const paste = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text/plain');
    const target = event.target as HTMLElement;
    const column = target.dataset['col'];
    if (!isTable(text) || (column === undefined && target.closest('.grid-tools'))) return;
    event.preventDefault();
    const at = Number(target.closest('tr')?.dataset['at'] ?? rows.length - 1);
    const done = pasteInto(rows, cellsIn(text), { row: at, column: column ?? spec.columns[0].key }, spec);
    if ('refused' in done) return setNote({ text: () => done.refused, isRefusal: true, saved, undo: null });
    const { added, changed, same, kept, unknown } = done;
    const sentences = () => [
      t('grid.pasted', { added, changed, same }),
      ...(kept > 0 ? [t('grid.kept', { count: kept })] : []),
      ...(unknown.length > 0 ? [t('grid.unknown', { names: unknown })] : []),
    ];
    setQuery('');
    setViewKey('');
    setNote({ text: () => sentences().join(' '), isRefusal: false, saved, undo: done.before });
    onChange(done.rows);
  };

  const undo = (before: Pasted<R>['before']): void => {
    const { rows: without, edited } = undoPaste(now.current.rows, before);
    onChange(without);
    setNote(edited > 0 ? { text: () => t('grid.undoneBut', { count: edited }), isRefusal: false, saved, undo: null } : null);
  };

  const keys = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement;
    const at = Number(target.closest('tr')?.dataset['at'] ?? -1);
    if (at < 0 || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' || event.key === 'Enter' ? 1 : 0;
    const column = target.dataset['col'];
    if (step === 0) return;
    if (event.altKey && event.key !== 'Enter') {
      event.preventDefault();
      const to = at + step;
      if (!isWhole || !spec.grows || to < 0 || to >= rows.length) return;
      move(at, to);
      if (column === undefined) focusHandle(root.current, to);
      else focusCell(to, column);
      return;
    }
    if (column === undefined) return;
    event.preventDefault();
    const place = shown.indexOf(String(at)) + step;
    if (event.key === 'Enter' && place === shown.length && isWhole) add(rows.length);
    else if (shown[place] !== undefined) focusCell(Number(shown[place]), column);
  };

  const copy = async (): Promise<void> => {
    const cells = rows.map((row) => spec.columns.map((column) => column.read(row)));
    await copyText(tableText([spec.columns.map(({ title }) => title), ...cells]));
    noticeDone(t('grid.copied', { count: rows.length }));
  };

  /** Focusing the form field focuses its first invalid cell. */
  const focusFirstFault = (event: FocusEvent<HTMLDivElement>): void => {
    if (event.target !== event.currentTarget) return;
    const cell = event.currentTarget.querySelector<HTMLElement>('tbody [aria-invalid="true"]');
    if (!cell) return event.currentTarget.querySelector<HTMLElement>('tbody input')?.focus();
    // Centred, clear of the sticky buttons, with the error below it.
    cell.focus({ preventScroll: true });
    cell.scrollIntoView({ block: 'center' });
  };

  const style = {
    '--grid-columns': spec.columns.map(({ width: [least, share] }) => `minmax(${least}px, ${share}fr)`).join(' '),
    '--grid-width': `${spec.columns.reduce((sum, { width: [least] }) => sum + least, ENDS)}px`,
  } as CSSProperties;
  const count = faults.reduce((sum, row) => sum + Object.keys(row).length, 0);
  return (
    <div
      ref={root}
      id={id}
      tabIndex={-1}
      className="grid"
      style={style}
      onFocus={focusFirstFault}
      onPaste={paste}
      onKeyDown={keys}
    >
      <div className="grid-tools">
        <input
          type="search"
          className="kw-field grid-search"
          placeholder={t('grid.search')}
          aria-label={t('grid.search')}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
        <div className="grid-views" role="group" aria-label={t('dic.view')}>
          <ViewButton label={t('dic.view.all')} count={rows.length} chosen={!view} onChoose={() => setViewKey('')} />
          {spec.views.map(({ key, label: name, has }) => (
            <ViewButton
              key={key}
              label={name}
              count={rows.filter(has).length}
              chosen={key === viewKey}
              onChoose={() => setViewKey(key === viewKey ? '' : key)}
            />
          ))}
        </div>
        <button type="button" className="kw-button small" onClick={() => void copy()}>
          {t('grid.copy')}
        </button>
      </div>
      <p className="grid-hint">{t(spec.grows ? 'grid.pasteHint' : 'grid.pasteHintFixed')}</p>
      {note && (
        <p className={`grid-note ${note.isRefusal ? 'refused' : ''}`} role={note.isRefusal ? 'alert' : 'status'}>
          {note.text()}
          {note.undo && (
            <button type="button" className="kw-plain kw-link" onClick={() => undo(note.undo!)}>
              {t('grid.undo')}
            </button>
          )}
        </p>
      )}
      {count > 0 && <p className="grid-count">{t('grid.faults', { count })}</p>}
      <div className="grid-scroll">
        <table role="table" aria-label={label} aria-rowcount={rows.length + 1}>
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" className="grid-no">
                <span className="kw-unseen">{t('grid.rowNo')}</span>
              </th>
              {spec.columns.map(({ key, title, kind }) => (
                <th key={key} role="columnheader" className={kind}>
                  {title}
                </th>
              ))}
              <th role="columnheader" className="grid-aside">
                {spec.aside.title}
              </th>
              <th role="columnheader" className="grid-actions">
                <span className="kw-unseen">{t('grid.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody role="rowgroup">
            {shown.slice(0, drawn).map((each) => {
              const at = Number(each);
              const row = rows[at];
              return (
                row !== undefined && (
                  <GridRow
                    key={each}
                    row={row}
                    at={at}
                    spec={spec}
                    faults={faults[at] ?? NONE}
                    handlers={handlers}
                    sortable={spec.grows ? isWhole : null}
                    drop={dropAt(drag, at, rows.length)}
                    texts={texts}
                  />
                )
              );
            })}
          </tbody>
        </table>
        {shown.length === 0 && (
          <p className="grid-none">
            {t(rows.length === 0 ? 'grid.empty' : 'grid.none')}
            {rows.length === 0 && <input className="grid-catch kw-field" aria-label={t('grid.empty')} value="" readOnly />}
          </p>
        )}
      </div>
      {spec.grows && (
        <button type="button" className="kw-button grid-add" disabled={rows.length >= spec.max} onClick={() => add(rows.length)}>
          {t('grid.add')}
        </button>
      )}
    </div>
  );
}) as <R>(props: GridProps<R>) => ReactNode;

function dropAt(drag: { from: number; to: number } | null, at: number, count: number) {
  if (drag === null) return null;
  if (drag.from === at) return 'self';
  if (drag.to === at) return 'before';
  return drag.to === count && at === count - 1 ? 'after' : null;
}

const focusHandle = (root: HTMLElement | null, at: number): void =>
  void requestAnimationFrame(() => root?.querySelector<HTMLElement>(`tr[data-at="${at}"] [data-handle]`)?.focus());

interface ViewButtonProps {
  label: string;
  count: number;
  chosen: boolean;
  onChoose: () => void;
}

const ViewButton = ({ label, count, chosen, onChoose }: ViewButtonProps) => (
  <button type="button" className="kw-plain grid-view" aria-pressed={chosen} disabled={count === 0 && !chosen} onClick={onChoose}>
    {label} <span>{count}</span>
  </button>
);
