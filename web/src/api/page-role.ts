// The active page role, and the last role used at each address.
import { isAllowed, defaultPageRole, permittedPageRole, type RoleHeld } from '@kuwei/contract/access';
import { create } from 'zustand';
import { KEYS, local } from '../browser/storage.ts';

/** Number of addresses remembered; the oldest is dropped first. */
const PATHS_MAX = 200;

export const usePageRole = create<{ pageRole: string | null }>(() => ({ pageRole: local.get(KEYS.pageRole) as string | null }));

export const pageRole = (): string | null => usePageRole.getState().pageRole;

function setPageRole(role: string | null): void {
  if (role === null) local.remove(KEYS.pageRole);
  else local.set(KEYS.pageRole, role);
  if (role !== pageRole()) usePageRole.setState({ pageRole: role });
}

/** Activates a page role; null if the user does not hold it. */
export function switchPageRole(role: string, roles: readonly RoleHeld[]): void {
  setPageRole(isAllowed([role], roles) ? role : null);
}

/** On start-up: keeps the stored role if it is still permitted, else activates the default. */
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

/** Clears everything at sign-out. */
export function forgetPageRoles(): void {
  setPageRole(null);
  local.remove(KEYS.pageRolePaths);
}
