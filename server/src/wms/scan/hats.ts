// As whom somebody looks at what they have scanned: nobody chooses a role first who stands before a shelf.
import { effectiveRoles, PAGE_ROLES } from '@kuwei/contract/access';
import type { Locale } from '@kuwei/contract/constants';
import { ORG_TYPE_OF } from '@kuwei/contract/org';
import type { OwnOrg } from '../../session/sessions.ts';
import type { Caller } from '../../context.ts';
import type { Db } from '../../db/open.ts';
import { isChosen } from '../scope.ts';

/** Whoever is in more groups chooses one. */
const MOST = 12;

export interface Hat {
  caller: Caller;
  org: OwnOrg;
  /** The session works for it now. */
  chosen: boolean;
}

/** Somebody under one of their roles. */
export interface Looker {
  db: Db;
  caller: Caller;
  locale: Locale;
}

/** The role that is worn comes first, and of its organisations the one that is chosen. */
export function hatsOf(caller: Caller): Hat[] {
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
