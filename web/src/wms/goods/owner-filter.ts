import { orgRoutes } from '@kuwei/contract/wms/org';
import { usePage } from '../../page/page.ts';
import { usePageQuery } from '../../page/query.ts';
import { useRoleOrg } from '../../session/role-org.ts';
import type { Filter } from '../../table/list-types.ts';
import { createSearchFilter, buildSearchQuery, type StockRoute, type UseOptions } from './search-filter.tsx';
import { hasOwnerColumn, type Side } from './side.ts';

const useOwners: UseOptions = (text) => {
  const { data, isFetching } = usePageQuery(orgRoutes.selectOrgs, { query: buildSearchQuery(text) }, { keepPrevious: true });
  return { options: (data?.list ?? []).map(({ id, name, code }) => ({ value: id, label: name, hint: code })), isFetching };
};
const useOwnOrg: UseOptions = () => {
  const { org } = useRoleOrg(usePage().pageRole);
  return { options: org === null ? [] : [{ value: org.id, label: org.name }], isFetching: false };
};
const useOwnName = (id: string | undefined): string | null =>
  useOwnOrg('').options.find(({ value }) => value === id)?.label ?? null;

/** The warehouse can search all owners. Owners with shared rows find their own; others are set by the names in the rows. */
const ownerOf = (route: StockRoute, side: Side): Filter<'ownerOrgId'> =>
  createSearchFilter(route, {
    name: 'ownerOrgId',
    label: 'wms.stock.owner',
    nameOf: ({ ownerOrgName }) => ownerOrgName,
    ...(side === 'warehouse' ? { useFound: useOwners } : { useFound: useOwnOrg, useKnown: useOwnName }),
  });
export const ownersOf = (route: StockRoute, side: Side): Filter<'ownerOrgId'>[] =>
  hasOwnerColumn(side) ? [ownerOf(route, side)] : [];
