import { listingRoutes, type Listing } from '@kuwei/contract/wms/org-product';
import { ActionDialog } from '../../form/ActionDialog.tsx';
import { AreaField } from '../../form/field/AreaField.tsx';
import { useT } from '../../phrase/phrases.ts';
import { noticeDone } from '../../ui/feedback.ts';

export function UnlistDialog({ listing: { id, rev, productName: name }, onClose }: { listing: Listing; onClose: () => void }) {
  const t = useT();
  return (
    <ActionDialog
      route={listingRoutes.takeDownListing}
      params={{ id }}
      fixed={{ rev }}
      title={t('shelf.downTitle', { name })}
      text={t('shelf.downText')}
      yes={t('shelf.down')}
      danger
      changes={['/wms/org-product']}
      onDone={() => {
        noticeDone(t('shelf.downDone', { name }));
        onClose();
      }}
      onClose={onClose}
    >
      <AreaField name="reason" label="wms.listing.reason" width="full" />
    </ActionDialog>
  );
}
