import { categoryRoutes, type Category } from '@kuwei/contract/wms/category';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, configure, fireEvent, render, screen } from '@testing-library/react';
import { ConfigProvider } from 'antd';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../src/api/query-client.ts';
import { saveTokens } from '../src/api/tokens.ts';
import { editOf } from '../src/form/edit-spec.ts';
import { EditPage } from '../src/form/EditPage.tsx';
import { TextField } from '../src/form/field/TextField.tsx';
import { Section } from '../src/form/Section.tsx';
import CaseEditPage from '../src/wms/after-sales/CaseEditPage.tsx';
import { forgetPages, openPage, usePages } from '../src/page/pages.ts';
import { loadPhrases } from '../src/phrase/phrases.ts';
import { Pages } from '../src/shell/Pages.tsx';
import { item, openPageOf } from './_pages.ts';
import { pair, createRefusal, startServer, flushWire, type Scripted } from './_server.ts';

const saved: Category = {
  id: '0190a6a8-0000-7000-8000-000000000001',
  code: 'SALT',
  name: '盐',
  nameEn: null,
  parentId: null,
  sort: 0,
  products: 0,
  rev: 3,
};
const edit = editOf(categoryRoutes.createCategory, {
  name: 'category.name',
  get: { ...categoryRoutes.updateCategory, method: 'GET', body: undefined } as never,
  update: categoryRoutes.updateCategory,
  changes: ['/wms/category'],
  nameOf: ({ name }) => name,
  carry: ['name'],
  conditional: ['nameEn', 'parentId', 'sort'],
});
const Page = () => (
  <EditPage edit={edit}>
    <Section title="category.name">
      <TextField name="code" label="category.fieldCode" code />
      <TextField name="name" label="category.fieldName" />
    </Section>
  </EditPage>
);

// Rendering these forms is slow in jsdom.
vi.setConfig({ testTimeout: 60_000 });
configure({ asyncUtilTimeout: 15_000 });
const PATIENT = { timeout: 15_000 };

let server: Scripted;
beforeAll(async () => {
  globalThis.IntersectionObserver = class {
    observe(): void {}
    disconnect(): void {}
  } as never;
  for (const part of ['first', 'pages', 'goods', 'cases'] as const) await loadPhrases('zh', part);
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  saveTokens(pair('a') as never);
  forgetPages();
  queryClient.clear();
  server.received.length = 0;
});

const draw = (address: string, Drawn = Page): void => {
  render(
    <QueryClientProvider client={queryClient}>
      <ConfigProvider button={{ autoInsertSpace: false }}>
        <Pages />
      </ConfigProvider>
    </QueryClientProvider>,
  );
  act(() => openPage(openPageOf(address, item('categories'), Drawn)));
};
const type = (label: string, value: string): void => void fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = async (name: string): Promise<void> => {
  const button = await screen.findByRole('button', { name: new RegExp(`${name}$`) });
  await act(async () => {
    fireEvent.click(button);
    await flushWire();
  });
};
const writes = () => server.received.filter(({ method }) => method !== 'GET');

test('[S5.18] a server error stays at its field, even after blur, until the value differs', async () => {
  server.answer(() => createRefusal(409, 'CODE_TAKEN', '编号已存在', { fields: [{ path: 'code', message: '“SALT”已被使用' }] }));
  draw('/admin/categories/edit');
  type('分类编号', 'salt');
  type('名称', '盐');
  await press('保存');
  expect(await screen.findByText('“SALT”已被使用')).toBeTruthy();
  expect(JSON.parse(writes()[0]!.body)).toEqual({ code: 'SALT', name: '盐', nameEn: null, parentId: null });
  await act(async () => void fireEvent.blur(screen.getByLabelText('分类编号')));
  expect(screen.getByText('“SALT”已被使用')).toBeTruthy();
  await act(async () => type('分类编号', 'SALTS'));
  await expect.poll(() => screen.queryByText('“SALT”已被使用'), PATIENT).toBeNull();
});

test('an error without a field here is shown above the buttons', async () => {
  server.answer(() => createRefusal(422, 'TOO_DEEP', '层级太深', { fields: [{ path: 'parentId', message: '最多 6 层' }] }));
  draw('/admin/categories/edit');
  type('分类编号', 'A');
  type('名称', '甲');
  await press('保存');
  expect((await screen.findByRole('alert')).textContent).toContain('最多 6 层');
});

test('a form that omits a field of its body is not rendered', async () => {
  const { conditional: _, ...whole } = edit;
  const Forgetful = () => (
    <EditPage edit={whole}>
      <TextField name="code" label="category.fieldCode" code />
    </EditPage>
  );
  draw('/admin/categories/edit', Forgetful);
  expect(await screen.findByText('页面出错了')).toBeTruthy();
});

test('an empty field shows that it is required after typing or submitting, not on merely passing through it', async () => {
  server.answer(() => ({ body: saved }));
  draw('/admin/categories/edit');
  const leave = (label: string) => act(async () => void fireEvent.blur(screen.getByLabelText(label)));
  const asked = () => screen.queryAllByText('该字段不能为空');
  await leave('分类编号');
  await act(async () => type('名称', '盐'));
  await act(async () => type('名称', ''));
  await leave('名称');
  expect(await screen.findAllByText('该字段不能为空')).toHaveLength(1);
  expect(asked()[0]!.closest('.form-field')!.querySelector('label')!.textContent).toBe('名称');
  await press('保存');
  await expect.poll(() => asked().length, PATIENT).toBe(2);
  await leave('分类编号');
  expect(asked()).toHaveLength(2);
});

test('revalidation on blur keeps the error count, so that the layout does not move under the pointer', async () => {
  draw('/admin/categories/edit');
  await press('保存');
  expect(await screen.findByText(/2 处需要修改/)).toBeTruthy();
  act(() => void fireEvent.blur(screen.getByLabelText('分类编号')));
  expect(screen.getByText(/2 处需要修改/)).toBeTruthy();
  await act(flushWire);
  expect(screen.getByText(/2 处需要修改/)).toBeTruthy();
  await act(async () => type('名称', '盐'));
  expect(await screen.findByText(/1 处需要修改/)).toBeTruthy();
});

test('the same version in another language replaces the former one, and typed input stays', async () => {
  let current: object = { ...saved, updatedAt: '2026-01-01T00:00:00.000Z', updatedBy: '管理员' };
  server.answer(() => ({ body: current }));
  draw(`/admin/categories/edit?id=${saved.id}`);
  await screen.findByDisplayValue('盐');
  act(() => type('名称', '无机盐'));
  expect(document.body.textContent).toContain('管理员');
  current = { ...current, updatedBy: 'Administrator' };
  await act(async () => {
    await queryClient.invalidateQueries();
    await flushWire();
  });
  await expect.poll(() => document.body.textContent, PATIENT).toContain('Administrator');
  expect(screen.getByDisplayValue('无机盐')).toBeTruthy();
  expect(usePages.getState().dirty.size).toBe(1);
});

test('an empty form is not sent', async () => {
  server.answer(() => ({ body: saved }));
  draw('/admin/categories/edit');
  await press('保存');
  expect(await screen.findAllByText('该字段不能为空')).toHaveLength(2);
  expect(writes()).toHaveLength(0);
});

test('an update sends the version it was based on; a lost request is retried with the same key', async () => {
  server.answer(({ method }) => (method === 'GET' ? { body: saved } : { status: 502, text: '<h1>' }));
  draw(`/admin/categories/edit?id=${saved.id}`);
  await screen.findByDisplayValue('盐');
  expect(usePages.getState().dirty.size).toBe(0);
  act(() => type('名称', '无机盐'));
  expect(usePages.getState().dirty.size).toBe(1);
  await press('保存');
  await screen.findByText('修改数据失败，请稍后再试。');
  await press('保存');
  await expect.poll(() => writes().length, PATIENT).toBe(2);
  const [one, two] = writes();
  expect(JSON.parse(one!.body)).toMatchObject({ name: '无机盐', rev: 3 });
  expect(two!.headers['idempotency-key']).toBe(one!.headers['idempotency-key']);
  act(() => type('名称', '盐'));
  expect(usePages.getState().dirty.size).toBe(0);
});

test('[S2.229] after an edit conflict, changes of both users are merged', async () => {
  let current = saved;
  server.answer(({ method }) => (method === 'GET' ? { body: current } : createRefusal(409, 'STALE', '已被修改', { rev: 4 })));
  draw(`/admin/categories/edit?id=${saved.id}`);
  await screen.findByDisplayValue('盐');
  act(() => type('名称', '无机盐'));
  current = { ...saved, code: 'SALTS', rev: 4 };
  await press('保存');
  expect((await screen.findByRole('row', { name: /分类编号/ })).textContent).toContain('SALTS');
  server.answer(() => ({ body: { ...current, name: '无机盐', rev: 5 } }));
  await press('保留我的修改');
  expect(screen.getByLabelText<HTMLInputElement>('分类编号').value).toBe('SALTS');
  expect(screen.getByLabelText<HTMLInputElement>('名称').value).toBe('无机盐');
  server.received.length = 0;
  await press('保存');
  await expect.poll(() => writes().length, PATIENT).toBe(1);
  expect(JSON.parse(writes()[0]!.body)).toMatchObject({ code: 'SALTS', name: '无机盐', rev: 4 });
});

test('[S2.229] values carried over to the next new record count as saved until changed', async () => {
  server.answer(() => ({ body: saved }));
  draw('/admin/categories/edit');
  type('分类编号', 'SALT');
  type('名称', '盐');
  await press('保存并新建下一个');
  await expect.poll(() => screen.getByLabelText<HTMLInputElement>('分类编号').value, PATIENT).toBe('');
  expect(screen.getByLabelText<HTMLInputElement>('名称').value).toBe('盐');
  expect(usePages.getState().dirty.size).toBe(0);
  act(() => type('名称', '无机盐'));
  expect(usePages.getState().dirty.size).toBe(1);
  act(() => type('名称', '盐'));
  expect(usePages.getState().dirty.size).toBe(0);
});

test('a record never changed shows no modification date', async () => {
  server.answer(() => ({ body: { ...saved, updatedAt: null, updatedBy: null } }));
  draw(`/admin/categories/edit?id=${saved.id}`);
  expect(await screen.findByDisplayValue('盐', {}, PATIENT)).toBeTruthy();
  expect(document.body.textContent).not.toContain('更新');
  expect(document.body.textContent).not.toContain('1970');
});

const submittable = editOf(categoryRoutes.createCategory, {
  ...edit,
  submit: {
    label: 'common.ok',
    route: { ...categoryRoutes.updateCategory, path: '/wms/category/{id}/submit' },
    done: () => '已提交',
  },
});
const Submittable = () => (
  <EditPage edit={submittable}>
    <Section title="category.name">
      <TextField name="code" label="category.fieldCode" code />
      <TextField name="name" label="category.fieldName" />
    </Section>
  </EditPage>
);

test('a form with a submission saves the draft first; if the submission is refused, the draft opens with the reason', async () => {
  const refusal = createRefusal(422, 'INVALID', '请检查', { fields: [{ path: 'name', message: '名称太短' }] });
  server.answer(({ path }) => (path.endsWith('/submit') ? refusal : { body: saved }));
  draw('/admin/categories/edit', Submittable);
  type('分类编号', 'salt');
  type('名称', '盐');
  await press('确定');
  await expect
    .poll(() => writes().map(({ method, path }) => `${method} ${path.split('/').at(-1)}`))
    .toEqual(['POST category', 'PUT submit']);
  expect(JSON.parse(writes()[1]!.body)).toEqual({ rev: 3 });
  await expect.poll(() => location.search, PATIENT).toBe(`?id=${saved.id}`);
  forgetPages();
  act(() => openPage(openPageOf(`/admin/categories/edit?id=${saved.id}`, item('categories'), Submittable)));
  expect(await screen.findByText('名称太短')).toBeTruthy();
  server.answer(() => ({ body: saved }));
  await act(async () => type('名称', '食盐'));
  await press('确定');
  await expect.poll(() => writes().length).toBe(4);
  expect(writes().at(-1)!.path).toContain('/submit');
});

test('a new after-sales case that names no stock says so on saving, not before', async () => {
  draw('/teacher/wms/after-sales/edit', CaseEditPage);
  const stock = await screen.findByRole('combobox', { name: '库存' });
  const fault = () => stock.closest('.form-field')!.textContent.includes('该字段不能为空');
  await act(async () => void fireEvent.blur(stock));
  expect(fault()).toBe(false);
  await press('保存');
  await expect.poll(fault, PATIENT).toBe(true);
  expect(writes()).toEqual([]);
});
