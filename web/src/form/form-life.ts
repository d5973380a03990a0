// The states of a form, whatever it edits, and the steps between them.

export interface FormLife<R, D extends string> {
  /** The record as it is saved, as far as this form knows; null for a new one. */
  base: R | null;
  /** What the fields hold differs from it. */
  isDirty: boolean;
  /** It differed already when the form was opened: a draft was found. */
  hasDraft: boolean;
  /** What is under way; nothing else is begun meanwhile. */
  busy: D | null;
  /** Somebody else has saved it meanwhile: how it stands now, until it is settled whose changes stay. */
  stale: R | null;
}

export type LifeStep<R, D extends string> =
  | { is: 'typed'; differs: boolean }
  | { is: 'begun'; what: D }
  /** Done, refused, or lost on the way. */
  | { is: 'ended' }
  /** Nothing is left that would be lost: saved, deleted, or given up. */
  | { is: 'cleaned' }
  /** The fields hold what is saved: it was saved, gone back to, or taken from somebody else. */
  | { is: 'adopted'; base: R | null }
  /** The same version came once more, worded in another language: what is typed stays. */
  | { is: 'reworded'; base: R }
  | { is: 'overtaken'; by: R }
  /** Nobody has settled it: everything stays as it is. */
  | { is: 'left' }
  /** What was changed here stands on top of theirs. */
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
