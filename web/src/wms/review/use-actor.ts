// The current user as an actor of the document state table.
import { effectiveRoles, WMS_ROLES as R } from '@kuwei/contract/access';
import type { Actor } from '@kuwei/contract/wms/transaction-state';
import type { TransactionType } from '@kuwei/contract/wms/transaction-type';
import { useMemo } from 'react';
import { usePage } from '../../page/page.ts';
import { useUser } from '../../session/user.ts';

/** With the page role of this page. */
export function useActor(): Actor {
  const { pageRole } = usePage();
  const { user, roles } = useUser();
  return useMemo(
    () => ({
      userId: user?.id ?? '',
      proxyUserId: user?.authProxyUser ?? null,
      codes: effectiveRoles(roles, pageRole).map((role) => role.code),
    }),
    [user, roles, pageRole],
  );
}

const REVIEWERS: readonly string[] = [R.inbound1, R.inbound2, R.outbound1, R.outbound2];

/** Whether the user reviews documents at all: reviewers see decisions that are not theirs with the reason. */
export const isReviewer = ({ codes }: Actor): boolean => codes.some((code) => REVIEWERS.includes(code));
/** Which documents a user may file: owners deposit and collect, storekeepers move. */
export function useMayApply(type: TransactionType): boolean {
  const { pageRole } = usePage();
  const actor = useActor();
  if (type === 'OPENING') return false;
  if (type === 'MOVE') return pageRole === 'ROLE_WAREHOUSE_ADMIN' && isKeeper(actor);
  return pageRole !== null && pageRole !== 'ROLE_WAREHOUSE_ADMIN' && pageRole !== 'ROLE_ADMIN';
}

export const isKeeper = ({ codes }: Actor): boolean => codes.includes(R.box);
