// Preloaded code renders without a fallback.
import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test } from 'vitest';
import { preloadablePart } from '../src/browser/lazy-part.ts';

const drawn: string[] = [];
const draw = (text: string) => () => {
  drawn.push(text);
  return <p>{text}</p>;
};
const Waiting = draw('waiting');

test('a preloaded component renders immediately', async () => {
  const part = preloadablePart(async () => draw('page'));
  await part.preload();
  drawn.length = 0;
  render(
    <Suspense fallback={<Waiting />}>
      <part.Component />
    </Suspense>,
  );
  expect(drawn).toEqual(['page']);
});

test('a component not preloaded renders once its code has loaded', async () => {
  const part = preloadablePart(async () => draw('page'));
  drawn.length = 0;
  render(
    <Suspense fallback={<Waiting />}>
      <part.Component />
    </Suspense>,
  );
  expect(await screen.findByText('page')).toBeTruthy();
  expect(drawn[0]).toBe('waiting');
});

test('code is loaded once', async () => {
  let loads = 0;
  const part = preloadablePart(async () => {
    loads++;
    return draw('page');
  });
  await Promise.all([part.preload(), part.preload()]);
  await part.preload();
  expect(loads).toBe(1);
});
