import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import type { ReactNode } from 'react';
import { ApiError } from '../../api/error.ts';
import { usePage } from '../../page/page.ts';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { DocumentOfOtherOrg } from './DocumentOfOtherOrg.tsx';

interface DocumentScreenProps {
  /** Live events don't refresh the document: for screens with input. */
  holdLive?: boolean;
  children: (transaction: Transaction, reload: () => void) => ReactNode;
}

const isMissing = (error: Error): boolean => error instanceof ApiError && error.kind === 'notFound';

/** A screen for the document in `?id=`. */
export function DocumentScreen({ holdLive = false, children }: DocumentScreenProps) {
  const t = useT();
  const { query } = usePage();
  const id = query.get('id');
  const { data, error, refetch, isFetching } = usePageQuery(
    transactionRoutes.getTransaction,
    { params: { id: id ?? '' } },
    { enabled: id !== null, holdLive },
  );
  const reload = (): void => void refetch();
  if (id === null) return <PageHead title={t('work.noDocument')} />;
  if (error && !data && isMissing(error)) return <DocumentOfOtherOrg id={id} />;
  if (error && !data) return <LoadFailed error={error} onRetry={reload} busy={isFetching} />;
  return data ? children(data, reload) : <PageSkeleton />;
}
