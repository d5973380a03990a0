import { warningRoutes } from '@kuwei/contract/wms/ews-product';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import { List } from '../../table/List.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { useSaveFile } from './use-save-file.ts';
import { useWarningActions } from './use-warning-actions.tsx';
import { warningList } from './warning-list.tsx';
import { WarningDetail } from './WarningDetail.tsx';

export default function WarningListPage() {
  const t = useT();
  const { prefix } = usePage();
  const { actionsOf, batch, dialog } = useWarningActions();
  const save = useSaveFile();
  return (
    <>
      <List
        spec={warningList}
        title={t('warning.title')}
        detail={(id, row) => <WarningDetail id={id} row={row} actionsOf={actionsOf} />}
        actionsOf={actionsOf}
        batch={batch}
        buttons={
          <PageLink className="kw-button" to={`/${prefix}/wms/ews-limit`}>
            {t('warning.limits')}
          </PageLink>
        }
        actions={[{ key: 'purchase', label: t('warning.purchase'), run: () => save(warningRoutes.exportPurchases) }]}
        exporter={warningRoutes.exportWarnings}
        emptyText={t('warning.empty')}
      />
      {dialog}
    </>
  );
}
