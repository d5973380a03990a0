import { logRoutes } from '@kuwei/contract/sys/log';
import { Suspense } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import { DetailSkeleton } from '../../table/DetailSkeleton.tsx';
import { List } from '../../table/List.tsx';
import { logList } from './log-list.tsx';

const LogDetail = lazyPart(async () => (await import('./LogDetail.tsx')).LogDetail);

export default function LogPage() {
  const t = useT();
  const { path } = usePage();
  return (
    <List
      spec={logList}
      title={t('log.title')}
      detail={(id, row) => (
        <Suspense fallback={<DetailSkeleton />}>
          <LogDetail id={id} row={row} path={path} />
        </Suspense>
      )}
      exporter={logRoutes.exportLog}
      emptyText={t('log.emptyText')}
      emptyFilteredText={t('log.emptyFiltered')}
    />
  );
}
