import { permitRoutes } from '@kuwei/contract/wms/permit';
import { useMayCall } from '../../page/may-call.ts';
import { usePage } from '../../page/page.ts';
import { configOr } from '../../session/version.ts';
import { useT } from '../../phrase/phrases.ts';
import type { Importer } from '../../table/list-types.ts';
import { List } from '../../table/List.tsx';
import { permitList } from './permit-list.tsx';
import { PermitDetail } from './PermitDetail.tsx';
import { usePermitActions } from './use-permit-actions.tsx';
import './permit.css';

const permitImport: Importer = {
  name: 'wms.permit',
  route: permitRoutes.importPermits,
  template: permitRoutes.getPermitTemplate,
  history: {
    listImports: permitRoutes.listPermitImports,
    lookAtUndo: permitRoutes.lookAtPermitUndo,
    undoImport: permitRoutes.undoPermitImport,
  },
};

/** No class requires permits: they are only kept on file. */
const arePermitsOptional = (): boolean =>
  (['WMS_PERMIT_TOXIC', 'WMS_PERMIT_EXPLOSIVE', 'WMS_PERMIT_DRUG'] as const).every((code) => configOr(code, 'true') === 'false');

export default function PermitListPage() {
  const t = useT();
  const { path } = usePage();
  const mayEnter = useMayCall()(permitRoutes.createPermit);
  const { actionsOf, dialog } = usePermitActions();
  return (
    <>
      <List
        spec={permitList}
        title={t('permit.title')}
        detail={(id, row) => <PermitDetail id={id} row={row} actionsOf={actionsOf} />}
        actionsOf={actionsOf}
        exporter={permitRoutes.exportPermits}
        importer={permitImport}
        {...(mayEnter && { primary: { label: t('permit.new'), to: `${path}/edit` } })}
        above={arePermitsOptional() && <p className="permit-off">{t('permit.off')}</p>}
        emptyText={t('permit.emptyText')}
      />
      {dialog}
    </>
  );
}
