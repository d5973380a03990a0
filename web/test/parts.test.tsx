import { LOADING_DOT_MS } from '@kuwei/contract/constants';
import { email, length, required } from '@kuwei/contract/rule';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Form, Input } from 'antd';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../src/api/error.ts';
import { fieldRules } from '../src/form/rules.ts';
import { PageContext } from '../src/page/page.ts';
import { loadPhrases } from '../src/phrase/phrases.ts';
import { MenuIcon } from '../src/ui/MenuIcon.tsx';
import { SideNav } from '../src/shell/SideNav.tsx';
import { LoadFailed } from '../src/ui/LoadFailed.tsx';
import { Loading } from '../src/ui/Loading.tsx';
import { CloseDetailContext } from '../src/ui/close-detail.ts';
import { item, openPageOf } from './_pages.ts';

beforeAll(() => loadPhrases('zh', 'first'));
afterEach(() => void vi.useRealTimers());

test('[S9.19] the loading screen has a text with dots that change every 500 ms', () => {
  expect(LOADING_DOT_MS).toBe(500);
  vi.useFakeTimers();
  render(<Loading />);
  const text = (): string | null => screen.getByRole('status').textContent;
  const seen = [text()];
  for (let step = 0; step < 4; step++) {
    act(() => void vi.advanceTimersByTime(499));
    expect(text()).toBe(seen.at(-1));
    act(() => void vi.advanceTimersByTime(1));
    seen.push(text());
  }
  expect(seen).toEqual(['正在加载', '正在加载.', '正在加载..', '正在加载...', '正在加载']);
});

test('a missing record is reported as gone; other failures offer a retry', () => {
  const { container, rerender } = render(<LoadFailed error={new ApiError('server', 500, 'SERVER', '出错')} onRetry={() => {}} />);
  expect(container.textContent).toContain('加载数据出错，请稍后再试。');
  rerender(<LoadFailed error={new ApiError('notFound', 404, 'NOT_FOUND', '记录不存在')} onRetry={() => {}} />);
  expect(container.textContent).toContain('记录不存在');
  expect(container.textContent).not.toContain('请稍后再试');
});

test('a missing record offers a way back: from its details, from its form to the list, but not on the list itself', () => {
  const gone = <LoadFailed error={new ApiError('notFound', 404, 'NOT_FOUND', '记录不存在')} onRetry={() => {}} />;
  const back = () => screen.queryByRole('button', { name: '返回列表' });
  const close = vi.fn();
  const own = item('wms/box');
  const { rerender } = render(
    <PageContext value={openPageOf('/admin/wms/box', own)}>
      <CloseDetailContext value={close}>{gone}</CloseDetailContext>
    </PageContext>,
  );
  fireEvent.click(back()!);
  expect(close).toHaveBeenCalledOnce();
  rerender(<PageContext value={openPageOf('/admin/wms/box/edit?id=1', own)}>{gone}</PageContext>);
  expect(back()).not.toBeNull();
  rerender(<PageContext value={openPageOf('/admin/wms/box', own)}>{gone}</PageContext>);
  expect(back()).toBeNull();
});

describe('form rules', () => {
  const show = (rules: object) =>
    render(
      <Form>
        <Form.Item name="field" label="字段" {...rules}>
          <Input />
        </Form.Item>
      </Form>,
    );
  const says = (text: string) => screen.findByText(text);

  test('[S5.01] every rule reports on change', async () => {
    show(fieldRules(email));
    fireEvent.change(screen.getByLabelText('字段'), { target: { value: 'x' } });
    expect(await says('Email格式不正确')).toBeTruthy();
  });

  test('[S5.01] and on blur', async () => {
    show(fieldRules(required()));
    fireEvent.blur(screen.getByLabelText('字段'));
    expect(await says('该字段不能为空')).toBeTruthy();
  });

  test('the first failing rule is reported, with its parameters', async () => {
    show(fieldRules(required(), length(2, 8)));
    fireEvent.change(screen.getByLabelText('字段'), { target: { value: 'a' } });
    expect(await says('长度必须介于2到8之间')).toBeTruthy();
    expect(fieldRules(required()).required).toBe(true);
    expect(fieldRules(email).required).toBe(false);
  });
});

describe('sidebar', () => {
  const menu = [
    item('a', { url: null, icon: 'warehouse', subs: [item('a1'), item('a2')] }),
    item('b', { url: null, subs: [item('b1', { url: null, subs: [item('b11')] })] }),
    item('c', { icon: 'user' }),
  ];
  const head = (name: string) => screen.getByRole('button', { name });

  test('[S2.186] opening a branch closes the other one', () => {
    render(<SideNav menu={menu} />);
    fireEvent.click(head('名 a'));
    expect(screen.getByRole('link', { name: '名 a1' })).toBeTruthy();
    fireEvent.click(head('名 b'));
    expect(screen.queryByRole('link', { name: '名 a1' })).toBeNull();
    expect(screen.getAllByRole('button', { expanded: true })).toEqual([head('名 b')]);
    fireEvent.click(head('名 b'));
    expect(screen.queryAllByRole('button', { expanded: true })).toEqual([]);
  });

  test('[S2.185] items nest', () => {
    render(<SideNav menu={menu} />);
    fireEvent.click(head('名 b'));
    fireEvent.click(head('名 b1'));
    expect(screen.getByRole('link', { name: '名 b11' }).getAttribute('href')).toBe('/admin/b11');
  });

  test('[S3.12] an icon precedes the name', () => {
    const { container } = render(<SideNav menu={menu} />);
    const link = screen.getByRole('link', { name: '名 c' });
    expect(link.firstElementChild?.querySelector('svg')).not.toBeNull();
    expect(link.lastElementChild?.textContent).toBe('名 c');
    const drawing = (name: string | null) =>
      render(<MenuIcon name={name} />, { container: document.createElement('div') }).container.innerHTML;
    expect(drawing('warehouse')).not.toBe(drawing('user'));
    expect(drawing('no such icon')).toBe(drawing(null));
    expect(container.querySelectorAll('nav > ul > li')).toHaveLength(3);
  });

  test('[S2.189, S2.190] a plain click stays in this window, with Ctrl or ⌘ another one opens', () => {
    render(<SideNav menu={menu} />);
    const link = screen.getByRole('link', { name: '名 c' });
    expect(fireEvent.click(link)).toBe(false);
    expect(fireEvent.click(link, { ctrlKey: true })).toBe(true);
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    expect(fireEvent.click(link, { metaKey: true })).toBe(false);
    expect(open).toHaveBeenCalledWith(link.getAttribute('href'), '_blank', 'noopener');
    open.mockRestore();
  });
});
