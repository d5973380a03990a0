import { expect, test } from 'vitest';
import { findTargets, type Target } from '../src/shell/finder/find.ts';
import { matchesOption } from '../src/ui/options.ts';
import { initials } from '../src/shell/finder/initials.ts';

test.each([
  ['入库审核', 'rksh'],
  ['出库拣货', 'ckjh'],
  ['存储空间', 'cckj'],
  ['库存预警', 'kcyj'],
  ['台账', 'tz'],
  ['新建领取申请', 'xjlqsq'],
  ['课题组存放', 'ktzcf'],
  ['无水乙醇 95% A', 'wsyc'],
  ['Stock', ''],
])('pinyin initials of %s are %s', (text, letters) => {
  expect(initials(text)).toBe(letters);
});

const target = (name: string): Target => ({ key: name, name, above: '', words: `${name} ${initials(name)}` });

test('names that start with the text come first; every word must occur', () => {
  const targets = ['入库审核', '库存列表', '仓库'].map(target);
  const found = (typed: string): string[] => findTargets(targets, typed).map(({ name }) => name);
  expect(found('库')).toEqual(['库存列表', '入库审核', '仓库']);
  expect(found('RKSH')).toEqual(['入库审核']);
  expect(found('库 审')).toEqual(['入库审核']);
  expect(found('zz')).toEqual([]);
  expect(found('')).toHaveLength(3);
});

test('[F-3B6] client-side search ignores width and word order too', () => {
  const option = { value: 'LAB-BIO', label: '分子生物学 课题组', hint: 'Ａ１' };
  for (const typed of ['课题组 生物学', 'ｌａｂ–ｂｉｏ', 'a1', ''])
    expect([typed, matchesOption(typed, option)]).toEqual([typed, true]);
  expect(matchesOption('课题组 化学', option)).toBe(false);
});
