// A new case about a document line or goods in stock, given by the address or chosen in the form.
import { afterSalesRoutes, CASE_PICTURES_MAX, type AfterSalesCase } from '@kuwei/contract/wms/after-sales';
import {
  CASE_KINDS,
  needsPicture,
  needsQty,
  solutionsOf,
  usualSolution,
  type CaseKind,
  type CasePlace,
} from '@kuwei/contract/wms/after-sales-state';
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { Form } from 'antd';
import { useEffect, useRef } from 'react';
import { useFormContext } from '../../form/context.ts';
import { editOf } from '../../form/edit-spec.ts';
import { EditPage } from '../../form/EditPage.tsx';
import { AreaField } from '../../form/field/AreaField.tsx';
import { ChoiceField } from '../../form/field/ChoiceField.tsx';
import { DecimalField } from '../../form/field/DecimalField.tsx';
import { ImagesField } from '../../form/field/ImagesField.tsx';
import { RecordField } from '../../form/field/RecordField.tsx';
import { SwitchField } from '../../form/field/SwitchField.tsx';
import { Section } from '../../form/Section.tsx';
import { usePage } from '../../page/page.ts';
import { usePageQuery } from '../../page/query.ts';
import { t, useT } from '../../phrase/phrases.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { useAmount } from '../../ui/Quantity.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { caseLooks } from './looks.ts';
import './after-sales.css';

const caseEdit = editOf(afterSalesRoutes.createCase, {
  name: 'afs.case',
  get: afterSalesRoutes.getCase,
  update: afterSalesRoutes.updateCase,
  remove: afterSalesRoutes.deleteCase,
  changes: ['/wms/after-sales', '/wms/product-box'],
  nameOf: ({ no }) => no,
  submit: {
    label: 'afs.submit',
    route: afterSalesRoutes.submitCase,
    done: ({ no }) => t('afs.submitted', { no }),
  },
  conditional: ['transactionLineId', 'productBoxId', 'withSupplier'],
  blank: { kind: 'RETURN', pictures: [], withSupplier: false, transactionLineId: null, productBoxId: null },
});

export default function CaseEditPage() {
  const { query } = usePage();
  const transactionLineId = query.get('transactionLineId');
  const productBoxId = query.get('productBoxId');
  return (
    <EditPage
      edit={caseEdit}
      // For goods in stock the usual solution is known from the start.
      blank={{ transactionLineId, productBoxId, ...(productBoxId !== null && { solution: usualSolution('RETURN', 'IN_STORE') }) }}
      marks={({ state }) => <StateTag look={caseLooks[state]} />}
    >
      {(filed) => <CaseFields filed={filed} />}
    </EditPage>
  );
}

function CaseFields({ filed }: { filed: AfterSalesCase | null }) {
  const t = useT();
  const form = Form.useFormInstance();
  const { change } = useFormContext();
  const amountOf = useAmount();
  const lineId = (Form.useWatch('transactionLineId', { form, preserve: true }) as string | null | undefined) ?? null;
  const stockId = (Form.useWatch('productBoxId', { form, preserve: true }) as string | null | undefined) ?? null;
  const kind = (Form.useWatch('kind', form) as CaseKind | undefined) ?? 'RETURN';
  const qty = Form.useWatch('qty', form) as string | null | undefined;
  const isKnown = lineId !== null || stockId !== null;
  const about = { ...(lineId !== null && { transactionLineId: lineId }), ...(stockId !== null && { productBoxId: stockId }) };
  const {
    data: origin,
    error,
    refetch,
    isFetching,
  } = usePageQuery(afterSalesRoutes.getCaseOrigin, { query: about }, { enabled: isKnown, keepPrevious: true });
  const place: CasePlace = stockId !== null ? 'IN_STORE' : origin?.transactionType === 'OUTBOUND' ? 'COLLECTED' : 'DELIVERED';
  useSolution(kind, place, isKnown && (stockId !== null || origin !== undefined), (solution) => change({ solution }));
  const hasQty = Boolean(qty) || needsQty(kind);
  return (
    <>
      <Section title="afs.about">
        {origin && (
          <p className="form-section-text">
            {[origin.transactionNo, origin.productName, origin.batchNo, origin.warehouseName].filter(Boolean).join(' · ')}
          </p>
        )}
        {error && !origin && <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />}
        {lineId === null ? (
          <RecordField
            name="productBoxId"
            label="afs.stock"
            find={productBoxRoutes.listStock}
            query={{ sort: 'product' }}
            optionOf={({ id, productName, boxCode, batchNo, qty: inStock, baseUnit }) => ({
              value: id,
              label: `${productName} · ${boxCode}`,
              hint: [batchNo === '-' ? null : batchNo, amountOf(inStock, baseUnit)].filter(Boolean).join(' · '),
            })}
            known={knownOf(filed, stockId, origin?.productName, origin?.stocks[0]?.boxCode)}
            needed
            check={(value) => (value === null || value === undefined ? t('rule.required') : undefined)}
            width="full"
          />
        ) : (
          origin !== undefined &&
          origin.stocks.length > 0 && (
            <ChoiceField
              name="productBoxId"
              label="afs.stock"
              options={origin.stocks.map(({ id, boxCode, available }) => ({
                value: id,
                label: boxCode,
                hint: t('afs.availableThere', { amount: amountOf(available, origin.baseUnit) }),
              }))}
              hint={t('afs.stockHint')}
            />
          )
        )}
        <ChoiceField name="kind" label="wms.afs.kind" values={CASE_KINDS} phrase="wms.afs.kind" clearable={false} width="third" />
        <DecimalField
          name="qty"
          label="wms.afs.qty"
          needed={needsQty(kind)}
          width="third"
          {...(origin && { hint: t('afs.most', { amount: amountOf(origin.most, origin.baseUnit) }) })}
        />
        <ChoiceField
          name="solution"
          label="afs.wanted"
          values={solutionsOf(place, hasQty)}
          phrase="wms.afs.solution"
          clearable={false}
          width="third"
        />
      </Section>
      <Section title="afs.what">
        <AreaField name="description" label="wms.afs.description" rows={4} />
        <ImagesField
          name="pictures"
          label="afs.pictures"
          max={CASE_PICTURES_MAX}
          needed={needsPicture(kind)}
          hint={t(needsPicture(kind) ? 'afs.picturesNeeded' : 'afs.picturesHint')}
        />
        {(origin?.supplierName ?? filed?.supplierName ?? null) !== null && (
          <SwitchField
            name="withSupplier"
            label="afs.withSupplier"
            hint={t('afs.withSupplierHint', { name: origin?.supplierName ?? filed?.supplierName ?? '' })}
            width="full"
          />
        )}
      </Section>
    </>
  );
}

const knownOf = (filed: AfterSalesCase | null, stockId: string | null, productName?: string, boxCode?: string) => {
  if (filed !== null && filed.productBoxId !== null)
    return [{ value: filed.productBoxId, label: `${filed.productName} · ${filed.boxCode}` }];
  return stockId !== null && productName !== undefined ? [{ value: stockId, label: `${productName} · ${boxCode}` }] : [];
};

/** Follows the usual solution of the case kind and place until the user picks one. */
function useSolution(kind: CaseKind, place: CasePlace, isKnown: boolean, set: (solution: string) => void): void {
  const form = Form.useFormInstance();
  const usual = useRef<string | null>(null);
  useEffect(() => {
    if (!isKnown) return;
    const next = usualSolution(kind, place);
    const now = form.getFieldValue('solution') as string | undefined;
    const isFree = now === undefined || now === usual.current || !solutionsOf(place, true).some((each) => each === now);
    usual.current = next;
    if (isFree && now !== next) set(next);
  }, [kind, place, isKnown]);
}
