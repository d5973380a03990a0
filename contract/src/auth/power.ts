// Powers: permissions that a role carries, required by routes and menu items.
import { POWERS } from '../kit/access.ts';
import * as z from 'zod/mini';
import * as f from '../kit/field.ts';
import { listQuery, stamps } from '../kit/page.ts';
import { readRoutes, writeRoutes } from '../kit/record.ts';
import { routes } from '../kit/route.ts';
import { atMost, must, powerCode, required } from '../kit/rule.ts';

/** Dictionary of power groups. */
export const POWER_MODULE_DIC = 'SYS_POWER_MODULE';

/**
 * Total, built-in powers included: the administrator's role carries all of them, and the workbook of roles has one column for
 * each, out of 200.
 */
export const POWERS_MAX = 150;

export const powerForm = z.strictObject({
  /** Immutable: roles, routes and menus refer to it. */
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
  /** Built in: routes require it. */
  builtIn: z.boolean(),
  roles: z.array(named),
  /** Menu items restricted to it. */
  menu: z.array(named),
  /** Routes that require it: `GET /auth/power/role`, and its description. */
  calls: z.array(named),
  /** Users who have it now through an enabled role. */
  people: z.int(),
  ...stamps,
});
export type Power = z.infer<typeof power>;

/** Unused: not required anywhere, or held by administrators only. */
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
