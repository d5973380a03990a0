// The page role active now, and the one at each address.
import { isAllowed, defaultPageRole, permittedPageRole, type RoleHeld } from '@kuwei/contract/access';
import { create } from 'zustand';
import { KEYS, local } from '../browser/storage.ts';

/** Addresses remembered; the oldest goes first. */
const PATHS_MAX = 200;

export const usePageRole = create<{ pageRole: string | null }>(() => ({ pageRole: local.get(KEYS.pageRole) as string | null }));

export const pageRole = (): string | null => usePageRole.getState().pageRole;

function setPageRole(role: string | null): void {
  if (role === null) local.remove(KEYS.pageRole);
  else local.set(KEYS.pageRole, role);
  if (role !== pageRole()) usePageRole.setState({ pageRole: role });
}

/** Puts on a page role. Who does not hold it stands without one. */
export function switchPageRole(role: string, roles: readonly RoleHeld[]): void {
  setPageRole(isAllowed([role], roles) ? role : null);
}

/** At the start: what is stored stays while it is permitted; otherwise, or with nothing stored, the default is active. */
export function restorePageRole(roles: readonly RoleHeld[]): void {
  const stored = local.get(KEYS.pageRole) as string | null;
  setPageRole(permittedPageRole(stored, roles));
  if (pageRole() === null) setPageRole(defaultPageRole(roles));
}

/** The role active when this address was last open. */
export const getLastRole = (path: string): string | null =>
  ((local.get(KEYS.pageRolePaths) as [string, string][] | null) ?? []).find(([known]) => known === path)?.[1] ?? null;

export function saveLastRole(path: string, role: string | null): void {
  const others = ((local.get(KEYS.pageRolePaths) as [string, string][] | null) ?? []).filter(([known]) => known !== path);
  local.set(KEYS.pageRolePaths, [...(role === null ? [] : [[path, role]]), ...others].slice(0, PATHS_MAX));
}

/** At sign-out nothing of it stays. */
export function forgetPageRoles(): void {
  setPageRole(null);
  local.remove(KEYS.pageRolePaths);
}
