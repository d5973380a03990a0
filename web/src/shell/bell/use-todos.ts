import { todoRoutes, type Todo } from '@kuwei/contract/wms/todo';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useOrg } from '../../api/org.ts';
import { queryClient } from '../../api/query-client.ts';
import { SWITCH_ORG } from '../../navigation/addresses.ts';
import { withReturnUrl } from '../../navigation/return-url.ts';
import type { t } from '../../phrase/phrases.ts';
import { useHasPendingStep } from '../../session/user.ts';

const { path } = todoRoutes.listMyTodos;

export interface Todos {
  /** Undefined until the server has answered. */
  todos: Todo[] | undefined;
  failed: boolean;
}

/** What waits for the person, under whichever of their roles; every step of a document makes it asked for again. */
export function useTodos(): Todos {
  const org = useOrg((state) => state.org?.id ?? null);
  const isDue = useHasPendingStep();
  const { data, isError } = useQuery(
    {
      queryKey: [path, {}, { pageRole: null, org }],
      queryFn: ({ signal }) => call(todoRoutes.listMyTodos, undefined, { signal }),
      enabled: !isDue,
    },
    queryClient,
  );
  return { todos: data, failed: isError };
}

/** Where it is done; a group that is not chosen yet is chosen on the way. */
export const todoAddress = ({ chosen }: Todo, link: string): string => (chosen ? link : withReturnUrl(SWITCH_ORG, link));

/** `待我审核 · 入库`; where only one kind of document can wait like that, its name says it. */
export function todoName(say: typeof t, { kind, type }: Todo): string {
  const name = say(`todo.${kind}`);
  return kind === 'REVIEW' || kind === 'COSIGN' || kind === 'RETURNED' ? `${name} · ${say(`todo.type.${type}`)}` : name;
}

/** True where the organisation has to be named, because the person works for several of its kind. */
export const isNamed = (todo: Todo, all: readonly Todo[]): boolean =>
  !todo.chosen || all.some((other) => other.org.type === todo.org.type && other.org.id !== todo.org.id);
