// From a record that is gone back to where it was chosen.
import { createContext, useContext } from 'react';
import { leavePage } from '../page/leave.ts';
import { PageContext } from '../page/page.ts';
import { isBase } from '../page/tabs.ts';

/** Given by whatever shows a record over its list. */
export const CloseDetailContext = createContext<(() => void) | null>(null);

/** @returns null on a list itself, which nothing leads back to */
export function useCloseDetail(): (() => void) | null {
  const close = useContext(CloseDetailContext);
  const page = useContext(PageContext);
  if (close) return close;
  return page && !isBase(page) ? () => void leavePage(page) : null;
}
