import type { ProductOption } from '@kuwei/contract/wms/product';
import type { ReactNode } from 'react';
import { useT } from '../../phrase/phrases.ts';
import { ProductName } from '../goods/ProductName.tsx';
import { CellBox } from './fields.tsx';
import { ProductFinder } from './ProductFinder.tsx';

interface ProductCellProps {
  product: ProductOption | null;
  code: string;
  name: string;
  error: string | undefined;
  /** A warning below the product. */
  hint: ReactNode;
  onCode: (code: string) => void;
  /** Looks up the code. */
  onResolve: (code: string) => void;
  onTake: (product: ProductOption, written: string) => void;
}

/** The product of a line, or an unknown code to correct. */
export function ProductCell({ product, code, name, error, hint, onCode, onResolve, onTake }: ProductCellProps) {
  const t = useT();
  return (
    <CellBox cell="product" label={t('wms.product')} error={error} hint={hint}>
      {product ? (
        <ProductName product={product} />
      ) : (
        <ProductFinder name={name} code={code} onCode={onCode} onResolve={onResolve} onTake={onTake} />
      )}
    </CellBox>
  );
}
