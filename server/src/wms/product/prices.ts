// Usual prices are visible to owners, buyers, the warehouse and the office that keeps products, not to suppliers.
import { isAllowed, powersFor } from '@kuwei/contract/access';
import { AppError } from '@kuwei/contract/error';
import type { Caller } from '../../context.ts';

export type Reader = Pick<Caller, 'effective'>;

const READERS = ['ROLE_TEACHER', 'ROLE_STAFF', 'ROLE_WAREHOUSE_ADMIN', ...powersFor('WMS_PRODUCT', 'VIEW')];

const seesPrices = ({ effective }: Reader): boolean => isAllowed(READERS, effective);

/** Hides the price from readers who may not see it. */
export const hidePrice = <P extends { price: string | null }>(product: P, reader: Reader): P =>
  seesPrices(reader) ? product : { ...product, price: null };

/** Sorting by price would reveal it. @throws AppError FORBIDDEN */
export function assertMaySortByPrice(sort: string | undefined, reader: Reader): void {
  if (sort?.replace(/^-/, '') === 'price' && !seesPrices(reader)) throw new AppError('FORBIDDEN');
}
