// The lines of a document being edited, and what was said about them.
import { useMemo, useReducer } from 'react';
import { cellOf, type Cell, type CellErrors, type EditorLine, type NewLine } from './line.ts';

export interface LinesState {
  lines: readonly EditorLine[];
  /** Refusals that hold until their cell is changed, by the key of the line. */
  errors: Readonly<Record<number, CellErrors>>;
  nextKey: number;
  /** What was removed last, to be put back. */
  removed: readonly { at: number; line: EditorLine }[];
  /** Goes up with every change by the person. */
  changes: number;
}

export interface Addition {
  line: NewLine;
  errors?: CellErrors;
}

type Action =
  | { do: 'load'; lines: readonly NewLine[] }
  | { do: 'add'; additions: readonly Addition[] }
  | { do: 'change'; key: number; patch: Partial<EditorLine>; errors?: CellErrors }
  | { do: 'fill'; cell: Cell; from: number; texts: readonly Partial<EditorLine>[] }
  | { do: 'duplicate'; key: number }
  | { do: 'remove'; keys: readonly number[] }
  | { do: 'restore' }
  | { do: 'refuse'; errors: Readonly<Record<number, CellErrors>> };

export const noLines: LinesState = { lines: [], errors: {}, nextKey: 1, removed: [], changes: 0 };

export function reduceLines(state: LinesState, action: Action): LinesState {
  const changed = (part: Partial<LinesState>): LinesState => ({ ...state, changes: state.changes + 1, removed: [], ...part });
  switch (action.do) {
    case 'load':
      return {
        ...noLines,
        ...appended(
          noLines,
          action.lines.map((line) => ({ line })),
        ),
        changes: state.changes,
      };
    case 'add':
      return changed(appended(state, action.additions));
    case 'change':
      return changed({
        lines: state.lines.map((line) => (line.key === action.key ? { ...line, ...action.patch } : line)),
        errors: withErrors(state.errors, action.key, Object.keys(action.patch) as Cell[], action.errors),
      });
    case 'fill': {
      const filled = Object.fromEntries(action.texts.map((patch, at) => [action.from + at, patch]));
      return changed({
        lines: state.lines.map((line, at) => (at in filled ? { ...line, ...filled[at] } : line)),
        errors: state.lines.reduce(
          (errors, { key }, at) => (at in filled ? withErrors(errors, key, [action.cell], undefined) : errors),
          state.errors,
        ),
      });
    }
    case 'duplicate': {
      const at = state.lines.findIndex((line) => line.key === action.key);
      const copy = { ...state.lines[at]!, key: state.nextKey };
      return changed({ lines: state.lines.toSpliced(at + 1, 0, copy), nextKey: state.nextKey + 1 });
    }
    case 'remove':
      return changed({
        lines: state.lines.filter((line) => !action.keys.includes(line.key)),
        removed: state.lines.flatMap((line, at) => (action.keys.includes(line.key) ? [{ at, line }] : [])),
      });
    case 'restore': {
      const lines = [...state.lines];
      for (const { at, line } of state.removed) lines.splice(at, 0, line);
      return changed({ lines });
    }
    default:
      return { ...state, errors: action.errors };
  }
}

function appended(
  state: Pick<LinesState, 'lines' | 'errors' | 'nextKey'>,
  additions: readonly Addition[],
): Pick<LinesState, 'lines' | 'errors' | 'nextKey'> {
  const errors = { ...state.errors };
  const lines = additions.map(({ line, errors: said }, at) => {
    const key = state.nextKey + at;
    if (said && Object.keys(said).length > 0) errors[key] = said;
    return { ...line, key };
  });
  return { lines: [...state.lines, ...lines], errors, nextKey: state.nextKey + additions.length };
}

/** What was said about a cell falls with the next change of it. */
function withErrors(
  errors: LinesState['errors'],
  key: number,
  cells: readonly Cell[],
  said: CellErrors | undefined,
): LinesState['errors'] {
  if (!errors[key] && !said) return errors;
  const left = Object.entries(errors[key] ?? {}).filter(([cell]) => !cells.includes(cell as Cell));
  return { ...errors, [key]: { ...Object.fromEntries(left), ...said } };
}

/** Refusals of the server by line, from the dotted paths of its answer: `lines.3.qty`. */
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
  add: (additions: readonly Addition[]) => void;
  change: (key: number, patch: Partial<EditorLine>, errors?: CellErrors) => void;
  fill: (cell: Cell, from: number, texts: readonly Partial<EditorLine>[]) => void;
  duplicate: (key: number) => void;
  remove: (keys: readonly number[]) => void;
  restore: () => void;
  refuse: (errors: Readonly<Record<number, CellErrors>>) => void;
}

export function useLines(): Lines {
  const [state, act] = useReducer(reduceLines, noLines);
  const actions = useMemo(
    () => ({
      load: (lines: readonly NewLine[]) => act({ do: 'load', lines }),
      add: (additions: readonly Addition[]) => act({ do: 'add', additions }),
      change: (key: number, patch: Partial<EditorLine>, errors?: CellErrors) =>
        act({ do: 'change', key, patch, ...(errors && { errors }) }),
      fill: (cell: Cell, from: number, texts: readonly Partial<EditorLine>[]) => act({ do: 'fill', cell, from, texts }),
      duplicate: (key: number) => act({ do: 'duplicate', key }),
      remove: (keys: readonly number[]) => act({ do: 'remove', keys }),
      restore: () => act({ do: 'restore' }),
      refuse: (errors: Readonly<Record<number, CellErrors>>) => act({ do: 'refuse', errors }),
    }),
    [],
  );
  return useMemo(() => ({ ...state, ...actions }), [state, actions]);
}
