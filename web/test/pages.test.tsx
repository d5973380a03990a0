import { MAX_CACHED_PAGES, MAX_TABS } from '@kuwei/contract/constants';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { saveOrg } from '../src/api/org.ts';
import { history } from '../src/browser/history.ts';
import { draftWriter } from '../src/page/draft-writer.ts';
import { draftKey, hasDraft, getDraft } from '../src/page/drafts.ts';
import {
  leavePage,
  affectedPaths,
  confirmDiscard,
  confirmDiscardAll,
  setLeaveAsker,
  type UnsavedPages,
} from '../src/page/leave.ts';
import { PageContext, useActiveEffect, useDirty, usePage } from '../src/page/page.ts';
import {
  addressOf,
  closeTabs,
  finishPage,
  setHolderDirty,
  forgetPages,
  isDirty,
  pinOpenTab,
  keysIn,
  newAddress,
  registerDraftSaver,
  openPage,
  rebuildPage,
  reorderTab,
  setDirty,
  usePages,
} from '../src/page/pages.ts';
import { pageKey } from '../src/navigation/page-key.ts';
import { setTitle, titleText, useTitles } from '../src/page/titles.ts';
import { loadPhrases } from '../src/phrase/phrases.ts';
import { useVersion } from '../src/session/version.ts';
import { disambiguateLabels } from '../src/shell/tab-labels.ts';
import { PageLink } from '../src/ui/PageLink.tsx';
import { Pages } from '../src/shell/Pages.tsx';
import { item, openPageOf } from './_pages.ts';

beforeAll(() => loadPhrases('zh', 'first'));
beforeEach(() => {
  sessionStorage.clear();
  forgetPages();
  history.replace('/admin/start');
});

const tabs = (): string[] => usePages.getState().tabs.map((tab) => tab.routeName);
const keys = (): string[] => usePages.getState().slots.map((slot) => slot.key);
/** Opens the page of an item, or another page that belongs to it. */
const open = (code: string, below = ''): void => openPage(openPageOf(`/admin/${code}${below}`, item(code)));
const openMany = (count: number): void => {
  for (let at = 1; at <= count; at++) open(`p${at}`);
};

describe('tabs', () => {
  test('[S3.40] a tab has name, full path, route name, path and keepalive', () => {
    openPage(openPageOf('/admin/a?q=1', item('a', { keepalive: false })));
    openPage(openPageOf('/admin/a/edit?id=1', item('a')));
    const common = { name: '名 a', item: 'a', pageRole: null };
    expect(usePages.getState().tabs).toEqual([
      {
        ...common,
        fullPath: '/admin/a?q=1',
        key: '/admin/a?q=1',
        routeName: 'a',
        path: '/admin/a',
        keepalive: false,
        preview: false,
      },
      {
        ...common,
        fullPath: '/admin/a/edit?id=1',
        key: '/admin/a/edit?id=1',
        routeName: '/admin/a/edit?id=1',
        path: '/admin/a/edit',
        keepalive: true,
        preview: true,
      },
    ]);
    expect(JSON.parse(sessionStorage.getItem('tabs')!)).toEqual(usePages.getState().tabs);
  });

  test('[S2.200] opening an item again activates its tab instead of adding one', () => {
    open('a');
    open('b');
    open('a');
    expect(tabs()).toEqual(['a', 'b']);
    expect(usePages.getState().activeTab).toBe('a');
  });

  test('[S9.06] there are at most 15: the 16th evicts the oldest', () => {
    expect(MAX_TABS).toBe(15);
    openMany(16);
    expect(tabs()).toHaveLength(15);
    expect([tabs()[0], tabs().at(-1)]).toEqual(['p2', 'p16']);
    expect(keys()).not.toContain('/admin/p1');
  });

  test('a tab with unsaved changes is not evicted while another can be', () => {
    openMany(15);
    setDirty('/admin/p1', true);
    open('p16');
    expect(tabs().slice(0, 2)).toEqual(['p1', 'p3']);
  });

  test('[F-D3][S2.208] if all have unsaved changes none is evicted: the bar grows', () => {
    openMany(15);
    for (let at = 1; at <= 15; at++) setDirty(`/admin/p${at}`, true);
    open('p16');
    expect(tabs()).toHaveLength(16);
    expect(keys()).toContain('/admin/p1');
  });

  test('[F-W4][S2.207] a record replaces the previous one in the preview tab, and the list keeps its tab', () => {
    open('a');
    open('a', '/edit?id=1');
    open('b');
    open('a', '/edit?id=2');
    expect(tabs()).toEqual(['a', '/admin/a/edit?id=2', 'b']);
    expect(keys()).toEqual(['/admin/a', '/admin/b', '/admin/a/edit?id=2']);
  });

  test('[F-W4][S2.207] a preview that is edited or pinned becomes a tab of its own', () => {
    open('a', '/edit?id=1');
    setDirty('/admin/a/edit?id=1', true);
    open('a', '/edit?id=2');
    pinOpenTab('/admin/a/edit?id=2');
    open('a', '/edit?id=3');
    open('a', '/edit?id=4');
    expect(tabs()).toEqual(['/admin/a/edit?id=1', '/admin/a/edit?id=2', '/admin/a/edit?id=4']);
    setDirty('/admin/a/edit?id=1', false);
    open('a', '/edit?id=1');
    expect(usePages.getState().tabs.map(({ preview }) => preview)).toEqual([false, false, true]);
  });

  test('[F-W4] a new form has its own tab, and the created record takes its place', () => {
    open('a');
    open('a', '/edit');
    open('b');
    open('a', '/edit');
    expect(tabs()).toEqual(['a', '/admin/a/edit', 'b']);
    finishPage(openPageOf('/admin/a/edit', item('a')), '/admin/a/edit?id=9');
    open('a', '/edit?id=9');
    expect(tabs()).toEqual(['a', '/admin/a/edit?id=9', 'b']);
    expect(usePages.getState().tabs[1]!.preview).toBe(false);
  });

  test('[S2.201] closing the active tab activates a neighbour: the right one, else the left one', () => {
    openMany(3);
    open('p2');
    closeTabs(['p2']);
    expect(history.place.pathname).toBe('/admin/p3');
    open('p3');
    closeTabs(['p3']);
    expect(history.place.pathname).toBe('/admin/p1');
    open('p1');
    closeTabs(['p1']);
    expect([history.place.pathname, tabs()]).toEqual(['/', []]);
  });

  test('closing a background tab does not navigate', () => {
    openMany(3);
    history.push('/admin/p3');
    closeTabs(['p1']);
    expect([history.place.pathname, tabs()]).toEqual(['/admin/p3', ['p2', 'p3']]);
  });

  test('[S2.202, S2.203] closing the others, and all', () => {
    openMany(4);
    open('p2');
    closeTabs(tabs().filter((name) => name !== 'p2'));
    expect([tabs(), usePages.getState().activeTab]).toEqual([['p2'], 'p2']);
    closeTabs(tabs());
    expect([tabs(), history.place.pathname]).toEqual([[], '/']);
  });

  test('[S2.204] the chosen order stays when pages are opened', () => {
    openMany(3);
    reorderTab('p3', 0);
    expect(tabs()).toEqual(['p3', 'p1', 'p2']);
    open('p2');
    open('p4');
    expect(tabs()).toEqual(['p3', 'p1', 'p2', 'p4']);
  });

  test('a page with another layout has no tab and is not kept', () => {
    open('a');
    openPage(openPageOf('/admin/easy', item('easy'), undefined, { layout: 'easy' }));
    expect([tabs(), usePages.getState().activeTab]).toEqual([['a'], null]);
    open('a');
    expect(keys()).toEqual(['/admin/a']);
  });
});

describe('kept pages', () => {
  const alone = (at: number): void => openPage(openPageOf(`/admin/alone${at}`, null));

  test('[S2.211, S9.07] up to 20 pages: the 21st evicts the least recently shown', () => {
    expect(MAX_CACHED_PAGES).toBe(20);
    openMany(10);
    for (let at = 1; at <= 10; at++) alone(at);
    open('p1');
    expect(keys()).toHaveLength(20);
    alone(11);
    expect(keys()).toHaveLength(20);
    expect(keys()).not.toContain('/admin/p2');
    expect(keys()).toContain('/admin/p1');
  });

  test('a page with unsaved changes is not evicted', () => {
    open('p1');
    setDirty('/admin/p1', true);
    for (let at = 1; at <= 22; at++) alone(at);
    expect(keys()).toHaveLength(20);
    expect(keys()).toContain('/admin/p1');
    expect(keys()).not.toContain('/admin/alone1');
  });

  test('[S3.10] keepalive false: the page is not kept', () => {
    openPage(openPageOf('/admin/a', item('a', { keepalive: false })));
    open('b');
    expect([keys(), tabs()]).toEqual([['/admin/b'], ['a', 'b']]);
    openPage(openPageOf('/admin/a', item('a', { keepalive: false })));
    setDirty('/admin/a', true);
    open('b');
    expect(keys(), 'unsaved changes are kept all the same').toEqual(['/admin/b', '/admin/a']);
  });

  test('closing a tab drops its page', () => {
    open('a');
    open('a', '/edit?id=1');
    open('b');
    expect(keysIn(['a', '/admin/a/edit?id=1'])).toEqual(['/admin/a', '/admin/a/edit?id=1']);
    closeTabs(['/admin/a/edit?id=1']);
    expect(keys()).toEqual(['/admin/a', '/admin/b']);
  });

  test('an item leads back to its page as it was left', () => {
    openPage({ ...openPageOf('/admin/a?q=acid', item('a')), key: '/admin/a' });
    open('b');
    expect(addressOf({ code: 'a', url: '/admin/a' })).toBe('/admin/a?q=acid');
    expect(addressOf({ code: 'c', url: '/admin/c' })).toBe('/admin/c');
  });
});

describe('state of kept pages', () => {
  const seen: string[] = [];
  function Filter() {
    const page = usePage();
    const [text, setText] = useState('');
    useActiveEffect(() => {
      seen.push(`in ${page.path}`);
      return () => void seen.push(`out ${page.path}`);
    }, []);
    return <input aria-label={page.path} value={text} onChange={(event) => setText(event.target.value)} />;
  }
  const show = (code: string): void => act(() => openPage(openPageOf(`/admin/${code}`, item(code), Filter)));

  test('[S2.211] input survives while other pages are in front; hidden pages are inert', () => {
    seen.length = 0;
    render(<Pages />);
    show('a');
    fireEvent.change(screen.getByLabelText('/admin/a'), { target: { value: '乙醇' } });
    show('b');
    const hidden = screen.getByLabelText('/admin/a', { ignore: false }).closest('section')!;
    expect([hidden.hidden, hidden.hasAttribute('inert')]).toEqual([true, true]);
    show('a');
    expect(screen.getByLabelText<HTMLInputElement>('/admin/a').value).toBe('乙醇');
    expect(seen.filter((each) => each.endsWith('a'))).toEqual(['in /admin/a', 'out /admin/a', 'in /admin/a']);
    expect(seen.filter((each) => each.endsWith('b'))).toEqual(['in /admin/b', 'out /admin/b']);
  });

  test('[S2.206] a reload rebuilds the page', () => {
    render(<Pages />);
    show('a');
    fireEvent.change(screen.getByLabelText('/admin/a'), { target: { value: 'x' } });
    act(() => rebuildPage());
    expect(screen.getByLabelText<HTMLInputElement>('/admin/a').value).toBe('');
  });

  test('navigation does not rerender kept pages', () => {
    const drawn: Record<string, number> = {};
    const Counted = (): null => {
      const { path } = usePage();
      drawn[path] = (drawn[path] ?? 0) + 1;
      return null;
    };
    render(<Pages />);
    const showCounted = (code: string): void => act(() => openPage(openPageOf(`/admin/${code}`, item(code), Counted)));
    for (const code of ['a', 'b', 'c']) showCounted(code);
    const before = { ...drawn };
    showCounted('d');
    showCounted('e');
    expect([drawn['/admin/a'], drawn['/admin/b']]).toEqual([before['/admin/a'], before['/admin/b']]);
  });
});

test('[F-3U5] tabs of the same name are distinguished by role, else by the page of their record, else by numbers', () => {
  const tab = (path: string, pageRole: string | null = 'ROLE_TEACHER') => ({ path, pageRole });
  const edit = '/admin/wms/transaction/move/edit';
  expect(
    disambiguateLabels([tab(edit), tab('/admin/wms/transaction/move/editbox'), tab('/admin/x')], ['MV1', 'MV1', '库存']),
  ).toEqual(['MV1 · 单据', 'MV1 · 办理', '库存']);
  expect(disambiguateLabels([tab(edit), tab(edit, 'ROLE_STAFF')], ['申请', '申请'])).toEqual([
    '申请 · 教师（课题组）',
    '申请 · 采购人员',
  ]);
  expect(disambiguateLabels([tab(edit), tab(edit), tab(edit)], ['新建', '新建', '新建'])).toEqual([
    '新建',
    '新建 (2)',
    '新建 (3)',
  ]);
});

test('[F-3U5] a newly created record shows its name before its page has set a title', () => {
  const form = openPageOf('/admin/a/edit', item('a'));
  openPage(form);
  const Finish = () => {
    const page = usePage();
    return <button onClick={() => page.finish('/admin/a/edit?id=7', 'IN7')}>保存</button>;
  };
  render(
    <PageContext value={form}>
      <Finish />
    </PageContext>,
  );
  fireEvent.click(screen.getByRole('button'));
  expect(titleText(useTitles.getState().titles['/admin/a/edit?id=7'])).toBe('IN7');
  expect(history.place.search).toBe('?id=7');
});

describe('unsaved changes', () => {
  const at = (path: string) => ({ pathname: path, search: '' });
  let asked = 0;
  let answer = false;
  beforeEach(() => {
    asked = 0;
    setLeaveAsker(() => {
      asked++;
      return Promise.resolve(answer);
    });
    useVersion.setState({ menu: [item('a'), item('b')] });
  });

  test('[F-D3] a page with a tab stays in it on navigation', () => {
    open('a', '/edit?id=1');
    setDirty('/admin/a/edit?id=1', true);
    for (const to of ['/admin/a', '/admin/b', '/admin/a/edit', '/nowhere']) expect(affectedPaths(at(to)), to).toEqual([]);
    for (const to of ['b', 'a', 'b']) open(to);
    open('a', '/edit?id=2');
    open('a', '/edit?id=3');
    expect(keys()).toContain('/admin/a/edit?id=1');
    expect(tabs()).toContain('/admin/a/edit?id=1');
  });

  test('[F-D3][S2.229] leaving a form by its own button asks, and closes its tab', async () => {
    const edit = openPageOf('/admin/a/edit?id=1', item('a'));
    open('a');
    openPage(edit);
    setDirty(edit.key, true);
    answer = false;
    await leavePage(edit);
    expect([asked, isDirty(edit.key)]).toEqual([1, true]);
    answer = true;
    await leavePage(edit);
    open('a');
    expect([asked, keys(), tabs()]).toEqual([2, ['/admin/a'], ['a']]);
  });

  test('[F-3U18] the question names the pages that would lose changes, and offers saving if all can be saved as drafts', async () => {
    const losses: UnsavedPages[] = [];
    setLeaveAsker((losing) => {
      losses.push(losing);
      return losing.save?.() ?? Promise.resolve(false);
    });
    const [first, second] = ['/admin/a/edit?id=1', '/admin/b/edit?id=2'] as const;
    open('a', '/edit?id=1');
    open('b', '/edit?id=2');
    setTitle(first, 'IN1');
    setTitle(second, 'OUT2');
    const [form, other, dialog] = [Symbol('form'), Symbol('other'), Symbol('dialog')];
    const saved: string[] = [];
    const saving = (key: string, holder: symbol) =>
      registerDraftSaver(key, () => {
        saved.push(key);
        setHolderDirty(key, holder, false);
        return Promise.resolve(true);
      });
    setHolderDirty(first, form, true);
    setHolderDirty(second, other, true);
    saving(first, form);
    // One of them cannot be saved as a draft.
    expect(await confirmDiscardAll()).toBe(false);
    expect(losses.at(-1)).toEqual({ names: ['IN1', 'OUT2'], save: null });
    // A dialog over a form holds changes that saving the form would not save.
    setHolderDirty(first, dialog, true);
    expect(await confirmDiscard([first])).toBe(false);
    expect(losses.at(-1)).toEqual({ names: ['IN1'], save: null });
    setHolderDirty(first, dialog, false);
    const takeBack = saving(second, other);
    expect([await confirmDiscardAll(), saved]).toEqual([true, [first, second]]);
    expect(usePages.getState().dirty.size).toBe(0);
    // A page that failed to save is brought to the front, and nothing is closed.
    takeBack();
    registerDraftSaver(second, () => Promise.resolve(false));
    setHolderDirty(second, other, true);
    open('a', '/edit?id=1');
    expect(await confirmDiscard([second])).toBe(false);
    expect([isDirty(second), history.place.search]).toEqual([true, '?id=2']);
  });

  test('[F-3U22] a new record started beside an unsaved one has its own page, tab and drafts', () => {
    open('a', '/edit');
    expect(newAddress('/admin/a/edit')).toBe('/admin/a/edit');
    setDirty('/admin/a/edit', true);
    for (const [to, leads] of [
      ['/admin/a/edit', '/admin/a/edit?new=2'],
      ['/admin/a/edit?from=7', '/admin/a/edit?from=7&new=2'],
      ['/admin/a/edit?id=1', '/admin/a/edit?id=1'],
      ['/admin/b/edit', '/admin/b/edit'],
      ['/admin/a', '/admin/a'],
    ] as const)
      expect(newAddress(to)).toBe(leads);
    expect(pageKey('/admin/a/edit', '?from=7&new=2', undefined)).toBe('/admin/a/edit?new=2');
    open('a', '/edit?new=2');
    setDirty('/admin/a/edit?new=2', true);
    expect(newAddress('/admin/a/edit')).toBe('/admin/a/edit?new=3');
    expect(tabs()).toEqual(['/admin/a/edit', '/admin/a/edit?new=2']);
    render(<PageLink to="/admin/a/edit">新建</PageLink>);
    fireEvent.click(screen.getByRole('link'));
    expect(history.place.search).toBe('?new=3');
  });

  test('a page without a tab is lost on any navigation', () => {
    openPage(openPageOf('/admin/alone', null));
    expect(affectedPaths(at('/admin/b'))).toEqual(['/admin/alone']);
  });

  test('[S2.229] without unsaved changes there is no question; staying keeps them, leaving discards them', async () => {
    open('a', '/edit?id=1');
    expect([await confirmDiscard(['/admin/a/edit?id=1']), asked]).toEqual([true, 0]);
    setDirty('/admin/a/edit?id=1', true);
    answer = false;
    expect([await confirmDiscard(['/admin/a/edit?id=1']), asked]).toEqual([false, 1]);
    expect([...usePages.getState().dirty]).toEqual(['/admin/a/edit?id=1']);
    answer = true;
    expect(await confirmDiscard(['/admin/a/edit?id=1'])).toBe(true);
    expect(usePages.getState().dirty.size).toBe(0);
  });

  test('[S2.229] closing everything asks once, and the answer itself discards nothing', async () => {
    open('a', '/edit?id=1');
    expect([await confirmDiscardAll(), asked]).toEqual([true, 0]);
    setDirty('/admin/a/edit?id=1', true);
    answer = false;
    expect([await confirmDiscardAll(), asked]).toEqual([false, 1]);
    answer = true;
    expect([await confirmDiscardAll(), asked]).toEqual([true, 2]);
    expect([...usePages.getState().dirty]).toEqual(['/admin/a/edit?id=1']);
    open('b');
    expect(keys()).toEqual(['/admin/a/edit?id=1', '/admin/b']);
  });

  test('a page reports its own unsaved state, until it unmounts', () => {
    const Form = (): null => {
      useDirty(true);
      return null;
    };
    render(<Pages />);
    act(() => openPage(openPageOf('/admin/a', item('a'), Form)));
    expect([...usePages.getState().dirty]).toEqual(['/admin/a']);
    act(() => closeTabs(['a']));
    expect(usePages.getState().dirty.size).toBe(0);
  });

  test('[F-K2] input in a form that crashes stays as a draft until it is discarded', () => {
    const Form = (): null => {
      const { key } = usePage();
      useDirty(true, true);
      useEffect(() => {
        const writer = draftWriter(key, 'form', () => ({ values: { typed: 'x' }, base: null }));
        writer.soon();
        return writer.end;
      }, [key]);
      return null;
    };
    const page = openPageOf('/admin/a/edit', item('a'), Form);
    const { unmount } = render(<Pages />);
    act(() => openPage(page));
    unmount();
    expect([getDraft(page.key, 'form')?.values, isDirty(page.key)]).toEqual([{ typed: 'x' }, true]);
    expect(JSON.parse(sessionStorage.getItem('unsaved')!)).toEqual([page.key]);
    render(<Pages />);
    act(() => closeTabs([page.key]));
    expect([hasDraft(page.key), isDirty(page.key)]).toEqual([false, false]);
  });

  test('[F-D12] a draft is restored for the organisation it was typed for, and no other', () => {
    const org = (id: string) => ({ id, name: id, type: 'LAB' as const });
    saveOrg(org('1'));
    sessionStorage.setItem(draftKey('/a', 'form'), JSON.stringify({ values: {}, base: null }));
    saveOrg(org('2'));
    expect([getDraft('/a', 'form'), hasDraft('/a')]).toEqual([null, false]);
    saveOrg(org('1'));
    expect(hasDraft('/a')).toBe(true);
    saveOrg(null);
  });

  test('[S2.229] a saved page returns to its list without asking', () => {
    const list = openPageOf('/admin/a', item('a'));
    const edit = openPageOf('/admin/a/edit?id=1', item('a'));
    openPage(list);
    openPage(edit);
    setDirty(edit.key, true);
    finishPage(edit);
    expect([history.place.pathname, usePages.getState().dirty.size]).toEqual(['/admin/a', 0]);
  });

  test('a page that finishes in the background does not navigate', () => {
    const edit = openPageOf('/admin/a/edit?id=1', item('a'));
    openPage(edit);
    open('b');
    history.replace('/admin/b');
    finishPage(edit);
    expect(history.place.pathname).toBe('/admin/b');
    expect([keys(), tabs()]).toEqual([['/admin/b'], ['b']]);
  });
});
