// Usual prices are visible to owners, buyers and the warehouse, not to suppliers.
import { allowed } from '@kuwei/contract/access';
import { AppError } from '@kuwei/contract/error';
import type { Caller } from '../../context.ts';

export type Reader = Pick<Caller, 'effective'>;

const READERS = ['ROLE_TEACHER', 'ROLE_STAFF', 'ROLE_WAREHOUSE_ADMIN'] as const;

const seesPrices = ({ effective }: Reader): boolean => allowed(READERS, effective);

/** Hides the price from readers who may not see it. */
export const priced = <P extends { price: string | null }>(product: P, reader: Reader): P =>
  seesPrices(reader) ? product : { ...product, price: null };

/** Sorting by price would reveal it. @throws AppError FORBIDDEN */
export function refusePriceOrder(sort: string | undefined, reader: Reader): void {
  if (sort?.replace(/^-/, '') === 'price' && !seesPrices(reader)) throw new AppError('FORBIDDEN');
}
