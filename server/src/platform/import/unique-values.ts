// Unique values that rows of a file can pass on, such as a staff number or a name. A row that takes what another releases depends
// on that row, wherever it is in the file.
import type { AppError } from '@kuwei/contract/error';

/** A unique value of a record. @typeParam F its form */
interface UniqueValue<F> {
  /** Equal for two records that want the same value. */
  key: string;
  /** Why it is not available. @param holder the record that keeps it */
  taken: (holder: F) => AppError;
}

interface Wanted<F, S> {
  before: S | null;
  form: F;
}
export type UniqueValuesOf<F, S> = (form: F, before: S | null) => readonly UniqueValue<F>[];

/** Values released by records, keyed by record: of several with one name, one may release it while others keep it. */
export class ReleasedValues {
  readonly #all = new Set<string>();

  static of<F, S extends { id: string; form: F }>(wanted: readonly Wanted<F, S>[], tiesOf: UniqueValuesOf<F, S>): ReleasedValues {
    const released = new ReleasedValues();
    for (const { before, form } of wanted) {
      if (!before) continue;
      const kept = new Set(tiesOf(form, before).map(({ key }) => key));
      for (const { key } of tiesOf(before.form, before)) if (!kept.has(key)) released.#all.add(`${before.id} ${key}`);
    }
    return released;
  }

  has(id: string, key: string): boolean {
    return this.#all.has(`${id} ${key}`);
  }
}

/** Rows of a file that want the same value: the first one gets it, and later ones name that row. */
export class DuplicateRows<F, S> {
  readonly #tiesOf: UniqueValuesOf<F, S>;
  readonly #firsts = new Map<string, number>();
  /** Values kept by records that are in no row. */
  readonly #kept = new Set<string>();

  /** @param rows in the order of the file */
  constructor(rows: readonly (Wanted<F, S> & { row: number })[], tiesOf: UniqueValuesOf<F, S>) {
    this.#tiesOf = tiesOf;
    for (const { before, form, row } of rows)
      for (const { key } of tiesOf(form, before)) if (!this.#firsts.has(key)) this.#firsts.set(key, row);
  }

  /** @returns the row that got the value refused here; null if that was refused as well, or the value is not from the file */
  before({ before, form, row }: Wanted<F, S> & { row: number }, { code, field }: AppError): number | null {
    if (code !== 'CODE_TAKEN') return null;
    for (const { key, taken } of this.#tiesOf(form, before)) {
      if (taken(form).field !== field) continue;
      const first = this.#firsts.get(key)!;
      if (first === row) this.#kept.add(key);
      else if (!this.#kept.has(key)) return first;
    }
    return null;
  }
}

interface Row<F, S> extends Wanted<F, S> {
  isRefused: () => boolean;
  refuse: (fault: AppError) => void;
}

/** Refuses rows that want what a refused row keeps, and transitively those that depend on them. Linear in the number of rows. */
export function refuseDependentRows<F, S extends { form: F }>(rows: readonly Row<F, S>[], tiesOf: UniqueValuesOf<F, S>): void {
  const wishes = rows
    .filter((row) => !row.isRefused())
    .flatMap((row) => tiesOf(row.form, row.before).map((tie) => ({ row, tie })));
  const wishesFor = Map.groupBy(wishes, ({ tie }) => tie.key);
  const refused = rows.filter((row) => row.isRefused());
  for (const holder of refused) {
    if (!holder.before) continue;
    for (const { key } of tiesOf(holder.before.form, holder.before))
      for (const { row, tie } of wishesFor.get(key) ?? []) {
        if (row === holder || row.isRefused()) continue;
        row.refuse(tie.taken(holder.before.form));
        if (row.isRefused()) refused.push(row);
      }
  }
}
