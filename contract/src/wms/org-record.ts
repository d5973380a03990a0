// Organisations as administrators manage them: research groups, suppliers, purchasing and warehouse operators, with members and
// quotas.
import * as z from 'zod/mini';
import * as f from '../kit/field.ts';
import { ORG_TYPES, RELATIONS } from '../kit/org.ts';
import { listQuery, pageOf, stamps } from '../kit/page.ts';
import { readRoutes, writeRoutes } from '../kit/record.ts';
import { routesOn } from '../kit/route.ts';
import { must, number, numberRange } from '../kit/rule.ts';
import { importQuery, importReply, importsAt } from '../workbook/workbook.ts';
import { TRANSACTION_STATES } from './transaction-state.ts';
import { TRANSACTION_TYPES } from './transaction-type.ts';

export const ORG_STATES = ['ACTIVE', 'DISABLED'] as const;
/** Filter by what an organisation is missing. */
export const ORG_GAPS = ['LEADER', 'MEMBER'] as const;
export const MEMBERS_MAX = 2_000;
export const QUOTAS_MAX = 200;

/** First and last day, inclusive, in the time zone of the site; null: unlimited. */
const member = z.strictObject({
  userId: f.id,
  relation: z.enum(RELATIONS),
  fromDay: f.maybe(f.day),
  untilDay: f.maybe(f.day),
});
export type Member = z.infer<typeof member>;

const quota = z.strictObject({
  warehouseId: f.id,
  /** Boxes that contain its goods; null: no limit. */
  maxBoxes: f.maybe(z.int().check(must(number, numberRange(1, 1_000_000)))),
  /** Litres; null: no limit. */
  maxVolumeL: f.maybe(f.quantity),
});
export type Quota = z.infer<typeof quota>;

export const orgForm = z.strictObject({
  code: f.code,
  name: f.name(100),
  nameEn: f.maybeName(100),
  type: z.enum(ORG_TYPES),
  contact: f.maybeName(64),
  phone: f.maybe(f.contactPhone),
  address: f.maybeText(200),
  remark: f.maybeText(1_000),
  members: z._default(f.list(member, MEMBERS_MAX), []),
  quotas: z._default(f.list(quota, QUOTAS_MAX), []),
});
export type OrgForm = z.infer<typeof orgForm>;

const named = z.object({ id: z.string(), name: z.string() });

const head = {
  id: z.string(),
  code: orgForm.shape.code,
  name: orgForm.shape.name,
  nameEn: orgForm.shape.nameEn,
  type: orgForm.shape.type,
  contact: orgForm.shape.contact,
  phone: orgForm.shape.phone,
  state: z.enum(ORG_STATES),
  /** The organisation that took over its members and quotas. */
  mergedInto: f.maybe(named),
  /** It has stock. */
  ownsGoods: z.boolean(),
};

const orgRow = z.object({
  ...head,
  /** Current leaders. */
  /** `isActive`: they can sign in. */
  leaders: z.array(z.object({ ...named.shape, isActive: z.boolean() })),
  /** Current members. */
  memberCount: z.int(),
  ...stamps,
});
export type OrgRow = z.infer<typeof orgRow>;

/** Whether a membership is current, future or past. */
const WHEN = ['NOW', 'LATER', 'OVER'] as const;

const orgRecord = z.object({
  ...head,
  ...orgForm.shape,
  /** The same members, with names. */
  people: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      username: z.string(),
      staffNo: f.maybe(z.string()),
      /** Can sign in. */
      isActive: z.boolean(),
      when: z.enum(WHEN),
      ...f.grantInfo,
    }),
  ),
  /** The same quotas, with their usage. */
  places: z.array(z.object({ id: z.string(), name: z.string(), boxes: z.int(), volumeL: z.string() })),
  /** Goods or documents refer to it: its code cannot change. */
  codeFixed: z.boolean(),
  /** As above, or it has members, boxes or a warehouse: its type cannot change. */
  typeFixed: z.boolean(),
  ...stamps,
});
export type OrgRecord = z.infer<typeof orgRecord>;

/** What belongs to an organisation. `documents` and `ownBoxCodes` name only the first. */
const ownedRecords = z.object({
  stockRows: z.int(),
  /** Boxes that contain its goods. */
  boxes: z.int(),
  /** Value of its goods by product prices; null if no product has one. */
  value: f.maybe(z.string()),
  /** Stock rows of products without a price. */
  unpriced: z.int(),
  /** Boxes reserved for it. */
  ownBoxes: z.int(),
  ownBoxCodes: z.array(z.string()),
  openDocuments: z.int(),
  documents: z.array(
    z.object({ id: z.string(), no: z.string(), type: z.enum(TRANSACTION_TYPES), state: z.enum(TRANSACTION_STATES) }),
  ),
  warehouses: z.array(named),
  /** After-sales cases where it is owner or applicant. */
  openCases: z.int(),
  /** Stock counts that include its goods. */
  openCounts: z.int(),
  /** Undecided sharing requests, and loans not yet returned. */
  openShares: z.int(),
});
export type OwnedRecords = z.infer<typeof ownedRecords>;

/** Result of a merge, or its preview. */
const mergePreview = z.object({
  /** Members moved to the other organisation, and those who already belong to it. */
  moved: z.int(),
  both: z.int(),
  quotas: z.int(),
  /** Quotas added to an existing one. */
  added: z.int(),
  /** Why it is refused; null when it can be done. */
  refusal: f.maybe(z.string()),
});
export type MergePreview = z.infer<typeof mergePreview>;

const ADMIN = ['ROLE_ADMIN'] as const;
const params = z.strictObject({ id: f.id });
export const orgQuery = listQuery(['code', 'name', 'updatedAt'], {
  type: z.optional(f.choices(ORG_TYPES)),
  state: z.optional(f.choices(ORG_STATES)),
  /** Filter by leader. */
  leaderId: z.optional(f.id),
  without: z.optional(z.enum(ORG_GAPS)),
  /** With or without stock. */
  owns: z.optional(f.flag),
});

const path = '/wms/org';
const bodyMax = 256 * 1024;
const read = readRoutes({ path, called: ['an organisation', 'Organisations'], needs: ADMIN, query: orgQuery, record: orgRow });
const write = writeRoutes({ path, called: 'an organisation', needs: ADMIN, form: orgForm, record: orgRecord, bodyMax });
/** Memberships, one person and organisation per row. */
const membersPath = `${path}/member/import` as const;
const imports = importsAt(path, ADMIN, ['CODE_TAKEN', 'OWN_RIGHTS', 'IN_USE_BY', 'INVALID', 'GIVEN_MAX']);

export const orgRecordRoutes = routesOn('SYS_ORG', {
  exportOrgs: read.export,
  getOrgTemplate: {
    method: 'GET',
    power: null,
    path: `${path}/import/template`,
    summary: 'An empty workbook for the import',
    needs: ADMIN,
    reply: 'file',
  },
  importOrgs: {
    method: 'POST',
    power: null,
    path: `${path}/import`,
    summary: 'Import organisations from a workbook; with `dryRun` only a preview',
    needs: ADMIN,
    query: importQuery,
    body: 'file',
    reply: importReply,
    errors: ['WORKBOOK', 'FILE_QUOTA', 'TOO_MANY', 'STALE', 'CODE_TAKEN', 'OWN_RIGHTS', 'INVALID', 'GIVEN_MAX'],
  },
  getMemberTemplate: {
    method: 'GET',
    power: null,
    path: `${membersPath}/template`,
    summary: 'An empty workbook for the import of memberships',
    needs: ADMIN,
    reply: 'file',
  },
  importMembers: {
    method: 'POST',
    power: null,
    path: membersPath,
    summary: 'Import memberships from a workbook, one in each row; with `dryRun` only a preview. No member is removed',
    needs: ADMIN,
    query: importQuery,
    body: 'file',
    reply: importReply,
    errors: ['WORKBOOK', 'FILE_QUOTA', 'TOO_MANY', 'STALE', 'OWN_RIGHTS', 'INVALID', 'GIVEN_MAX'],
  },
  listOrgImports: { ...imports.listImports, power: null },
  lookAtOrgUndo: { ...imports.lookAtUndo, power: null },
  undoOrgImport: { ...imports.undoImport, power: null },
  selectQuotaWarehouses: {
    method: 'GET',
    path: `${path}/warehouse`,
    summary: 'Every warehouse that a quota can be set in',
    needs: ADMIN,
    reply: z.array(z.object({ id: z.string(), code: z.string(), name: z.string(), orgName: z.string() })),
  },
  listOrgs: { ...read.list, reply: pageOf(orgRow) },
  createOrg: { ...write.create, power: null, errors: ['CODE_TAKEN', 'INVALID', 'OWN_RIGHTS', 'GIVEN_MAX'] },
  getOrg: { ...read.get, reply: orgRecord },
  updateOrg: {
    ...write.update,
    power: null,
    summary: 'Change an organisation; its members and quotas become those that are sent',
    errors: ['STALE', 'CODE_TAKEN', 'INVALID', 'OWN_RIGHTS', 'GIVEN_MAX'],
  },
  deleteOrg: { ...write.remove, power: null },
  setOrgState: {
    method: 'PUT',
    power: null,
    path: `${path}/{id}/state`,
    summary: 'Disable or enable an organisation; a disabled one keeps what it owns, and cannot be acted for',
    needs: ADMIN,
    params,
    body: z.strictObject({ state: z.enum(ORG_STATES), rev: f.rev }),
    reply: orgRecord,
    errors: ['STALE', 'OWN_RIGHTS', 'INVALID', 'IN_USE_BY', 'ORG_MERGED'],
  },
  getOwned: {
    method: 'GET',
    path: `${path}/{id}/owned`,
    summary: 'What belongs to an organisation: stock, boxes, open documents, warehouses',
    needs: ADMIN,
    params,
    reply: ownedRecords,
  },
  lookAtMerge: {
    method: 'GET',
    power: null,
    path: `${path}/{id}/merge`,
    summary: 'Preview of merging an organisation into another one',
    needs: ADMIN,
    params,
    query: z.strictObject({ intoId: f.id }),
    reply: mergePreview,
  },
  mergeOrg: {
    method: 'POST',
    power: null,
    path: `${path}/{id}/merge`,
    summary: 'Merge an organisation into another one: people and quotas move, and it stays, disabled, for existing references',
    needs: ADMIN,
    params,
    body: z.strictObject({ intoId: f.id, rev: f.rev }),
    reply: orgRecord,
    errors: ['STALE', 'OWN_RIGHTS', 'INVALID', 'ORG_STILL_OWNS', 'ORG_MERGED', 'GIVEN_MAX'],
  },
});
