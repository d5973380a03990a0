import { afterSalesRoutes } from '@kuwei/contract/wms/after-sales';
import { Suspense } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { useMayCall } from '../../page/may-call.ts';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import { List } from '../../table/List.tsx';
import { caseList } from './case-list.tsx';
import { useCaseActions } from './use-case-actions.tsx';

/** Lazy: the list does not wait for conversation and pictures. */
const CaseDetail = lazyPart(async () => (await import('./CaseDetail.tsx')).CaseDetail);

export default function CaseListPage() {
  const t = useT();
  const { path } = usePage();
  const mayBegin = useMayCall()(afterSalesRoutes.createCase);
  const { actionsOf, dialog } = useCaseActions();
  return (
    <>
      <List
        spec={caseList}
        title={t('afs.title')}
        detail={(id, row) => (
          <Suspense>
            <CaseDetail id={id} row={row} actionsOf={actionsOf} />
          </Suspense>
        )}
        actionsOf={actionsOf}
        exporter={afterSalesRoutes.exportCases}
        {...(mayBegin && { primary: { label: t('afs.new'), to: `${path}/edit` } })}
        emptyText={t('afs.emptyText')}
      />
      {dialog}
    </>
  );
}
