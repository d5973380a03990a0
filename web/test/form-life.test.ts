import { expect, test } from 'vitest';
import { createFormLife, stepLife, type FormLife, type LifeStep } from '../src/form/form-life.ts';

type Steps = readonly LifeStep<string, 'save'>[];
const live = (life: FormLife<string, 'save'>, ...steps: Steps) => steps.reduce((at, step) => stepLife(at, step), life);

const fresh = createFormLife<string, 'save'>('saved', false);
const dirty = live(fresh, { is: 'typed', differs: true });
const draft = createFormLife<string, 'save'>('saved', true);
const stale = live(dirty, { is: 'overtaken', by: 'theirs' });

test.each<[name: string, from: FormLife<string, 'save'>, steps: Steps, to: Partial<FormLife<string, 'save'>>]>([
  ['a draft differs from the saved record', draft, [], { isDirty: true, hasDraft: true }],
  ['typing the saved value again removes the draft', draft, [{ is: 'typed', differs: false }], { hasDraft: false }],
  ['further typing keeps the draft', draft, [{ is: 'typed', differs: true }], { isDirty: true, hasDraft: true }],
  ['input during a save stays dirty', dirty, [{ is: 'begun', what: 'save' }], { isDirty: true, busy: 'save' }],
  ['a rejected or lost save changes nothing', dirty, [{ is: 'begun', what: 'save' }, { is: 'ended' }], dirty],
  [
    'after a save, its response is the new base',
    draft,
    [{ is: 'begun', what: 'save' }, { is: 'adopted', base: 'answer' }, { is: 'ended' }],
    { base: 'answer', isDirty: false, hasDraft: false, busy: null },
  ],
  ['after discarding, the form is clean', draft, [{ is: 'cleaned' }], { base: 'saved', isDirty: false, hasDraft: false }],
  ['an edit conflict keeps both versions', stale, [], { base: 'saved', stale: 'theirs', isDirty: true }],
  ['an unresolved conflict changes nothing', stale, [{ is: 'left' }], dirty],
  [
    'resolving a conflict with their version',
    stale,
    [{ is: 'adopted', base: 'theirs' }],
    { base: 'theirs', stale: null, isDirty: false },
  ],
  [
    'resolving a conflict by merging mine into theirs',
    stale,
    [{ is: 'merged', differs: true }],
    { base: 'theirs', stale: null, isDirty: true },
  ],
])('%s', (_, from, steps, to) => {
  expect(live(from, ...steps)).toMatchObject(to);
});
