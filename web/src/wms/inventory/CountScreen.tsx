import { countRoutes, type Count } from '@kuwei/contract/wms/inventory';
import type { ReactNode } from 'react';
import { usePage } from '../../page/page.ts';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';

/** A screen for the count in `?id=`. */
export function CountScreen({ children }: { children: (count: Count, reload: () => void) => ReactNode }) {
  const t = useT();
  const id = usePage().query.get('id');
  const { data, error, refetch, isFetching } = usePageQuery(
    countRoutes.getCount,
    { params: { id: id ?? '' } },
    { enabled: id !== null },
  );
  const reload = (): void => void refetch();
  if (id === null) return <PageHead title={t('count.noCount')} />;
  if (error && !data) return <LoadFailed error={error} onRetry={reload} busy={isFetching} />;
  return data ? children(data, reload) : <PageSkeleton />;
}
