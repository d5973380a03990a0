import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { constant, compileConstant, inEach } from './constant-sql.ts';

test('a part that holds a value of its caller is refused: everybody would get the answer of the first', () => {
  const of = (id: string) => sql`select * from wms_org where id = ${id}`;
  expect(() => compileConstant(of('0198c0de-0000-7000-8000-000000000001'))).toThrow('holds values');
  expect(() => inEach(() => of('x'))('zh')).toThrow('holds values');
});

test('constants of the program may stand in it, quoted', () => {
  const part = compileConstant(sql`select ${constant("it's")} = any(${constant(['a', "b'c"])})`);
  expect(part.toOperationNode()).toMatchObject({ sqlFragments: ["select 'it''s' = any(array['a', 'b''c']::text[])"] });
});

test('each language has a part of its own', () => {
  const named = inEach((locale) => sql`${constant(locale)}`);
  expect(named('zh').toOperationNode()).toMatchObject({ sqlFragments: ["'zh'"] });
  expect(named('en').toOperationNode()).toMatchObject({ sqlFragments: ["'en'"] });
  expect(named('en')).toBe(named('en'));
});
