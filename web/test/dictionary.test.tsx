import { productForm } from '@kuwei/contract/wms/product';
import { configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Form } from 'antd';
import { beforeAll, expect, test, vi } from 'vitest';
import { EditContext } from '../src/form/context.ts';
import { ChoiceField, ChoicesField } from '../src/form/field/ChoiceField.tsx';
import { loadPhrases } from '../src/phrase/phrases.ts';
import { useVersion } from '../src/session/version.ts';
import { choice, dicOptions } from '../src/table/filter/choice.tsx';
import { Quantity } from '../src/ui/Quantity.tsx';

// Rendering these forms is slow in jsdom.
vi.setConfig({ testTimeout: 60_000 });
configure({ asyncUtilTimeout: 15_000 });

const entry = (code: string, label: string, valid: boolean) => ({ code, label, labels: [], props: [], valid });
beforeAll(async () => {
  for (const part of ['first', 'pages', 'goods'] as const) await loadPhrases('zh', part);
  const fields = [entry('NEW', '新的', true), entry('OLD', '旧的', false), entry('GONE', '废的', false)];
  useVersion.setState({ dics: new Map(['WMS_UNIT', 'WMS_CONDITION'].map((code) => [code, { code, fields }])) });
});

const context = { schema: productForm, record: null, looks: new Map(), change: () => {}, refused: () => undefined };
const drawForm = (values: object) =>
  render(
    <EditContext value={context}>
      <Form initialValues={values}>
        <ChoiceField name="baseUnit" label="wms.product.baseUnit" dic="WMS_UNIT" />
        <ChoicesField name="conditionsRequired" label="wms.product.conditions" dic="WMS_CONDITION" />
      </Form>
    </EditContext>,
  );
const offeredAt = async (label: string): Promise<(string | null)[]> => {
  const field = await screen.findByLabelText(label);
  fireEvent.mouseDown(field);
  const list = document.getElementById(`${field.id}_list`)!.parentElement!;
  return [...list.querySelectorAll('.ant-select-item-option')].map((option) => option.textContent);
};

test('a disabled entry is not offered in a form, but shown where it is chosen', async () => {
  const first = drawForm({ baseUnit: null, conditionsRequired: [] });
  expect(await offeredAt('基本单位')).toEqual(['新的']);
  expect(await offeredAt('存放条件')).toEqual(['新的']);
  first.unmount();
  drawForm({ baseUnit: 'OLD', conditionsRequired: ['OLD'] });
  expect(screen.getAllByText('旧的')).toHaveLength(2);
  expect(await offeredAt('基本单位')).toEqual(['新的', '旧的']);
  expect(await offeredAt('存放条件')).toEqual(['新的', '旧的']);
});

test('a filter omits disabled entries except its value; a quantity keeps the name of its unit', () => {
  const { Control } = choice({ name: 'unit', label: 'wms.product.baseUnit', useOptions: dicOptions('WMS_UNIT'), single: true });
  const bar = (values: Record<string, string>) => <Control label="单位" values={values} onChange={() => {}} />;
  const names = () => screen.getAllByRole('radio').map((radio) => radio.parentElement!.textContent);
  const { rerender, unmount } = render(bar({}));
  fireEvent.click(screen.getByRole('button', { name: /^单位/ }));
  expect(names()).toEqual(['新的']);
  rerender(bar({ unit: 'OLD' }));
  expect(names()).toEqual(['新的', '旧的']);
  expect(screen.getByRole('button', { name: /单位\s*旧的/ })).toBeTruthy();
  unmount();
  render(<Quantity qty="2" unit="OLD" />);
  expect(screen.getByText('旧的')).toBeTruthy();
});

test('[S1.07] text entered before the options have loaded is selected once they have, without an error meanwhile', async () => {
  const people = ['陈雨', '王芳'].map((label) => ({ value: label, label }));
  const form = (options: typeof people | undefined) => (
    <EditContext value={context}>
      <Form initialValues={{ conditionsRequired: [] }}>
        <ChoicesField name="conditionsRequired" label="wms.product.conditions" options={options} />
      </Form>
    </EditContext>
  );
  const { rerender } = render(form(undefined));
  const field = await screen.findByLabelText('存放条件');
  fireEvent.mouseDown(field);
  expect(screen.getByText('正在加载')).toBeTruthy();
  fireEvent.change(field, { target: { value: '王' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  rerender(form(people));
  const chosen = () => [...document.querySelectorAll<HTMLElement>('.ant-select-selection-item')].map(({ title }) => title);
  await waitFor(() => expect(chosen()).toEqual(['王芳']));
});

test('[S1.07] a user who types before the options have loaded can go on typing, even in a field with too few options for a search', async () => {
  const people = ['陈雨', '王芳'].map((label) => ({ value: label, label }));
  const form = (options: typeof people | undefined) => (
    <EditContext value={context}>
      <Form>
        <ChoiceField name="baseUnit" label="wms.product.baseUnit" options={options} />
      </Form>
    </EditContext>
  );
  const { rerender } = render(form(undefined));
  const field = await screen.findByLabelText<HTMLInputElement>('基本单位');
  fireEvent.mouseDown(field);
  fireEvent.change(field, { target: { value: '王' } });
  rerender(form(people));
  const offered = () => [...document.querySelectorAll<HTMLElement>('.ant-select-item-option')].map(({ title }) => title);
  await waitFor(() => expect(offered()).toEqual(['王芳']));
  expect(field.value).toBe('王');
  expect(field.readOnly).toBe(false);
});
