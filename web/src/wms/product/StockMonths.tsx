import type { Locale } from '@kuwei/contract/constants';
import type { Product } from '@kuwei/contract/wms/product';
import { productBoxRoutes, type StockMonth } from '@kuwei/contract/wms/product-box';
import { usePageQuery } from '../../page/query.ts';
import { useLocale, useT } from '../../phrase/phrases.ts';
import { BarChart } from '../../ui/BarChart.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { useAmount } from '../../ui/Quantity.tsx';

/** Monthly stock of a product, as far as the user may see it. */
export function StockMonths({ product: { id, baseUnit } }: { product: Pick<Product, 'id' | 'baseUnit'> }) {
  const t = useT();
  const locale = useLocale();
  const amountOf = useAmount();
  const { data, error, refetch, isFetching } = usePageQuery(productBoxRoutes.listMonths, { query: { productId: id } });
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />;
  const isEmpty = data?.every(({ qty }) => qty === '0') ?? true;
  if (!data || isEmpty) return null;
  const barOf = ({ month, qty }: StockMonth) => ({
    short: monthName(month, locale, { month: 'short' }),
    name: monthName(month, locale, { month: 'short', year: 'numeric' }),
    value: qty === null ? null : Number(qty),
    text: qty === null ? t('product.monthUnknown') : amountOf(qty, baseUnit),
  });
  return (
    <section className="facts">
      <h3>{t('product.months')}</h3>
      <BarChart label={t('product.months')} text={t('product.monthsText')} bars={data.map(barOf)} />
    </section>
  );
}

/** @param month `YYYY-MM` */
function monthName(month: string, locale: Locale, parts: Intl.DateTimeFormatOptions): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Intl.DateTimeFormat(locale === 'zh' ? 'zh-CN' : 'en', parts).format(new Date(year, number - 1, 1));
}
