// Powers: what a role can carry besides its own name. Calls and menu items ask for them.
import { POWERS } from '../kit/access.ts';
import * as z from 'zod/mini';
import * as f from '../kit/field.ts';
import { listQuery, stamps } from '../kit/page.ts';
import { readRoutes, writeRoutes } from '../kit/record.ts';
import { routes } from '../kit/route.ts';
import { atMost, must, powerCode, required } from '../kit/rule.ts';

/** Dictionary of what powers are grouped by. */
export const POWER_MODULE_DIC = 'SYS_POWER_MODULE';

/**
 * Powers of a site in all, those of the product with them: the administrator's role carries every one, and the workbook of roles has
 * a column for each, of the 200 that one may have.
 */
export const POWERS_MAX = 150;

export const powerForm = z.strictObject({
  /** Stays as it was made: roles, calls and menus name it. */
  code: z.string().check(z.trim(), z.toUpperCase(), must(required(), atMost(64), powerCode)),
  name: f.name(60),
  nameEn: f.name(100),
  module: f.maybeText(64),
  description: f.maybeText(500),
});
export type PowerForm = z.infer<typeof powerForm>;

const named = z.object({ code: z.string(), name: z.string() });

const power = z.object({
  id: z.string(),
  ...powerForm.shape,
  /** Comes with the product: calls need it. */
  builtIn: z.boolean(),
  roles: z.array(named),
  /** Menu items that only those see who have it. */
  menu: z.array(named),
  /** Calls that need it: `GET /auth/power/role`, and what that is called. */
  calls: z.array(named),
  /** People who have it now, by any role that is in use. */
  people: z.int(),
  ...stamps,
});
export type Power = z.infer<typeof power>;

/** Of no use yet: nothing asks for it, or nobody but an administrator has it. */
const UNUSED = ['ASKED', 'GIVEN'] as const;

const needs = [POWERS.power] as const;
const path = '/auth/power/power';
export const powerQuery = listQuery(['module', 'code', 'name', 'updatedAt'], {
  module: z.optional(f.texts(64, 50)),
  role: z.optional(z.string().check(z.maxLength(64))),
  unused: z.optional(z.enum(UNUSED)),
});

const read = readRoutes({ path, called: ['a power', 'Powers'], needs, query: powerQuery, record: power });
const write = writeRoutes({ path, called: 'a power', needs, form: powerForm, record: power });

export const powerRoutes = routes({
  exportPowers: read.export,
  selectPowers: {
    method: 'GET',
    path: `${path}/choice`,
    summary: 'Powers that roles can carry, by module',
    needs: [POWERS.power, POWERS.role],
    reply: z.array(z.object({ ...named.shape, module: f.maybe(z.string()), description: f.maybe(z.string()) })),
  },
  selectPowerRoles: {
    method: 'GET',
    path: `${path}/role`,
    summary: 'Roles, for filters',
    needs: [POWERS.power, POWERS.role],
    reply: z.array(named),
  },
  listPowers: read.list,
  createPower: { ...write.create, errors: ['CODE_TAKEN', 'INVALID', 'POWERS_MAX'] },
  getPowerRecord: read.get,
  updatePower: { ...write.update, errors: ['STALE', 'CODE_TAKEN', 'INVALID', 'BEYOND_RIGHTS'] },
  deletePower: write.remove,
});
