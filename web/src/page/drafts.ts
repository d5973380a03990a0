// Drafts: unsaved input kept in this window, so that it survives a reload or a browser crash. A draft belongs to a user, their
// organisation at the time, and a page; it is restored only there.
import { chosenOrg } from '../api/org.ts';
import { session } from '../browser/storage.ts';
import { draftsOf, useUser } from '../session/user.ts';

export interface Draft {
  values: Record<string, unknown>;
  /** The record the changes apply to; null for a new one. */
  base: Record<string, unknown> | null;
}

const draftsAt = (pageKey: string): string => `${draftsOf(useUser.getState().user)}${chosenOrg()?.id ?? ''} ${pageKey} `;

/** @param form distinguishes forms of the same page */
export const draftKey = (pageKey: string, form: string): string => draftsAt(pageKey) + form;

export const getDraft = (pageKey: string, form: string): Draft | null => session.get(draftKey(pageKey, form)) as Draft | null;
export const hasDraft = (pageKey: string): boolean => session.has(draftsAt(pageKey));
export const dropDrafts = (pageKey: string): void => session.removeAll(draftsAt(pageKey));
