import { orgRoutes } from '@kuwei/contract/wms/org';
import { useState } from 'react';
import { saveOrg } from '../../../api/org.ts';
import { queryClient } from '../../../api/query-client.ts';
import { history } from '../../../browser/history.ts';
import { safeReturnUrl } from '../../../navigation/return-url.ts';
import { confirmDiscardAll } from '../../../page/leave.ts';
import { dropAllPages } from '../../../page/pages.ts';
import { usePageCall } from '../../../page/query.ts';
import { noticeError } from '../../../ui/feedback.ts';

interface OrgChoice {
  choose: (org: { id: string }) => Promise<void>;
  /** Id of the organisation being switched to. */
  choosing: string | null;
}

/**
 * Switches the organisation on the server, clears cached data of the previous one and redirects.
 * @param wanted an address of this site; otherwise the start page
 */
export function useOrgChoice(wanted: string | null): OrgChoice {
  const call = usePageCall();
  const [choosing, setChoosing] = useState<string | null>(null);
  const choose = async ({ id }: { id: string }): Promise<void> => {
    if (choosing !== null || !(await confirmDiscardAll())) return;
    setChoosing(id);
    try {
      saveOrg(await call(orgRoutes.switchOrg, { body: { orgId: id } }, { org: false }));
      history.replace(safeReturnUrl(wanted));
      dropAllPages();
      queryClient.clear();
    } catch (error) {
      noticeError(error instanceof Error ? error.message : String(error));
      setChoosing(null);
    }
  };
  return { choose, choosing };
}
