import { LISTING_VISIBLE, listingRoutes, SHARE_MODES, type Listing } from '@kuwei/contract/wms/org-product';
import { Form } from 'antd';
import { useEffect, useRef } from 'react';
import { useFormContext } from '../../form/context.ts';
import { editOf } from '../../form/edit-spec.ts';
import { EditPage } from '../../form/EditPage.tsx';
import { AreaField } from '../../form/field/AreaField.tsx';
import { ChoiceField } from '../../form/field/ChoiceField.tsx';
import { DateField } from '../../form/field/DateField.tsx';
import { DecimalField } from '../../form/field/DecimalField.tsx';
import { LastDayField } from '../../form/field/LastDayField.tsx';
import { RecordField } from '../../form/field/RecordField.tsx';
import { Section } from '../../form/Section.tsx';
import { useT } from '../../phrase/phrases.ts';
import { useAmount } from '../../ui/Quantity.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { listingLooks } from './looks.ts';
import { useListingActions } from './use-listing-actions.tsx';

const listingEdit = editOf(listingRoutes.createListing, {
  name: 'wms.listing',
  get: listingRoutes.getListing,
  update: listingRoutes.updateListing,
  changes: ['/wms/org-product'],
  nameOf: ({ productName, orgName }) => `${productName} · ${orgName}`,
  conditional: ['price'],
  blank: { visibleTo: 'CAMPUS', shareMode: 'GIVE' },
  carry: ['orgId', 'visibleTo', 'shareMode', 'fromDay', 'untilDay'],
});

export default function ListingEditPage() {
  const { actionsOf, dialog } = useListingActions();
  return (
    <>
      <EditPage
        edit={listingEdit}
        marks={({ phase }) => <StateTag look={listingLooks[phase]} />}
        actions={(listing) => {
          const [shelf] = actionsOf(listing);
          return (
            shelf?.run && (
              <button type="button" className="kw-button" onClick={() => void shelf.run!()}>
                {shelf.label}
              </button>
            )
          );
        }}
      >
        {(listing) => <ListingFields listing={listing} />}
      </EditPage>
      {dialog}
    </>
  );
}

function ListingFields({ listing }: { listing: Listing | null }) {
  const form = Form.useFormInstance();
  const { change } = useFormContext();
  const shareMode = Form.useWatch('shareMode', form) as string | undefined;
  useEffect(() => {
    if (shareMode !== undefined && shareMode !== 'SELL' && form.getFieldValue('price')) change({ price: null });
  }, [shareMode]);
  return (
    <>
      <GoodsFields listing={listing} />
      <Section title="shelf.offer">
        <ChoiceField
          name="visibleTo"
          label="wms.listing.visibleTo"
          values={LISTING_VISIBLE}
          phrase="wms.listing.visibleTo"
          clearable={false}
          width="third"
        />
        <ChoiceField
          name="shareMode"
          label="wms.listing.shareMode"
          values={SHARE_MODES}
          phrase="wms.listing.shareMode"
          clearable={false}
          width="third"
        />
        {shareMode === 'SELL' && <DecimalField name="price" label="wms.listing.price" needed width="third" />}
        <DecimalField name="maxQty" label="wms.listing.maxQty" width="third" />
        <DateField name="fromDay" label="wms.listing.fromDay" width="third" />
        <LastDayField name="untilDay" label="wms.listing.untilDay" width="third" />
        <AreaField name="note" label="wms.listing.note" width="full" />
      </Section>
    </>
  );
}

/** Owner and goods, set once from what is in stock. */
function GoodsFields({ listing }: { listing: Listing | null }) {
  const t = useT();
  const amountOf = useAmount();
  const form = Form.useFormInstance();
  const { change } = useFormContext();
  const orgId = Form.useWatch('orgId', form) as string | null | undefined;
  const fixed = listing !== null;
  const owner = useRef(orgId);
  // Another owner clears goods chosen from the previous one.
  useEffect(() => {
    if (owner.current && owner.current !== orgId && form.getFieldValue('productId')) change({ productId: null });
    owner.current = orgId;
  }, [orgId]);
  return (
    <Section title="shelf.goods">
      <RecordField
        name="orgId"
        label="wms.listing.org"
        find={listingRoutes.selectListingOrgs}
        optionOf={({ id, code, name }) => ({ value: id, label: name, hint: code })}
        known={listing ? [{ value: listing.orgId, label: listing.orgName }] : []}
        {...(!fixed && { hint: t('shelf.orgHint') })}
        disabled={fixed}
      />
      <RecordField
        name="productId"
        label="wms.product"
        find={listingRoutes.selectListingProducts}
        query={{ orgId }}
        optionOf={({ id, code, name, available, baseUnit }) => ({
          value: id,
          label: `${code} ${name}`,
          hint: t('shelf.inStock', { amount: amountOf(available, baseUnit) }),
        })}
        known={listing ? [{ value: listing.productId, label: `${listing.productCode} ${listing.productName}` }] : []}
        {...(!fixed && { hint: t('shelf.productHint') })}
        disabled={fixed || !orgId}
      />
    </Section>
  );
}
