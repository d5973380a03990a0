// A separate file, so that the form does not import the list.
import { accountRoutes } from '@kuwei/contract/auth/account';
import { usePageQuery } from '../../page/query.ts';

/** Assignable and searchable roles. */
export function useRoleOptions() {
  const { data } = usePageQuery(accountRoutes.selectAccountRoles, undefined);
  return data?.map(({ code, name }) => ({ value: code, label: name }));
}
