import { dicRoutes as routes } from '@kuwei/contract/auth/dic';
import { versionRoutes } from '@kuwei/contract/sys/version';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '../../../test/_world.ts';

let world: World;
let admin: Person;
let teacher: Person;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.as('admin', 'ROLE_ADMIN');
  teacher = await world.as('teacher', 'ROLE_TEACHER');
});
afterAll(() => world.end());

const fields = [
  {
    code: 'RED',
    label: '红',
    labels: [
      { language: 'zh' as const, label: '红色' },
      { language: 'en' as const, label: 'red' },
    ],
    props: [{ code: 'rgb', value: '#ff0000' }],
    valid: true,
  },
  { code: 'BLUE', label: '蓝', labels: [], props: [], valid: false },
];
const form = { code: 'COLOUR', name: '颜色', public: true, fields };
const published = async (code: string) =>
  (await teacher.call(versionRoutes.getVersion, { params: { appId: '0' } })).data.dics.find((dic) => dic.code === code);

test('[S7.19, S7.20, S7.21, S7.22, S7.23, S3.28, S3.29, S3.31] a dictionary is made, read, changed, deleted', async () => {
  const made = (await admin.call(routes.createDic, { body: form })).data;
  expect(made).toMatchObject({ ...form, builtIn: false, rev: 1 });
  const params = { id: made.id };
  expect((await teacher.call(routes.getDic, { params })).data).toEqual(made);
  expect((await teacher.call(routes.listDics, { query: { q: '颜' } })).data.list).toEqual([made]);
  expect((await teacher.call(routes.listDics, { query: { code: 'COLOUR' } })).data.total).toBe(1);
  // What is switched off keeps its name, and is said to be so.
  expect((await published('COLOUR'))?.fields).toEqual(fields);

  const body = { ...form, name: '色', public: false, fields: fields.toReversed(), rev: 1 };
  const changed = (await admin.call(routes.updateDic, { params, body })).data;
  expect(changed).toMatchObject({ name: '色', rev: 2 });
  expect(changed.fields.map(({ code }) => code)).toEqual(['BLUE', 'RED']);
  expect(await published('COLOUR')).toBeUndefined();
  expect((await admin.call(routes.updateDic, { params, body })).error.code).toBe('STALE');

  expect((await admin.call(routes.deleteDic, { params })).data).toBeNull();
  for (const call of [admin.call(routes.getDic, { params }), admin.call(routes.deleteDic, { params })])
    expect((await call).error.code).toBe('NOT_FOUND');
});

test('[S3.28, S7.20] codes are unique: of dictionaries, of fields, of languages', async () => {
  const { id } = (await admin.call(routes.createDic, { body: { code: 'ONE', name: '一' } })).data;
  const taken = async (body: object) => (await admin.send('POST', routes.createDic.path, body)).error;
  expect(await taken({ code: 'one', name: '二' })).toMatchObject({ code: 'CODE_TAKEN', data: { fields: [{ path: 'code' }] } });
  expect(await taken({ code: 'TWO', name: '二', fields: [fields[1], fields[0], fields[1]] })).toMatchObject({
    data: { fields: [{ path: 'fields.2.code' }] },
  });
  const labels = [fields[0]!.labels[0], fields[0]!.labels[0]];
  expect(await taken({ code: 'TWO', name: '二', fields: [{ ...fields[1], labels }] })).toMatchObject({
    data: { fields: [{ path: 'fields.0.labels.1.language' }] },
  });
  expect((await admin.call(routes.listDics, { query: { code: 'TWO' } })).data.total).toBe(0);
  const body = { code: 'WMS_UNIT', name: '一', public: true, fields: [], rev: 1 };
  expect((await admin.call(routes.updateDic, { params: { id }, body })).error.code).toBe('CODE_TAKEN');
});

test('dictionaries of the product stay, with their fields; a site adds its own and switches fields off', async () => {
  const all = (await admin.call(routes.listDics, { query: { size: 100 } })).data.list.filter(({ builtIn }) => builtIn);
  expect(all.map(({ code }) => code)).toContain('WMS_UNIT');
  for (const { id, rev, name, code, public: isPublic, fields: own } of all) {
    const same = await admin.send('PUT', `/auth/dic/dic/${id}`, { code, name, public: isPublic, fields: own, rev });
    expect([same.status, code]).toEqual([200, code]);
    expect((same.data as { fields: unknown }).fields).toEqual(own);
    const change = (body: object) =>
      admin.send('PUT', `/auth/dic/dic/${id}`, { code, name, public: isPublic, fields: own, rev: rev + 1, ...body });
    expect((await change({ fields: own.slice(1) })).error.code).toBe('IN_USE');
    expect((await change({ code: `${code}X` })).error.code).toBe('IN_USE');
    expect((await admin.call(routes.deleteDic, { params: { id } })).error.code).toBe('IN_USE');
  }
  const unit = all.find(({ code }) => code === 'WMS_UNIT')!;
  const added = { code: 'DRUM', label: '桶', labels: [], props: [{ code: 'decimals', value: '0' }], valid: true };
  const off = unit.fields.map((field) => ({ ...field, valid: field.code !== 'TUBE' }));
  const body = { code: 'WMS_UNIT', name: unit.name, public: unit.public, fields: [...off, added], rev: unit.rev + 1 };
  expect((await admin.send('PUT', `/auth/dic/dic/${unit.id}`, body)).status).toBe(200);
  const units = (await published('WMS_UNIT'))!.fields;
  const validOf = (wanted: string) => units.find(({ code }) => code === wanted)?.valid;
  expect([validOf('DRUM'), validOf('TUBE')]).toEqual([true, false]);
});

test('[S6.40] only administrators write', async () => {
  const [first] = (await teacher.call(routes.listDics)).data.list;
  const params = { id: first!.id };
  for (const call of [
    teacher.call(routes.createDic, { body: form }),
    teacher.call(routes.updateDic, { params, body: { ...form, rev: 1 } }),
    teacher.call(routes.deleteDic, { params }),
  ])
    expect((await call).error.code).toBe('FORBIDDEN');
});
