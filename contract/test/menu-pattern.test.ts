import { createContext, runInContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { builtInMenu } from '../src/kit/menu-data.ts';
import { patternRefusal } from '../src/kit/menu-pattern.ts';

/** Expressions known to backtrack exponentially, or for long, on an address of a few dozen characters. */
const EXPLODING = [
  '^(a+)+$',
  '^(a*)*$',
  '^(a|a)*$',
  '^(a|aa)+$',
  '^([a-zA-Z]+)*$',
  '^(.*a){20}$',
  '^(\\w+\\s?)*$',
  '^(/[a-z]+)+$',
  '^.*.*.*.*.*x$',
  '^a*a*a*a*a*b$',
  '^.*/.*/.*/.*/x$',
  '^(a?){30}a{30}$',
  '^(a?)(a?)(a?)(a?)b$',
  '^(?:a?b?)?(?:a?b?)?(?:a?b?)?$',
  '^(a|a)(a|a)(a|a)(a|a)(a|a)$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '^([0-9]+)*/x$',
  '^(x+x+)+y$',
  '^/def/(?=(a+))a*b\\1$',
  '^(?<name>a+)+$',
  '(a+)+$',
  '.*.*',
];

describe('[security 47] a menu expression is accepted if it reads addresses in linear time', () => {
  test.each(EXPLODING)('%s is refused', (source) => {
    expect(patternRefusal(source)?.key).toMatch(/^rule\.pattern/);
  });

  test.each([
    '^/admin/wms/product/.*',
    '^/[^/]+/base/bpm/todo',
    '^/[^/]+/base/user/(second-factor|session)$',
    '^/def/report/\\d+$',
    '^/(?:def|admin)/wms/[\\w-]+/edit$',
    '^/def/x(/[^/]+)?$',
    '^/def/中文/.*$',
    '^$',
    '^',
  ])('%s is taken', (source) => {
    expect(patternRefusal(source)).toBeUndefined();
  });

  test.each([
    '^[z-a]$',
    '^[',
    '^(',
    '^)',
    '^a|b',
    '^a**',
    '^*',
    '^\\',
    '^\\b',
    '^a$b',
    '^]',
    '^[]',
    '^{',
    '^(|a)',
    '^((((((a))))))',
  ])('%s is no expression that is taken', (source) => {
    expect(patternRefusal(source)).toBeDefined();
  });

  test('built-in expressions are accepted', () => {
    const own = builtInMenu.flatMap(({ urlExp }) => JSON.parse(urlExp) as string[]);
    expect(own.filter((source) => patternRefusal(source) !== undefined)).toEqual([]);
  });

  // A backtracking engine can only be stopped from outside; thirty characters suffice.
  test('accepted expressions terminate at once on any address, long or adversarial', () => {
    const context = createContext({ source: '', text: '' });
    const ends = (source: string, text: string, timeout = 60_000): void => {
      Object.assign(context, { source, text });
      runInContext('new RegExp(source).test(text)', context, { timeout });
    };
    const piece = fc.constantFrom(
      'a',
      'b',
      'a*',
      'a+',
      'a?',
      'b*',
      '.',
      '.*',
      '[ab]',
      '[ab]*',
      '[^a]+',
      '(',
      ')',
      '|',
      ')?',
      ')*',
      '/',
      '$',
      '(?:',
    );
    let taken = 0;
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 14 }),
        fc.array(fc.constantFrom('a', 'b', '/', 'c'), { maxLength: 40 }),
        (parts, end) => {
          const source = `^${parts.join('')}`;
          if (patternRefusal(source) !== undefined) return;
          taken++;
          for (const unit of ['a', 'b', 'ab', 'a/', 'c']) ends(source, unit.repeat(2_000) + end.join('') + '!');
        },
      ),
      { numRuns: 5_000, seed: 235 },
    );
    expect(taken).toBeGreaterThan(100);
    expect(() => ends('^(a+)+$', `${'a'.repeat(40)}!`, 50)).toThrow(/timed out/);
  });
});
