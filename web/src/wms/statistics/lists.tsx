// Links from figures to the lists of stock and boxes that they count.
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import type { ReactNode } from 'react';
import { useMayCall } from '../../page/may-call.ts';
import { usePage } from '../../page/page.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { GOODS, useQueryParams } from './ask.ts';

type Query = Readonly<Record<string, string>>;
const addressOf = (path: string, query: Query): string => {
  const text = new URLSearchParams(query).toString();
  return text === '' ? path : `${path}?${text}`;
};

/** Addresses of lists; undefined without the right to open them. */
export function useLists() {
  const { path, prefix, query } = usePage();
  const mayCall = useMayCall();
  const { control, ...goods } = useQueryParams(GOODS);
  const filters = { ...goods, ...(control !== undefined && { controlFlag: control }) };
  const stock = mayCall(productBoxRoutes.listStock) ? `/${prefix}/wms/product-box/list` : null;
  const boxes = mayCall(boxRoutes.listBoxes) ? `/${prefix}/wms/warehouse-box/list` : null;
  return {
    /** Stock with the filters of the page. */
    filteredStock: (more: Query): string | undefined => (stock === null ? undefined : addressOf(stock, { ...filters, ...more })),
    stock: (which: Query): string | undefined => (stock === null ? undefined : addressOf(stock, which)),
    /** Boxes in use or all, without the retired ones, which are not counted. */
    boxes: (which: Query): string | undefined =>
      boxes === null ? undefined : addressOf(boxes, { state: 'ACTIVE,LOCKED', ...which }),
    /** This page with other parameters. */
    here: (more: Query): string => addressOf(path, { ...Object.fromEntries(query), ...more }),
  };
}

/** A figure that leads to its rows, as far as the user may see them. */
export const Linked = ({ to, children }: { to: string | undefined; children: ReactNode }) =>
  to === undefined ? children : <PageLink to={to}>{children}</PageLink>;
