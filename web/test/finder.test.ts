import { expect, test } from 'vitest';
import { findTargets, type Target } from '../src/shell/finder/find.ts';
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
])('the initials of %s are %s', (text, letters) => {
  expect(initials(text)).toBe(letters);
});

const target = (name: string): Target => ({ key: name, name, above: '', words: `${name} ${initials(name)}` });

test('names that begin with what is typed stand first; every word must occur', () => {
  const targets = ['入库审核', '库存列表', '仓库'].map(target);
  const found = (typed: string): string[] => findTargets(targets, typed).map(({ name }) => name);
  expect(found('库')).toEqual(['库存列表', '入库审核', '仓库']);
  expect(found('RKSH')).toEqual(['入库审核']);
  expect(found('库 审')).toEqual(['入库审核']);
  expect(found('zz')).toEqual([]);
  expect(found('')).toHaveLength(3);
});
