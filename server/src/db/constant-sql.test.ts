import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { constant, compileConstant, inEach } from './constant-sql.ts';

test("rejects a part with parameters: all callers would share the first one's values", () => {
  const of = (id: string) => sql`select * from wms_org where id = ${id}`;
  expect(() => compileConstant(of('0198c0de-0000-7000-8000-000000000001'))).toThrow('holds values');
  expect(() => inEach(() => of('x'))('zh')).toThrow('holds values');
});

test('constants are inlined, quoted', () => {
  const part = compileConstant(sql`select ${constant("it's")} = any(${constant(['a', "b'c"])})`);
  expect(part.toOperationNode()).toMatchObject({ sqlFragments: ["select 'it''s' = any(array['a', 'b''c']::text[])"] });
});

test('compiles a part per language', () => {
  const named = inEach((locale) => sql`${constant(locale)}`);
  expect(named('zh').toOperationNode()).toMatchObject({ sqlFragments: ["'zh'"] });
  expect(named('en').toOperationNode()).toMatchObject({ sqlFragments: ["'en'"] });
  expect(named('en')).toBe(named('en'));
});
