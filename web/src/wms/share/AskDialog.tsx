import { shareRoutes, type Offer } from '@kuwei/contract/wms/share';
import { ActionDialog } from '../../form/ActionDialog.tsx';
import { AreaField } from '../../form/field/AreaField.tsx';
import { ChoiceField } from '../../form/field/ChoiceField.tsx';
import { DateField } from '../../form/field/DateField.tsx';
import { DecimalField } from '../../form/field/DecimalField.tsx';
import { usePage } from '../../page/page.ts';
import { say, useT } from '../../phrase/phrases.ts';
import { noticeDone } from '../../ui/feedback.ts';
import { money, today } from '../../ui/format.ts';
import { useAmount, useUnitName } from '../../ui/Quantity.tsx';

/** Requests an offer: quantity, purpose and, for loans, the return day. */
export function AskDialog({ offer, onClose }: { offer: Offer; onClose: () => void }) {
  const t = useT();
  const unitName = useUnitName();
  const amountOf = useAmount();
  const { setQuery } = usePage();
  const { id, orgName, product, shareMode, maxQty, price, places } = offer;
  const summary = [
    t('share.askOf', { org: orgName, mode: say(`wms.listing.shareMode.${shareMode}`) }),
    ...(price === null ? [] : [`${t('wms.listing.price')} ${money(price)}`]),
    ...(maxQty === null ? [] : [`${t('wms.listing.maxQty')} ${amountOf(maxQty, product.baseUnit)}`]),
  ];
  return (
    <ActionDialog
      route={shareRoutes.createShare}
      params={{}}
      fixed={{ listingId: id }}
      blank={{ warehouseId: places[0]?.id ?? '', qty: '', purpose: '', neededBy: null, giveBackBy: null }}
      title={t('share.askFor', { name: product.name })}
      text={summary.join(' · ')}
      yes={t('share.send')}
      guarded
      changes={[shareRoutes.listShares.path]}
      onDone={({ no }) => {
        noticeDone(t('share.sent', { no }));
        setQuery({ show: null });
        onClose();
      }}
      onClose={onClose}
    >
      <DecimalField name="qty" label="wms.share.qty" suffix={unitName(product.baseUnit)} width="half" />
      <ChoiceField
        name="warehouseId"
        label="wms.share.warehouse"
        options={places.map((place) => ({
          value: place.id,
          label: t('share.place', { name: place.name, amount: amountOf(place.available, product.baseUnit) }),
        }))}
        clearable={false}
        width="half"
      />
      <DateField name="neededBy" label="wms.share.neededBy" min={today()} width="half" />
      {shareMode === 'LEND' && <DateField name="giveBackBy" label="wms.share.giveBackBy" min={today()} needed width="half" />}
      <AreaField name="purpose" label="wms.share.purpose" width="full" />
    </ActionDialog>
  );
}
