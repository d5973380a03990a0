// Closes a deleted record's page and returns to where it was opened.
import { createContext, useContext } from 'react';
import { leavePage } from '../page/leave.ts';
import { PageContext } from '../page/page.ts';
import { isBase } from '../page/tabs.ts';

/** Provided by a list that shows a record's details over itself. */
export const CloseDetailContext = createContext<(() => void) | null>(null);

/** @returns null on the list itself, which has nowhere to return to */
export function useCloseDetail(): (() => void) | null {
  const close = useContext(CloseDetailContext);
  const page = useContext(PageContext);
  if (close) return close;
  return page && !isBase(page) ? () => void leavePage(page) : null;
}
