import { CONTROL_FLAGS } from '@kuwei/contract/wms/hazard';
import { permitRoutes, type Permit } from '@kuwei/contract/wms/permit';
import { productRoutes } from '@kuwei/contract/wms/product';
import { Form } from 'antd';
import { useEffect } from 'react';
import { editOf } from '../../form/edit-spec.ts';
import { useFormContext } from '../../form/context.ts';
import { EditPage } from '../../form/EditPage.tsx';
import { AreaField } from '../../form/field/AreaField.tsx';
import { ChoiceField } from '../../form/field/ChoiceField.tsx';
import { DateField } from '../../form/field/DateField.tsx';
import { DecimalField } from '../../form/field/DecimalField.tsx';
import { FileField } from '../../form/field/FileField.tsx';
import { RecordField } from '../../form/field/RecordField.tsx';
import { TextField } from '../../form/field/TextField.tsx';
import { Section } from '../../form/Section.tsx';
import { usePage } from '../../page/page.ts';
import { usePageQuery } from '../../page/query.ts';
import { t, useT } from '../../phrase/phrases.ts';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { useWarehouseOptions } from '../warehouse/options.ts';
import { permitLook } from './looks.ts';

const permitEdit = editOf(permitRoutes.createPermit, {
  name: 'wms.permit',
  get: permitRoutes.getPermit,
  update: permitRoutes.updatePermit,
  remove: permitRoutes.deletePermit,
  changes: ['/wms/permit'],
  nameOf: ({ number }) => number,
  carry: ['orgId', 'warehouseId', 'kind', 'number', 'validFrom', 'validUntil', 'authority'],
  cannotRemove: ({ uses }) => (uses > 0 ? t('wms.used.documents', { n: uses }) : undefined),
});

const ACCEPT = { types: ['application/pdf', 'image/png', 'image/jpeg', 'image/webp'], names: 'PDF, PNG, JPEG, WebP' };

export default function PermitEditPage() {
  const { query, pageRole } = usePage();
  const isOwner = pageRole !== 'ROLE_WAREHOUSE_ADMIN';
  // Owners can only enter permits of their own organisation.
  const { data: own } = usePageQuery(permitRoutes.selectPermitOrgs, { query: { size: 1 } }, { enabled: isOwner });
  const org = own?.list[0] ?? null;
  if (isOwner && own === undefined) return <PageSkeleton />;
  const blank = {
    orgId: isOwner ? org?.id : undefined,
    warehouseId: query.get('warehouseId') ?? undefined,
    controlClass: CONTROL_FLAGS.find((flag) => flag === query.get('controlClass')),
    productIds: query.get('productId') === null ? [] : [query.get('productId')!],
  };
  return (
    <EditPage edit={permitEdit} blank={blank} marks={(permit) => <StateTag look={permitLook(permit)} />}>
      {(permit) => <PermitFields permit={permit} own={isOwner ? org : null} />}
    </EditPage>
  );
}

function PermitFields({ permit, own }: { permit: Permit | null; own: { id: string; name: string } | null }) {
  const t = useT();
  const warehouses = useWarehouseOptions() ?? [];
  const known = permit ? [{ value: permit.orgId, label: permit.orgName }] : own ? [{ value: own.id, label: own.name }] : [];
  /** Deposits already use it. */
  const isFixed = (permit?.uses ?? 0) > 0;
  return (
    <>
      <Section title="permit.basic">
        <ChoiceField
          name="kind"
          label="wms.permit.kind"
          dic="WMS_PERMIT_KIND"
          clearable={false}
          width="third"
          hint={t('permit.kindHint')}
        />
        <TextField name="number" label="wms.permit.number" width="third" />
        <TextField name="authority" label="wms.permit.authority" width="third" />
        <DateField name="validFrom" label="wms.permit.validFrom" near="last" width="third" />
        <DateField name="validUntil" label="wms.permit.validUntil" width="third" edge="last" />
        <TextField name="code" label="wms.permit.code" code width="third" hint={t('permit.codeHint')} />
        <FileField
          name="fileId"
          label="wms.permit.file"
          accept={ACCEPT}
          fileName={permit?.fileName}
          {...(own !== null && { hint: t('permit.mustBeChecked') })}
        />
      </Section>
      <Section title="permit.scope">
        <RecordField
          name="orgId"
          label="wms.permit.org"
          find={permitRoutes.selectPermitOrgs}
          optionOf={({ id, code, name }) => ({ value: id, label: name, hint: code })}
          known={known}
          disabled={own !== null || isFixed}
          width="third"
        />
        <ChoiceField
          name="warehouseId"
          label="wms.permit.warehouse"
          options={warehouses}
          clearable={false}
          disabled={isFixed}
          hint={t('permit.warehouseHint')}
          width="third"
        />
        <GoodsFields permit={permit} isFixed={isFixed} />
        <DecimalField name="amount" label="wms.permit.amount" width="third" hint={t('permit.amountHint')} />
        <ChoiceField
          name="unit"
          label="wms.permit.unit"
          dic="WMS_UNIT"
          width="third"
          disabled={isFixed}
          hint={t('permit.unitHint')}
        />
        <AreaField name="note" label="wms.permit.note" width="full" />
      </Section>
    </>
  );
}

/** Class first: only products of that class can be chosen. */
function GoodsFields({ permit, isFixed }: { permit: Permit | null; isFixed: boolean }) {
  const t = useT();
  const form = Form.useFormInstance();
  const { change } = useFormContext();
  const controlClass = Form.useWatch('controlClass', form) as string | null | undefined;
  useEffect(() => {
    const before = permit?.controlClass;
    const ids = form.getFieldValue('productIds') as string[] | undefined;
    if (controlClass && before && controlClass !== before && (ids?.length ?? 0) > 0) change({ productIds: [] });
  }, [controlClass]);
  return (
    <>
      <ChoiceField
        name="controlClass"
        label="wms.permit.controlClass"
        values={CONTROL_FLAGS}
        phrase="wms.control"
        clearable={false}
        disabled={isFixed}
        width="third"
      />
      <RecordField
        name="productIds"
        label="wms.permit.products"
        find={productRoutes.selectProducts}
        query={controlClass ? { controlFlag: [controlClass] } : {}}
        optionOf={({ id, code, name }) => ({ value: id, label: `${code} ${name}` })}
        known={(permit?.products ?? []).map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` }))}
        multiple
        disabled={!controlClass}
        hint={t('permit.productsHint')}
        width="full"
      />
    </>
  );
}
