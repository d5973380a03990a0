import type { ProductBox } from '@kuwei/contract/wms/product-box';
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { Form } from 'antd';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { useFormContext } from '../../form/context.ts';
import { useMayCall } from '../../page/may-call.ts';
import { useT } from '../../phrase/phrases.ts';
import { boxIdsOf } from './boxes.ts';

const SelectBoxesDialog = lazyPart(async () => (await import('./SelectBoxesDialog.tsx')).SelectBoxesDialog);

/** Opens a window that selects boxes by the stock in them. */
export function ByStockButton({ warehouseId }: { warehouseId: string | null }) {
  const t = useT();
  const form = Form.useFormInstance();
  const { change } = useFormContext();
  const maySee = useMayCall()(productBoxRoutes.listStock);
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  if (!maySee || warehouseId === null) return null;
  const take = (rows: readonly ProductBox[]): void => {
    const before = (form.getFieldValue('boxIds') ?? []) as string[];
    change({ boxIds: [...new Set([...before, ...boxIdsOf(rows)])] });
    setOpen(false);
  };
  return (
    <div className="by-stock">
      <button
        type="button"
        className="kw-button"
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
      >
        {t('count.byStock')}
      </button>
      <Suspense>
        {wanted && <SelectBoxesDialog open={open} warehouseId={warehouseId} onPick={take} onClose={() => setOpen(false)} />}
      </Suspense>
    </div>
  );
}
