// Adds goods found in a box that no line lists. Online, any product can be searched; offline, those of the count, and others are
// described by name and identified later.
import { describedFindForm, foundForm } from '@kuwei/contract/wms/inventory';
import { orgRoutes } from '@kuwei/contract/wms/org';
import { productRoutes } from '@kuwei/contract/wms/product';
import { Form, Modal } from 'antd';
import { useMemo, useRef } from 'react';
import { useServer } from '../../browser/server-up.ts';
import { EditContext, type FormContext } from '../../form/context.ts';
import { AreaField } from '../../form/field/AreaField.tsx';
import { ChoiceField } from '../../form/field/ChoiceField.tsx';
import { DateField } from '../../form/field/DateField.tsx';
import { DecimalField } from '../../form/field/DecimalField.tsx';
import { RecordField } from '../../form/field/RecordField.tsx';
import { TextField } from '../../form/field/TextField.tsx';
import { sentOf } from '../../form/schema.ts';
import { useFormName } from '../../form/use-form-name.ts';
import { useTypedTexts } from '../../form/use-typed-texts.ts';
import { useT } from '../../phrase/phrases.ts';
import { baseFault, useUnits } from '../goods/units.ts';
import type { StoredValue } from '../../session/device-counts.ts';
import { noticeDone } from '../../ui/feedback.ts';
import type { Counting } from './counting/counting.ts';
import type { PlaceToCount } from './place-to-count.ts';
import '../../form/section.css';

interface FoundDialogProps {
  counting: Counting;
  place: PlaceToCount;
  /** Offline, only the products and owners in these boxes are offered. */
  places: readonly PlaceToCount[];
  /** A find that is corrected, or a described one that is given its product. */
  of?: StoredValue;
  onClose: () => void;
}

interface Filled {
  productId: string | null;
  ownerOrgId: string | null;
  batchNo: string | null;
  expiresOn: string | null;
  qty: string;
  note: string | null;
}

export function FoundDialog({ counting, place, places, of, onClose }: FoundDialogProps) {
  const t = useT();
  const away = useServer((state) => state.away);
  const [form] = Form.useForm();
  const name = useFormName();
  const texts = useTypedTexts(`found ${counting.countId} ${place.id} ${of?.id ?? ''}`, onClose, { prefix: `${name}_` });
  const products = useRef(new Map<string, { unit: string; name: string; byBatch: boolean | undefined }>());
  const lines = useMemo(() => places.flatMap((each) => each.lines), [places]);
  const owners = useRef(new Map<string, string>());
  const units = useUnits();
  const getChosen = () => products.current.get((form.getFieldValue('productId') ?? '') as string);
  const productId = Form.useWatch<string | null | undefined>('productId', form);
  const isOther = productId === OTHER;
  const batchValues = [Form.useWatch<string | null>('batchNo', form), Form.useWatch<string | null>('expiresOn', form)];
  const byBatch = products.current.get(productId ?? '')?.byBatch;
  // No batch fields for untracked products, unless one has a value that the user must be able to clear.
  const showsBatch = byBatch !== false || batchValues.some(Boolean);
  const checkBatch = (value: unknown): string | undefined =>
    getChosen()?.byBatch === true && (value ?? '') === '' ? t('rule.required') : undefined;
  const checkQty = (value: unknown): string | undefined => {
    const chosen = getChosen();
    return chosen === undefined || typeof value !== 'string' ? undefined : (baseFault(value, chosen.unit, units) ?? undefined);
  };
  const schema = isOther ? describedFindForm : foundForm;
  const context = useMemo<FormContext>(
    () => ({
      schema,
      record: null,
      looks: new Map(),
      change: (values) => form.setFieldsValue(values),
      // The server's refusal, as long as the value stays.
      refused: ([field], value) =>
        of?.outcome?.field === field && (of?.found as Record<string, unknown> | null)?.[field as string] === value
          ? (of?.outcome?.message ?? undefined)
          : undefined,
    }),
    [form, of, schema],
  );
  const options = useMemo(() => {
    for (const line of lines)
      products.current.set(line.productId, { unit: line.baseUnit, name: line.productName, byBatch: line.batchNo !== '-' });
    const known = new Map(lines.map((line) => [line.productId, `${line.productCode} ${line.productName}`]));
    // A find may be of goods that are on no line: whether they have batches is then checked by the server.
    if (of?.found && !known.has(of.found.productId)) {
      known.set(of.found.productId, of.name);
      if (!products.current.has(of.found.productId))
        products.current.set(of.found.productId, {
          unit: of.unit,
          name: of.name,
          byBatch: of.outcome?.field === 'batchNo' ? true : undefined,
        });
    }
    return [...[...known].map(([value, label]) => ({ value, label })), { value: OTHER, label: t('count.otherGoods') }];
  }, [lines, of, t]);
  const ownerOptions = useMemo(() => {
    const known = new Map(
      lines.filter(({ ownerOrgId }) => ownerOrgId !== '').map((line) => [line.ownerOrgId, line.ownerOrgName]),
    );
    if (of?.found && of.ownerName !== undefined) known.set(of.found.ownerOrgId, of.ownerName);
    for (const [id, called] of known) owners.current.set(id, called);
    return [...known];
  }, [lines, of]);
  const submit = async (): Promise<void> => {
    if (!(await form.validateFields().catch(() => null))) return;
    const { qty, note, productId: chosenId, ...goods } = sentOf(schema, form.getFieldsValue(true) as object) as Filled;
    const chosen = chosenId === null || chosenId === undefined ? null : products.current.get(chosenId);
    const untracked = chosen?.byBatch === false ? BATCH_FIELDS.filter((field) => (goods[field] ?? null) !== null) : [];
    if (untracked.length > 0) return form.setFields(untracked.map((field) => ({ name: field, errors: [t('rule.notByBatch')] })));
    const found = chosen ? { productId: chosenId!, ...goods, ownerOrgId: goods.ownerOrgId! } : null;
    await counting.find({
      boxId: place.id,
      found,
      name: chosen?.name ?? note ?? '',
      ownerName: owners.current.get(goods.ownerOrgId ?? ''),
      qty,
      unit: chosen?.unit ?? '',
      note: note ?? null,
    });
    if (of) await counting.drop(of);
    noticeDone(t('count.foundTaken'));
    texts.done();
    onClose();
  };
  return (
    <Modal
      open
      title={t('count.foundTitle', { box: place.code })}
      okText={t('count.enter')}
      cancelText={t('common.cancel')}
      onOk={() => void submit()}
      onCancel={texts.leave}
      mask={{ closable: false }}
      destroyOnHidden
    >
      <p className="form-section-text">{t('count.foundText')}</p>
      <EditContext value={context}>
        <Form
          form={form}
          name={name}
          layout="vertical"
          autoComplete="off"
          initialValues={of ? { ...of.found, qty: of.qty, note: of.note } : texts.kept}
          onInput={texts.onInput}
          onFinish={() => void submit()}
        >
          <div className="form-rows">
            {away ? (
              <ChoiceField name="productId" label="wms.product" options={options} width="full" />
            ) : (
              <RecordField
                name="productId"
                label="wms.product"
                find={productRoutes.selectProducts}
                optionOf={({ id: value, code, name: called, baseUnit, trackBatch }) => {
                  products.current.set(value, { unit: baseUnit, name: called, byBatch: trackBatch });
                  return { value, label: `${code} ${called}` };
                }}
                known={options}
                width="full"
              />
            )}
            {isOther ? (
              <p className="form-section-text">{t('count.otherText')}</p>
            ) : (
              <>
                {away ? (
                  <ChoiceField
                    name="ownerOrgId"
                    label="wms.count.owner"
                    options={ownerOptions.map(([value, label]) => ({ value, label }))}
                    width="full"
                  />
                ) : (
                  <RecordField
                    name="ownerOrgId"
                    label="wms.count.owner"
                    find={orgRoutes.selectOrgs}
                    query={OWNERS}
                    optionOf={({ id: value, code, name: called }) => {
                      owners.current.set(value, called);
                      return { value, label: called, hint: code };
                    }}
                    known={ownerOptions.map(([value, label]) => ({ value, label }))}
                    width="full"
                  />
                )}
                {showsBatch && (
                  <>
                    <TextField name="batchNo" label="wms.count.batch" needed={byBatch === true} check={checkBatch} />
                    <DateField name="expiresOn" label="wms.stock.expiresOn" />
                  </>
                )}
              </>
            )}
            <DecimalField name="qty" label="wms.count.qty" width="full" check={checkQty} />
            <AreaField name="note" label="wms.count.note" width="full" />
          </div>
          <button type="submit" hidden />
        </Form>
      </EditContext>
    </Modal>
  );
}
const OWNERS = { type: 'LAB,SUPPLIER,PURCHASE' };
const BATCH_FIELDS = ['batchNo', 'expiresOn'] as const;
/** Option for a product outside the count. */
const OTHER = 'other';
