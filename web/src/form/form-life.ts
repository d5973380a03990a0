// State machine of a form, whatever it edits.

export interface FormLife<R, D extends string> {
  /** The record as last saved; null for a new one. */
  base: R | null;
  /** The fields differ from it. */
  isDirty: boolean;
  /** They differed on opening: a draft was found. */
  hasDraft: boolean;
  /** Operation in progress; no other one can start meanwhile. */
  busy: D | null;
  /** Another user has saved it meanwhile: the current record, until the conflict is resolved. */
  stale: R | null;
}

export type LifeStep<R, D extends string> =
  | { is: 'typed'; differs: boolean }
  | { is: 'begun'; what: D }
  /** Done, rejected, or lost. */
  | { is: 'ended' }
  /** No changes left to lose: saved, deleted, or discarded. */
  | { is: 'cleaned' }
  /** The fields now equal the saved record: saved, reverted, or the other user's version taken. */
  | { is: 'adopted'; base: R | null }
  /** The same version loaded in another language: input stays. */
  | { is: 'reworded'; base: R }
  | { is: 'overtaken'; by: R }
  /** The conflict was left unresolved: everything stays. */
  | { is: 'left' }
  /** The user's changes applied on top of the other user's. */
  | { is: 'merged'; differs: boolean };

export const createFormLife = <R, D extends string>(base: R | null, isDraft: boolean): FormLife<R, D> => ({
  base,
  isDirty: isDraft,
  hasDraft: isDraft,
  busy: null,
  stale: null,
});

export function stepLife<R, D extends string>(life: FormLife<R, D>, step: LifeStep<R, D>): FormLife<R, D> {
  switch (step.is) {
    case 'typed':
      return { ...life, isDirty: step.differs, hasDraft: life.hasDraft && step.differs };
    case 'begun':
      return { ...life, busy: step.what };
    case 'ended':
      return { ...life, busy: null };
    case 'cleaned':
      return { ...life, isDirty: false, hasDraft: false };
    case 'adopted':
      return { ...life, base: step.base, isDirty: false, hasDraft: false, stale: null };
    case 'reworded':
      return { ...life, base: step.base };
    case 'overtaken':
      return { ...life, stale: step.by };
    case 'left':
      return { ...life, stale: null };
    // Merged.
    default:
      return { ...life, base: life.stale, isDirty: step.differs, hasDraft: false, stale: null };
  }
}
