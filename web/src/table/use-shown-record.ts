// The record open beside a list is in the address: it can be linked, and going back closes it.
import { history } from '../browser/history.ts';
import { usePage } from '../page/page.ts';

const SHOWN = 'show';

/** The address of a list with a record open beside it, or none. */
export function showAddress(address: string, id: string | null): string {
  const { pathname, searchParams } = new URL(address, location.origin);
  if (id === null) searchParams.delete(SHOWN);
  else searchParams.set(SHOWN, id);
  const text = searchParams.toString();
  return text === '' ? pathname : `${pathname}?${text}`;
}

/** The same for many records. @returns a function from id to address */
export function showAddresses(address: string): (id: string) => string {
  const base = showAddress(address, null);
  const start = `${base}${base.includes('?') ? '&' : '?'}${SHOWN}=`;
  return (id) => start + encodeURIComponent(id);
}

/** @returns key of the open record, and a setter; null closes it */
export function useShownRecord(enabled: boolean): [shown: string | null, show: (id: string | null) => void] {
  const { query, address } = usePage();
  const shown = enabled ? query.get(SHOWN) : null;
  return [shown, (id) => history.replace(showAddress(address, id))];
}
