import type { DenialReason } from '@kuwei/contract/auth/role';
import type { useT } from '../../phrase/phrases.ts';

/** Reason why a user lacks a permission, as a clause. */
export function formatDenialReason({ reason, roles: of, day }: DenialReason, t: ReturnType<typeof useT>): string {
  const roles = of.map(({ name }) => name);
  if (reason === 'DISABLED') return t('rights.role.why.DISABLED');
  if (reason === 'ENDED') return t('rights.role.why.ENDED', { day: day! });
  if (reason === 'LATER' || reason === 'OVER') return t(`rights.role.why.${reason}`, { roles, day: day! });
  if (reason !== 'LACKS') return t(`rights.role.why.${reason}`, { roles });
  if (roles.length === 0) return t('rights.role.why.LACKS.none');
  return t(roles.length === 1 ? 'rights.role.why.LACKS' : 'rights.role.why.LACKS.any', { roles });
}
