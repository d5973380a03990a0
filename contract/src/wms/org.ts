import * as z from 'zod/mini';
import { powersFor } from '../kit/access.ts';
import * as f from '../kit/field.ts';
import { ORG_TYPES, RELATIONS } from '../kit/org.ts';
import { pageOf, listQuery } from '../kit/page.ts';
import { routes } from '../kit/route.ts';

const org = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  type: z.enum(ORG_TYPES),
  /** Relation of the signed-in user to it. */
  relation: z.enum(RELATIONS),
  selected: z.boolean(),
});
export type Org = z.infer<typeof org>;

/** The organisation that the session acts for. */
const orgSelf = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  type: z.enum(ORG_TYPES),
  address: f.maybe(z.string()),
  contact: f.maybe(z.string()),
  phone: f.maybe(z.string()),
  valid: z.boolean(),
  warehouses: z.array(z.object({ id: z.string(), code: z.string(), name: z.string() })),
});

export const orgOption = z.object({ id: z.string(), code: z.string(), name: z.string(), type: z.enum(ORG_TYPES) });

/** The warehouse, administrators, and readers of accounts or organisations. */
const CHOOSERS = [
  'ROLE_WAREHOUSE_ADMIN',
  'ROLE_ADMIN',
  ...powersFor('SYS_ACCOUNT', 'VIEW'),
  ...powersFor('SYS_ORG', 'VIEW'),
] as const;

export const orgRoutes = routes({
  switchOrg: {
    method: 'POST',
    path: '/wms/org/auth/switch-org',
    summary: 'Choose the organisation of this session',
    needs: 'signed-in',
    body: z.strictObject({ orgId: f.id, token: z.optional(z.unknown()) }),
    reply: orgSelf,
  },
  listMyOrgs: {
    method: 'GET',
    path: '/wms/org/auth/orgs/by-me',
    summary: 'Own organisations',
    needs: 'signed-in',
    reply: z.array(org),
  },
  getSelf: {
    method: 'GET',
    path: '/wms/org/auth/org/self',
    summary: 'The organisation of this session, under a page role that works for one',
    needs: 'signed-in',
    reply: orgSelf,
    errors: ['ORG_NEEDED'],
  },
  selectSuppliers: {
    method: 'GET',
    path: '/wms/org/select/supplier',
    summary: 'Suppliers to choose from, for purchasing',
    needs: ['ROLE_STAFF'],
    query: listQuery(['name'], { ids: z.optional(f.ids) }),
    reply: pageOf(orgOption),
  },
  selectOrgs: {
    method: 'GET',
    path: '/wms/org/select',
    summary: 'Organisations to choose from, for the warehouse and for administrators',
    needs: CHOOSERS,
    query: listQuery(['name'], {
      type: z.optional(f.choices(ORG_TYPES)),
      ids: z.optional(f.ids),
      /** Exclude this one. */
      except: z.optional(f.id),
    }),
    reply: pageOf(orgOption),
  },
  getOrgOption: {
    method: 'GET',
    path: '/wms/org/select/{id}',
    summary: 'One of them, by name, also one that is disabled',
    needs: CHOOSERS,
    params: z.strictObject({ id: f.id }),
    reply: orgOption,
  },
});
