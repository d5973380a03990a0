// Who is signed in, for whom, and as what: the server names it in the language on screen.
import { orgRoutes } from '@kuwei/contract/wms/org';
import { call } from '../api/call.ts';
import { chosenOrg, renameOrg } from '../api/org.ts';
import { onLocale } from '../phrase/phrases.ts';
import { loadUser, useUser } from './user.ts';

/** Asks for the names again with every other language; those that do not come stay as they are. @returns ends it */
export const watchLanguage = (): (() => void) =>
  onLocale(() => {
    if (useUser.getState().user === null) return;
    loadUser().catch(() => {});
    nameOrg().catch(() => {});
  });

/** @throws ApiError */
async function nameOrg(): Promise<void> {
  const id = chosenOrg()?.id;
  if (id === undefined) return;
  const org = (await call(orgRoutes.listMyOrgs)).find((each) => each.id === id);
  if (org) renameOrg(org);
}
