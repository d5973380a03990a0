import { expect, test } from 'vitest';
import { createFormLife, stepLife, type FormLife, type LifeStep } from '../src/form/form-life.ts';

type Steps = readonly LifeStep<string, 'save'>[];
const live = (life: FormLife<string, 'save'>, ...steps: Steps) => steps.reduce((at, step) => stepLife(at, step), life);

const fresh = createFormLife<string, 'save'>('saved', false);
const dirty = live(fresh, { is: 'typed', differs: true });
const draft = createFormLife<string, 'save'>('saved', true);
const stale = live(dirty, { is: 'overtaken', by: 'theirs' });

test.each<[name: string, from: FormLife<string, 'save'>, steps: Steps, to: Partial<FormLife<string, 'save'>>]>([
  ['a draft differs from what is saved', draft, [], { isDirty: true, hasDraft: true }],
  ['typed back to what is saved, nothing is left of a draft', draft, [{ is: 'typed', differs: false }], { hasDraft: false }],
  ['typed into, a draft stays one', draft, [{ is: 'typed', differs: true }], { isDirty: true, hasDraft: true }],
  ['what is typed while it is being saved stays', dirty, [{ is: 'begun', what: 'save' }], { isDirty: true, busy: 'save' }],
  ['refused or lost, everything stands as it was', dirty, [{ is: 'begun', what: 'save' }, { is: 'ended' }], dirty],
  [
    'saved, its answer is what it is compared with',
    draft,
    [{ is: 'begun', what: 'save' }, { is: 'adopted', base: 'answer' }, { is: 'ended' }],
    { base: 'answer', isDirty: false, hasDraft: false, busy: null },
  ],
  ['given up, nothing is asked about any more', draft, [{ is: 'cleaned' }], { base: 'saved', isDirty: false, hasDraft: false }],
  ['overtaken, both stand side by side', stale, [], { base: 'saved', stale: 'theirs', isDirty: true }],
  ['overtaken and left, it is as before', stale, [{ is: 'left' }], dirty],
  ['overtaken, theirs is taken', stale, [{ is: 'adopted', base: 'theirs' }], { base: 'theirs', stale: null, isDirty: false }],
  [
    'overtaken, mine goes on top of theirs',
    stale,
    [{ is: 'merged', differs: true }],
    { base: 'theirs', stale: null, isDirty: true },
  ],
])('%s', (_, from, steps, to) => {
  expect(live(from, ...steps)).toMatchObject(to);
});
