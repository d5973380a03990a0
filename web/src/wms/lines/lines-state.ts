// The lines of a document being edited, with their errors and notes.
import { useMemo, useReducer } from 'react';
import { BATCH_CELLS, cellOf, type Cell, type CellErrors, type EditorLine, type NewLine } from './line.ts';

export interface LinesState {
  lines: readonly EditorLine[];
  /** Errors by line key, kept until the cell changes. */
  errors: Readonly<Record<number, CellErrors>>;
  /** Warnings by line key, kept until the cell changes. */
  notes: Readonly<Record<number, CellErrors>>;
  nextKey: number;
  /** The last removed lines, for undo. */
  removed: readonly { at: number; line: EditorLine }[];
  /** The last paste or import, for undo: added lines (null) and the previous state of changed ones. */
  pasted: readonly { key: number; before: EditorLine | null }[];
  /** Whether that was a workbook. */
  fromWorkbook: boolean;
  /** Incremented by every change of the user. */
  changes: number;
  /** `changes` at the last paste: equal while nothing has changed since. */
  pastedAt: number;
}

export interface Addition {
  line: NewLine;
  errors?: CellErrors;
  notes?: CellErrors;
}

/** Sources whose lines are undone together. */
export type LineOrigin = 'paste' | 'workbook';

type Action =
  | { do: 'load'; lines: readonly NewLine[] }
  | { do: 'add'; additions: readonly Addition[]; from?: LineOrigin }
  | { do: 'change'; key: number; patch: Partial<EditorLine>; errors?: CellErrors; notes?: CellErrors }
  | { do: 'fill'; cell: Cell; from: number; texts: readonly Partial<EditorLine>[] }
  | { do: 'duplicate'; key: number }
  | { do: 'remove'; keys: readonly number[] }
  | { do: 'restore' }
  | { do: 'unpaste' }
  | { do: 'refuse'; errors: Readonly<Record<number, CellErrors>> };

export const noLines: LinesState = {
  lines: [],
  errors: {},
  notes: {},
  nextKey: 1,
  removed: [],
  pasted: [],
  fromWorkbook: false,
  changes: 0,
  pastedAt: -1,
};

export function reduceLines(state: LinesState, action: Action): LinesState {
  // Added lines can be undone at any time; filled cells only until the next change.
  const pasted = state.pasted.filter(({ before }) => before === null);
  const changes = state.changes + 1;
  const changed = (part: Partial<LinesState>): LinesState => ({ ...state, changes, removed: [], pasted, ...part });
  switch (action.do) {
    case 'load':
      return {
        ...noLines,
        ...appendLines(
          noLines,
          action.lines.map((line) => ({ line })),
        ),
        changes: state.changes,
      };
    case 'add':
      return changed({
        ...appendLines(state, action.additions),
        ...(action.from && {
          fromWorkbook: action.from === 'workbook',
          pasted: action.additions.map((_, at) => ({ key: state.nextKey + at, before: null })),
          pastedAt: changes,
        }),
      });
    case 'change': {
      // A new product also clears the messages of batch cells.
      const cells = [...(Object.keys(action.patch) as Cell[]), ...('product' in action.patch ? BATCH_CELLS : [])];
      return changed({
        lines: state.lines.map((line) => (line.key === action.key ? { ...line, ...action.patch } : line)),
        errors: withErrors(state.errors, action.key, cells, action.errors),
        notes: withErrors(state.notes, action.key, cells, action.notes),
      });
    }
    case 'fill': {
      const filled = Object.fromEntries(action.texts.map((patch, at) => [action.from + at, patch]));
      return changed({
        pasted: state.lines.flatMap((line, at) => (at in filled ? [{ key: line.key, before: line }] : [])),
        fromWorkbook: false,
        pastedAt: changes,
        lines: state.lines.map((line, at) => (at in filled ? { ...line, ...filled[at] } : line)),
        errors: withoutCell(state.errors, state.lines, filled, action.cell),
        notes: withoutCell(state.notes, state.lines, filled, action.cell),
      });
    }
    case 'duplicate': {
      const at = state.lines.findIndex((line) => line.key === action.key);
      const copy = { ...state.lines[at]!, key: state.nextKey };
      return changed({ lines: state.lines.toSpliced(at + 1, 0, copy), nextKey: state.nextKey + 1 });
    }
    case 'remove':
      return changed({
        pasted: pasted.filter(({ key }) => !action.keys.includes(key)),
        lines: state.lines.filter((line) => !action.keys.includes(line.key)),
        removed: state.lines.flatMap((line, at) => (action.keys.includes(line.key) ? [{ at, line }] : [])),
      });
    case 'restore': {
      const lines = [...state.lines];
      for (const { at, line } of state.removed) lines.splice(at, 0, line);
      return changed({ lines });
    }
    case 'unpaste': {
      const before = new Map(state.pasted.map((each) => [each.key, each.before]));
      return changed({
        lines: state.lines.flatMap((line) => (before.has(line.key) ? (before.get(line.key) ?? []) : line)),
        pasted: [],
      });
    }
    default:
      return { ...state, errors: action.errors };
  }
}

function appendLines(
  state: Pick<LinesState, 'lines' | 'errors' | 'notes' | 'nextKey'>,
  additions: readonly Addition[],
): Pick<LinesState, 'lines' | 'errors' | 'notes' | 'nextKey'> {
  const errors = { ...state.errors };
  const notes = { ...state.notes };
  const lines = additions.map(({ line, errors: added, notes: noted }, at) => {
    const key = state.nextKey + at;
    if (added && Object.keys(added).length > 0) errors[key] = added;
    if (noted && Object.keys(noted).length > 0) notes[key] = noted;
    return { ...line, key };
  });
  return { lines: [...state.lines, ...lines], errors, notes, nextKey: state.nextKey + additions.length };
}

/** Clears the messages of changed cells, then adds new ones. */
function withErrors(
  errors: LinesState['errors'],
  key: number,
  cells: readonly Cell[],
  added: CellErrors | undefined,
): LinesState['errors'] {
  if (!errors[key] && !added) return errors;
  const left = Object.entries(errors[key] ?? {}).filter(([cell]) => !cells.includes(cell as Cell));
  return { ...errors, [key]: { ...Object.fromEntries(left), ...added } };
}

/** Clears the messages of one cell in the filled lines, by index. */
const withoutCell = (
  errors: LinesState['errors'],
  lines: LinesState['lines'],
  filled: Readonly<Record<number, unknown>>,
  cell: Cell,
): LinesState['errors'] =>
  lines.reduce((left, { key }, at) => (at in filled ? withErrors(left, key, [cell], undefined) : left), errors);

/** Server errors by line, from dotted paths: `lines.3.qty`. */
export function refusedCells(
  fields: readonly { path: string; message: string }[],
  lines: readonly EditorLine[],
): Record<number, CellErrors> {
  const errors: Record<number, CellErrors> = {};
  for (const { path, message } of fields) {
    const parts = /^lines\.(\d+)(?:\.(\w+))?$/.exec(path);
    const line = parts ? lines[Number(parts[1])] : undefined;
    if (line) errors[line.key] = { ...errors[line.key], [cellOf(parts![2] ?? 'productId')]: message };
  }
  return errors;
}

export interface Lines extends LinesState {
  load: (lines: readonly NewLine[]) => void;
  /** @param from their common source, with which they are undone */
  add: (additions: readonly Addition[], from?: LineOrigin) => void;
  change: (key: number, patch: Partial<EditorLine>, errors?: CellErrors, notes?: CellErrors) => void;
  fill: (cell: Cell, from: number, texts: readonly Partial<EditorLine>[]) => void;
  duplicate: (key: number) => void;
  remove: (keys: readonly number[]) => void;
  restore: () => void;
  unpaste: () => void;
  refuse: (errors: Readonly<Record<number, CellErrors>>) => void;
}

export function useLines(): Lines {
  const [state, act] = useReducer(reduceLines, noLines);
  const actions = useMemo(
    () => ({
      load: (lines: readonly NewLine[]) => act({ do: 'load', lines }),
      add: (additions: readonly Addition[], from?: LineOrigin) => act({ do: 'add', additions, ...(from && { from }) }),
      change: (key: number, patch: Partial<EditorLine>, errors?: CellErrors, notes?: CellErrors) =>
        act({ do: 'change', key, patch, ...(errors && { errors }), ...(notes && { notes }) }),
      fill: (cell: Cell, from: number, texts: readonly Partial<EditorLine>[]) => act({ do: 'fill', cell, from, texts }),
      duplicate: (key: number) => act({ do: 'duplicate', key }),
      remove: (keys: readonly number[]) => act({ do: 'remove', keys }),
      restore: () => act({ do: 'restore' }),
      unpaste: () => act({ do: 'unpaste' }),
      refuse: (errors: Readonly<Record<number, CellErrors>>) => act({ do: 'refuse', errors }),
    }),
    [],
  );
  return useMemo(() => ({ ...state, ...actions }), [state, actions]);
}
