// A research group led only by the test's own users.
import { accountForm } from '@kuwei/contract/auth/account';
import type { Client } from '../_client.ts';

/**
 * @param usernames of new users who lead it
 * @param mark the group's name is `课题组` and this
 * @param admin may create both
 * @returns its id
 */
export async function createLedGroup(usernames: readonly string[], mark: string, admin: Client): Promise<string> {
  const form = { code: mark.toUpperCase(), name: `课题组${mark}`, type: 'LAB', members: [], quotas: [] };
  const { body } = await admin.post<{ id: string }>('/wms/org', form);
  const orgs = [{ orgId: body.id, relation: 'LEADER', fromDay: null, untilDay: null }];
  for (const username of usernames)
    await admin.post('/auth/biz/user/account', accountForm.parse({ username, name: username, orgs }));
  return body.id;
}
