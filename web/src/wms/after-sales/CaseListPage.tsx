import { afterSalesRoutes } from '@kuwei/contract/wms/after-sales';
import { useMayCall } from '../../page/may-call.ts';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import { List } from '../../table/List.tsx';
import { caseList } from './case-list.tsx';
import { CaseDetail } from './CaseDetail.tsx';
import { useCaseActions } from './use-case-actions.tsx';

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
        detail={(id, row) => <CaseDetail id={id} row={row} actionsOf={actionsOf} />}
        actionsOf={actionsOf}
        exporter={afterSalesRoutes.exportCases}
        {...(mayBegin && { primary: { label: t('afs.new'), to: `${path}/edit` } })}
        emptyText={t('afs.emptyText')}
      />
      {dialog}
    </>
  );
}
