// Who reads what goods usually cost: those who own and buy them, and the warehouse; nobody who delivers them.
import { allowed } from '@kuwei/contract/access';
import { AppError } from '@kuwei/contract/error';
import type { Caller } from '../../context.ts';

export type Reader = Pick<Caller, 'effective'>;

const READERS = ['ROLE_TEACHER', 'ROLE_STAFF', 'ROLE_WAREHOUSE_ADMIN'] as const;

const seesPrices = ({ effective }: Reader): boolean => allowed(READERS, effective);

/** What is shown of a product to a reader. */
export const priced = <P extends { price: string | null }>(product: P, reader: Reader): P =>
  seesPrices(reader) ? product : { ...product, price: null };

/** An order tells what is not shown. @throws AppError FORBIDDEN */
export function refusePriceOrder(sort: string | undefined, reader: Reader): void {
  if (sort?.replace(/^-/, '') === 'price' && !seesPrices(reader)) throw new AppError('FORBIDDEN');
}
