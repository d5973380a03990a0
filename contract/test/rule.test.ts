import * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';
import { rule as phrases } from '../src/phrases/zh/rule.ts';
import { lookUp } from '../src/kit/phrase.ts';
import {
  atMost,
  email,
  faultsOf,
  length,
  number,
  numberRange,
  phone,
  phoneAsWritten,
  positive,
  price,
  required,
  type Rule,
} from '../src/kit/rule.ts';

/** The Chinese message; undefined if valid. */
function getRefusalText(rule: Rule, value: unknown): string | undefined {
  const refusal = rule(value);
  return refusal && lookUp({ zh: phrases, en: {} }, 'zh', refusal.key, refusal.params);
}
const passes = (rule: Rule, ...values: unknown[]): void => {
  for (const value of values) expect(getRefusalText(rule, value), JSON.stringify(value)).toBeUndefined();
};
const refuses = (rule: Rule, text: string, ...values: unknown[]): void => {
  for (const value of values) expect(getRefusalText(rule, value), JSON.stringify(value)).toBe(text);
};

describe('required', () => {
  test('[S5.02] nothing, an empty text and an empty list fail; zero and false pass', () => {
    refuses(required(), '该字段不能为空', null, undefined, '', []);
    passes(required(), 0, false, ' ', 'a', [0]);
  });

  test('[S5.03] the default message can be replaced', () => {
    refuses(required(), '该字段不能为空', '');
    refuses(required('rule.username'), '用户名不能为空', '');
  });
});

test('a non-integer is reported as such, whatever was sent', () => {
  for (const value of [6.5, '6.5', 'maybe']) {
    const { error } = z.safeParse(z.object({ sort: z.int() }), { sort: value }, { reportInput: true });
    expect([value, faultsOf(error!)]).toEqual([value, [{ path: 'sort', shape: true, key: 'rule.whole' }]]);
  }
});

describe('email', () => {
  test('[S5.04] empty passes', () => passes(email, '', null, undefined));

  test('[S5.05, S9.17] a top-level domain of 2 to 8 letters', () => {
    passes(email, 'a@b.cn', 'li.bao+lab@chem.dhu.edu.cn', 'a-b@x.abcdefgh');
    refuses(email, 'Email格式不正确', 'a@b.c', 'a@b.abcdefghi', 'a@b.c1', 'a@b', '@b.cn', 'a b@c.cn', 'a@b.cn ');
  });

  test('[S5.06] message', () => refuses(email, 'Email格式不正确', 'x'));
});

describe('phone', () => {
  test('[S5.07] empty passes', () => passes(phone, '', null, undefined));

  test('[S5.08, S9.16] an optional plus and 10 to 15 digits', () => {
    passes(phone, '1234567890', '+8613800138000', '123456789012345');
    refuses(phone, '联系方式格式不正确', '123456789', '1234567890123456', '138 0013 8000', '138-0013-8000', '++8613800138000');
  });

  test('[S5.09] message', () => refuses(phone, '联系方式格式不正确', 'abc'));
});

test('[F-U14] a phone number is accepted as people write it, and stored as accepted', () => {
  passes(phoneAsWritten, '', null, '010-62751234', '(010) 6275 1234', '13800001234', '+86 138 0000 1234', '62751234');
  refuses(phoneAsWritten, '电话格式不对，例如 13800001234 或 010-62751234', 'abc', '123', '010-6275-12a4');
});

test('[F-U5] the message for a text that is too long names the limit', () => {
  passes(atMost(3), '', null, 'abc');
  refuses(atMost(3), '不能超过 3 字', 'abcd');
});

describe('length', () => {
  test('[S5.10] empty passes, both bounds are inclusive', () => {
    passes(length(2, 8), '', null, 'ab', 'abcdefgh');
    refuses(length(2, 8), '长度必须介于2到8之间', 'a', 'abcdefghi');
  });

  test('[S5.11] equal bounds give the one length', () => {
    refuses(length(6, 6), '长度必须等于6', 'abc');
    passes(length(6, 6), 'abcdef');
  });

  test('[S5.12] other bounds give both', () => refuses(length(2, 8), '长度必须介于2到8之间', 'a'));
});

describe('number', () => {
  test('[S5.13] empty passes', () => passes(number, '', null, undefined));

  test('[S5.14] an optional minus, digits, optional decimals', () => {
    passes(number, '-1', '1.5', '0', '007', 12, -0.5);
    refuses(number, '必须为数字格式', '1.', '.5', '1e3', '+1', '1,000', '--1', ' 1');
  });

  test('[S5.15] message', () => refuses(number, '必须为数字格式', 'abc'));
});

describe('number range', () => {
  test('[S5.16] out of bounds fails, the bounds are inclusive', () => {
    passes(numberRange(1, 10), '1', '10', 5.5);
    refuses(numberRange(1, 10), '必须介于1到10之间', '0', '10.1', -1);
  });

  test('[S5.17] non-numbers are left to the number rule', () => passes(numberRange(1, 10), '', null, 'abc', '1.'));
});

test('[F-3N26] a negative number gets the message that it must be greater than zero', () => {
  refuses(positive, '必须大于 0', '-5', '−0.5', '0', '0.00', -5);
  refuses(positive, lookUp({ zh: phrases, en: {} }, 'zh', 'rule.decimal'), 'a', '-a', '1.1234567');
  passes(positive, '', null, '0.5', '12');
});

test('a price has at most four decimals', () => {
  passes(price, '0', '28', '12.3456');
  refuses(price, '必须是不小于 0 的数，最多 12 位整数、4 位小数', '12.345678', '-1', 'a');
});
