// What a person has typed and not saved, kept in this window so that a reload or a crash of the browser loses nothing. It
// belongs to the person, to the organisation they worked for, and to its page: there alone it comes back.
import { chosenOrg } from '../api/org.ts';
import { session } from '../browser/storage.ts';
import { draftsOf, useUser } from '../session/user.ts';

export interface Draft {
  values: Record<string, unknown>;
  /** The record the changes were made to; null for a new one. */
  base: Record<string, unknown> | null;
}

const draftsAt = (pageKey: string): string => `${draftsOf(useUser.getState().user)}${chosenOrg()?.id ?? ''} ${pageKey} `;

/** @param form what tells it from other forms of the page */
export const draftKey = (pageKey: string, form: string): string => draftsAt(pageKey) + form;

export const getDraft = (pageKey: string, form: string): Draft | null => session.get(draftKey(pageKey, form)) as Draft | null;
export const hasDraft = (pageKey: string): boolean => session.has(draftsAt(pageKey));
export const dropDrafts = (pageKey: string): void => session.removeAll(draftsAt(pageKey));
