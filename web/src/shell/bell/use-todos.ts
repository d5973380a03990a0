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
  /** Undefined until the server has responded. */
  todos: Todo[] | undefined;
  failed: boolean;
}

/** The user's to-dos under all their roles; refetched whenever a document changes state. */
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

/** Page of the to-do; by way of the group switch if its group is not chosen yet. */
export const todoAddress = ({ chosen }: Todo, link: string): string => (chosen ? link : withReturnUrl(SWITCH_ORG, link));

/** `待我审核 · 入库`; without the document type if only one can occur. */
export function todoName(say: typeof t, { kind, type }: Todo): string {
  const name = say(`todo.${kind}`);
  return kind === 'REVIEW' || kind === 'COSIGN' || kind === 'RETURNED' ? `${name} · ${say(`todo.type.${type}`)}` : name;
}

/** Whether to name the organisation, because the user works for several of its type. */
export const isNamed = (todo: Todo, all: readonly Todo[]): boolean =>
  !todo.chosen || all.some((other) => other.org.type === todo.org.type && other.org.id !== todo.org.id);
