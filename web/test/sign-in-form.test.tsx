// The sign-in form reports missing input only on submit.
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { LoginForm } from '../src/common/login/LoginForm.tsx';
import { loadPhrases } from '../src/phrase/phrases.ts';

beforeAll(async () => {
  for (const part of ['first', 'login'] as const) await loadPhrases('zh', part);
});

test('leaving an empty field, for the language switch or the next field, shows no error yet', () => {
  const run = vi.fn();
  render(<LoginForm signIn={{ run, busy: false, failure: '', ticket: null, reset: () => {} }} />);
  const [name, password] = [screen.getByLabelText('用户名'), screen.getByLabelText('密码')];
  for (const field of [name, password]) {
    fireEvent.focus(field);
    fireEvent.blur(field);
  }
  expect(screen.queryByText('用户名不能为空')).toBeNull();
  expect(screen.queryByText('密码不能为空')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: '登录' }));
  expect(screen.getByText('用户名不能为空')).toBeTruthy();
  expect(screen.getByText('密码不能为空')).toBeTruthy();
  expect(run).not.toHaveBeenCalled();
});
