import { shareRoutes } from '@kuwei/contract/wms/share';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import { List } from '../../table/List.tsx';
import { shareList } from './share-list.tsx';
import { ShareDetail } from './ShareDetail.tsx';
import { useShareActions } from './use-share-actions.tsx';

/** Requests of the user's organisation to others, and from others. */
export default function ShareListPage() {
  const t = useT();
  const { prefix } = usePage();
  const { actionsOf, dialog } = useShareActions();
  return (
    <>
      <List
        spec={shareList}
        title={t('menu.shares')}
        detail={(id, row) => <ShareDetail id={id} row={row} actionsOf={actionsOf} />}
        actionsOf={actionsOf}
        exporter={shareRoutes.exportShares}
        primary={{ label: t('share.toOffers'), to: `/${prefix}/wms/share/offer` }}
        emptyText={t('share.emptyShares')}
      />
      {dialog}
    </>
  );
}
