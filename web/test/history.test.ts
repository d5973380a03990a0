import { beforeEach, describe, expect, test } from 'vitest';
import { history } from '../src/browser/history.ts';
import { safeReturnUrl, withReturnUrl } from '../src/navigation/return-url.ts';

const at = (): string => history.place.pathname + history.place.search;
const shownAt = (): string => location.pathname + location.search;
const settled = (address: string) => expect.poll(() => [at(), shownAt()]).toEqual([address, address]);

beforeEach(() => {
  history.guard(null);
  history.push('/start');
});

describe('history', () => {
  test('push and replace apply immediately, back and forward after the browser has moved', async () => {
    history.push('/a?x=1#h');
    expect([at(), shownAt(), history.place.hash]).toEqual(['/a?x=1', '/a?x=1', '#h']);
    history.replace({ pathname: '/b', search: '' });
    await settled('/b');
    history.back();
    await settled('/start');
    window.history.forward();
    await settled('/b');
  });

  test('the guard may refuse, immediately or after asking', async () => {
    history.guard(() => false);
    history.push('/a');
    expect(at()).toBe('/start');
    let answer: (leave: boolean) => void = () => {};
    history.guard(() => new Promise((resolve) => (answer = resolve)));
    history.push('/a');
    expect(at()).toBe('/start');
    answer(true);
    await settled('/a');
  });

  test('a step back is undone while asking, and redone on consent', async () => {
    history.push('/edit');
    let answer: (leave: boolean) => void = () => {};
    let asked = 0;
    history.guard(() => {
      asked++;
      return new Promise((resolve) => (answer = resolve));
    });
    history.back();
    await expect.poll(() => asked).toBe(1);
    await settled('/edit');
    answer(false);
    await settled('/edit');
    history.back();
    await expect.poll(() => asked).toBe(2);
    answer(true);
    await settled('/start');
    expect(asked).toBe(2);
    history.guard(null);
    window.history.forward();
    await settled('/edit');
  });

  test('going back again while asking does not ask twice', async () => {
    history.push('/list');
    history.push('/edit');
    let answer: (leave: boolean) => void = () => {};
    let asked = 0;
    history.guard(() => {
      asked++;
      return new Promise((resolve) => (answer = resolve));
    });
    history.back();
    await expect.poll(() => asked).toBe(1);
    await settled('/edit');
    // The step itself, and the one that undoes it.
    let steps = 0;
    const stepped = (): void => void steps++;
    window.addEventListener('popstate', stepped);
    history.back();
    await expect.poll(() => steps).toBe(2);
    window.removeEventListener('popstate', stepped);
    await settled('/edit');
    expect(asked).toBe(1);
    answer(true);
    await settled('/list');
  });

  test('navigating to the same address is no step', async () => {
    history.push('/list');
    history.push('/list');
    history.back();
    await settled('/start');
  });
});

describe('return URL after signing in', () => {
  test('accepts paths of this site only', () => {
    expect(safeReturnUrl('/teacher/wms/product-space?q=1#x')).toBe('/teacher/wms/product-space?q=1#x');
    const elsewhere = ['//evil.example', '/\\evil.example', '\\\\evil.example', 'https://evil.example', 'javascript:alert(1)'];
    for (const url of [...elsewhere, 'https:evil', '/\t/evil.example', '/a\n/b', '', 'a', null])
      expect(safeReturnUrl(url), String(url)).toBe('/');
  });

  test('[security 59] rejects paths that become another site once dots are resolved', () => {
    for (const url of ['/.//evil.example/x', '/a/..//evil.example', '/%2e//evil.example', '/a/%2E%2e//evil.example?q'])
      expect(safeReturnUrl(url), url).toBe('/');
    expect(safeReturnUrl('/a/../teacher/wms')).toBe('/teacher/wms');
  });

  test('rejects the sign-in page itself, in any spelling', () => {
    for (const path of [
      '/def/common/login',
      '/def/common/%6cogin',
      '/def/%63ommon%2Flogin',
      '/def/x/../common/login',
      '/def/common/%zz',
    ])
      expect(safeReturnUrl(`${path}?return_url=%2F`), path).toBe('/');
  });

  test('keeps the whole address', () => {
    expect(withReturnUrl('/def/common/login', '/a?b=1&c=2#d')).toBe('/def/common/login?return_url=%2Fa%3Fb%3D1%26c%3D2%23d');
    expect(withReturnUrl('https://sso.example/?app=1#top', '/a')).toBe('https://sso.example/?app=1&return_url=%2Fa#top');
  });
});
