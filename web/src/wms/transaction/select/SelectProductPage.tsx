import type { ProductOption } from '@kuwei/contract/wms/product';
import { useT } from '../../../phrase/phrases.ts';
import { ChoosePage } from './ChoosePage.tsx';
import { ProductChooser } from '../../lines/select/ProductChooser.tsx';

/** The product chooser as a page; the selection starts a deposit. */
export default function SelectProductPage() {
  const t = useT();
  return (
    <ChoosePage<ProductOption> title="tx.choose.product" action={t('tx.new.INBOUND')} to={inboundAddress}>
      {(choosing) => <ProductChooser {...choosing} />}
    </ChoosePage>
  );
}

const inboundAddress = (prefix: string, products: readonly ProductOption[]): string =>
  `/${prefix}/wms/transaction/inbound/edit?product=${products.map(({ id }) => id).join(',')}`;
