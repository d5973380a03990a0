import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import type { RequestType } from '@kuwei/contract/wms/transaction-type';
import { memo } from 'react';
import { AreaField } from '../../../form/field/AreaField.tsx';
import { ChoiceField } from '../../../form/field/ChoiceField.tsx';
import { DateField } from '../../../form/field/DateField.tsx';
import { TextField } from '../../../form/field/TextField.tsx';
import { useWarehouseOptions } from '../../warehouse/options.ts';
import { AttachmentsField } from './AttachmentsField.tsx';
import { SupplierField } from './SupplierField.tsx';

interface HeadFieldsProps {
  type: RequestType;
  /** For purchasing staff: the purchase reference. */
  purchased: boolean;
  /** For suppliers: the delivery note. */
  delivered: boolean;
  today: string;
  files: Transaction['attachments'];
  /** The lines contain highly toxic goods, which need a stated purpose and day. */
  toxic: boolean;
  /** The document as saved. */
  saved: Transaction | null;
}

/** Contact, place, day and purpose. Memoized: typing in the lines does not redraw it. */
export const HeadFields = memo(function HeadFields({ type, purchased, delivered, today, files, toxic, saved }: HeadFieldsProps) {
  const warehouses = useWarehouseOptions();
  if (type === 'MOVE') {
    return (
      <>
        <ChoiceField name="warehouseId" label="tx.head.fromWarehouse" options={warehouses} clearable={false} width="third" />
        <ChoiceField name="targetWarehouseId" label="tx.head.toWarehouse" options={warehouses} width="third" />
        <DateField name="planDate" label="tx.head.planDate" width="third" min={today} />
        <AreaField name="remark" label="wms.line.remark" rows={1} width="third" />
        <AttachmentsField files={files} />
      </>
    );
  }
  return (
    <>
      <ChoiceField name="warehouseId" label="wms.warehouse" options={warehouses} clearable={false} width="third" />
      <DateField
        name="planDate"
        label={type === 'INBOUND' ? 'tx.head.bringOn' : 'tx.head.collectOn'}
        width="third"
        min={today}
        needed={toxic}
      />
      {type === 'INBOUND' ? (
        <DateField name="depositUntil" label="wms.stock.depositUntil" width="third" min={today} edge="last" />
      ) : (
        <TextField name="purpose" label="tx.head.purpose" width="third" needed={toxic} />
      )}
      <TextField name="contact" label="tx.head.contact" width="third" />
      <TextField name="phone" label="tx.head.phone" width="third" inputMode="tel" />
      {type === 'INBOUND' && <TextField name="purpose" label="tx.head.purpose" width="third" />}
      {delivered && type === 'INBOUND' && <TextField name="deliveryNo" label="tx.head.deliveryNo" width="third" />}
      {purchased && type === 'INBOUND' && (
        <>
          <TextField name="purchaseNo" label="tx.head.purchaseNo" width="third" />
          <SupplierField saved={saved} />
        </>
      )}
      <AreaField name="remark" label="wms.line.remark" rows={1} width="third" />
      <AttachmentsField files={files} />
    </>
  );
});
