// Content of the finder before typing: to-dos, open tabs, and recent choices.
import { isScreen } from '@kuwei/contract/screens';
import { history } from '../../browser/history.ts';
import { usePages } from '../../page/pages.ts';
import { titleText, useTitles } from '../../page/titles.ts';
import { useT } from '../../phrase/phrases.ts';
import { isNamed, todoAddress, todoName, useTodos } from '../bell/use-todos.ts';
import type { Choice, PageTarget } from './find.ts';
import { recentChoices } from './recent.ts';

export interface Group {
  title: string;
  choices: readonly (Choice & { run: () => void })[];
  /** Found by the server: during a search, results of the previous text. */
  isSought?: true;
}

/** @param pages that the user can open, used to name the tabs */
export function useInitialGroups(pages: readonly PageTarget[]): Group[] {
  const t = useT();
  const { todos = [] } = useTodos();
  const tabs = usePages((state) => state.tabs);
  const inFront = usePages((state) => state.activeTab);
  const titles = useTitles((state) => state.titles);
  const go = (to: string) => () => history.push(to);
  const nameOf = new Map(pages.map((page) => [page.code, page]));
  const open = tabs.toReversed().flatMap(({ routeName, key, item, fullPath, name }) => {
    const page = nameOf.get(item);
    const own = routeName === item ? undefined : titleText(titles[key]);
    return routeName !== inFront && isScreen(fullPath)
      ? [
          {
            key: `tab ${routeName}`,
            name: own ?? page?.name ?? name,
            above: (own === undefined ? page?.above : page?.name) ?? '',
            run: go(fullPath),
          },
        ]
      : [];
  });
  const shown = new Set(tabs.map(({ fullPath }) => fullPath));
  return [
    {
      title: t('finder.todos'),
      choices: todos.map((todo) => ({
        key: `todo ${todo.kind} ${todo.type} ${todo.org.id}`,
        name: `${todoName(t, todo)} (${todo.count})`,
        above: isNamed(todo, todos) ? todo.org.name : '',
        run: go(todoAddress(todo, todo.link)),
      })),
    },
    { title: t('finder.open'), choices: open },
    {
      title: t('finder.recent'),
      choices: recentChoices()
        .filter(({ to }) => !shown.has(to))
        .map((choice) => ({ ...choice, key: `recent ${choice.key}`, run: go(choice.to) })),
    },
  ];
}
