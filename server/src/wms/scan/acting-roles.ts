// Tries all roles of a user for a scan, so they need not switch roles at the shelf.
import { effectiveRoles, PAGE_ROLES } from '@kuwei/contract/access';
import type { Locale } from '@kuwei/contract/constants';
import { ORG_TYPE_OF } from '@kuwei/contract/org';
import type { OwnOrg } from '../../session/sessions.ts';
import type { Caller } from '../../context.ts';
import type { Db } from '../../db/open.ts';
import { isChosen } from '../scope.ts';

/** Members of more groups have to choose one. */
const MOST = 12;

export interface ActingRole {
  caller: Caller;
  org: OwnOrg;
  /** The organisation chosen for the session. */
  chosen: boolean;
}

/** A user under one of their roles. */
export interface Viewer {
  db: Db;
  caller: Caller;
  locale: Locale;
}

/** The active role first, with its chosen organisation first. */
export function actingRolesOf(caller: Caller): ActingRole[] {
  const held = PAGE_ROLES.filter((role) => caller.roles.some(({ code }) => code === role));
  const roles = held.toSorted((a, b) => Number(b === caller.pageRole) - Number(a === caller.pageRole));
  return roles
    .flatMap((role) => {
      const type = ORG_TYPE_OF[role];
      const orgs = caller.orgs.filter((org) => org.type === type);
      return orgs
        .map((org) => ({
          caller: { ...caller, pageRole: role, orgId: org.id, effective: effectiveRoles(caller.roles, role) },
          org,
          chosen: isChosen(caller, org),
        }))
        .toSorted((a, b) => Number(b.chosen) - Number(a.chosen));
    })
    .slice(0, MOST);
}
