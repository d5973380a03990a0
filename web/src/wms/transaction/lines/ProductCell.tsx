import type { ProductOption } from '@kuwei/contract/wms/product';
import { useT } from '../../../phrase/phrases.ts';
import { ProductName } from '../ProductName.tsx';
import { CellBox, TextField } from './fields.tsx';

interface ProductCellProps {
  product: ProductOption | null;
  code: string;
  name: string;
  error: string | undefined;
  onCode: (code: string) => void;
  /** The code is to be looked up. */
  onResolve: (code: string) => void;
}

/** The product of a line, or the code that none is known by, to be mended. */
export function ProductCell({ product, code, name, error, onCode, onResolve }: ProductCellProps) {
  const t = useT();
  return (
    <CellBox cell="product" label={t('wms.product')} error={error}>
      {product ? (
        <ProductName product={product} />
      ) : (
        <TextField
          cell="product"
          name={name}
          value={code}
          invalid
          maxLength={200}
          placeholder={t('wms.product.code')}
          onChange={onCode}
          onLeave={(text) => text.trim() !== '' && onResolve(text.trim())}
        />
      )}
    </CellBox>
  );
}
