// Apart from the list, so that the form does not carry it.
import { accountRoutes } from '@kuwei/contract/auth/account';
import { usePageQuery } from '../../page/query.ts';

/** Roles that people can be given, or found by. */
export function useRoleOptions() {
  const { data } = usePageQuery(accountRoutes.selectAccountRoles, undefined);
  return data?.map(({ code, name }) => ({ value: code, label: name }));
}
