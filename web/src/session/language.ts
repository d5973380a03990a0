// Names of the user, organisation and roles, which the server returns in the current language.
import { orgRoutes } from '@kuwei/contract/wms/org';
import { call } from '../api/call.ts';
import { chosenOrg, renameOrg } from '../api/org.ts';
import { onLocale } from '../phrase/phrases.ts';
import { loadUser, useUser } from './user.ts';

/** Reloads the names after a language change; names that fail to load stay unchanged. @returns stops it */
export const watchLanguage = (): (() => void) =>
  onLocale(() => {
    if (useUser.getState().user === null) return;
    loadUser().catch(() => {});
    reloadOrgName().catch(() => {});
  });

/** @throws ApiError */
async function reloadOrgName(): Promise<void> {
  const id = chosenOrg()?.id;
  if (id === undefined) return;
  const org = (await call(orgRoutes.listMyOrgs)).find((each) => each.id === id);
  if (org) renameOrg(org);
}
