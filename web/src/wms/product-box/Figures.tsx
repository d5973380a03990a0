import type { ProductBox } from '@kuwei/contract/wms/product-box';
import { useT } from '../../phrase/phrases.ts';
import { Quantity } from '../../ui/Quantity.tsx';
import { StockState } from './StockState.tsx';

/** Total, reserved and available quantity; of the past only the total. */
export function Figures({ stock, isPast }: { stock: ProductBox; isPast: boolean }) {
  const t = useT();
  const { qty, reserved, available, baseUnit } = stock;
  const figures = isPast
    ? ([['stock.then', qty]] as const)
    : ([
        ['wms.stock.qty', qty],
        ['wms.stock.reserved', reserved ?? '0'],
        ['wms.stock.available', available ?? '0'],
      ] as const);
  return (
    <dl className="stock-figures">
      {figures.map(([label, amount]) => (
        <div key={label}>
          <dt>{t(label)}</dt>
          <dd>
            <Quantity qty={amount} unit={baseUnit} />
          </dd>
        </div>
      ))}
      {!isPast && (
        <div>
          <dt>{t('stock.state')}</dt>
          <dd className="stock-figures-state">
            <StockState stock={stock} />
          </dd>
        </div>
      )}
    </dl>
  );
}
