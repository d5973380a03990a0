// Finds a permitted caller for each route.
import { isAllowed, effectiveRoles } from '@kuwei/contract/access';
import type { Route } from '@kuwei/contract/route';
import type { Person, World } from './_world.ts';

export async function rolesOf(world: World, username: string): Promise<{ code: string; powers: { code: string }[] }[]> {
  const person = await world.as(username);
  const me = (await person.send('GET', '/auth/biz/user/by-me')).data as { roles: { code: string; powers: { code: string }[] }[] };
  return me.roles;
}

export interface PermittedCaller {
  person: Person;
  token: string;
  pageRole: string;
}

/** A caller with the rights for a route, so that the request is validated rather than refused. */
export async function createCallerFinder(world: World): Promise<(route: Route) => PermittedCaller> {
  const able: (PermittedCaller & { roles: Awaited<ReturnType<typeof rolesOf>> })[] = [];
  for (const [name, pageRole] of [
    ['manager', 'ROLE_WAREHOUSE_ADMIN'],
    ['teacher2', 'ROLE_TEACHER'],
    ['staff', 'ROLE_STAFF'],
    ['admin', 'ROLE_ADMIN'],
  ] as const) {
    const person = await world.as(name, pageRole);
    able.push({ person, token: person.token, pageRole, roles: effectiveRoles(await rolesOf(world, name), pageRole) });
  }
  return (route) =>
    typeof route.needs === 'string' ? able[0]! : able.find(({ roles }) => isAllowed([route.needs].flat(), roles))!;
}
