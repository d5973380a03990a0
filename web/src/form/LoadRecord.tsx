import type { ReplyOf } from '@kuwei/contract/route';
import type { ReactNode } from 'react';
import { usePageQuery } from '../page/query.ts';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { PageSkeleton } from '../ui/PageSkeleton.tsx';
import type { OneRoute } from './edit-spec.ts';

interface LoadRecordProps<R extends OneRoute> {
  get: R;
  id: string;
  children: (record: ReplyOf<R>) => ReactNode;
}

/** Loads the record of a form. Live events do not refetch it while it is in front. */
export function LoadRecord<R extends OneRoute>({ get, id, children }: LoadRecordProps<R>) {
  const { data, error, refetch, isFetching } = usePageQuery(get, { params: { id } } as never, { holdLive: true });
  if (data !== undefined && data !== null) return children(data);
  return error ? <LoadFailed error={error} busy={isFetching} onRetry={() => void refetch()} /> : <PageSkeleton />;
}
