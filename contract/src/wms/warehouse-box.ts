import * as z from 'zod/mini';
import { WMS_ROLES as R } from '../kit/access.ts';
import * as f from '../kit/field.ts';
import { listQuery, pageOf, stamps } from '../kit/page.ts';
import { readRoutes, writeRoutes } from '../kit/record.ts';
import { LINES_MAX_BYTES, routes, TEXT_MAX_BYTES } from '../kit/route.ts';
import { must, numberRange } from '../kit/rule.ts';
import { batchReply, batchSelection, importQuery, importReply, importsAt } from '../workbook/workbook.ts';
import { batchNo } from './batch-no.ts';
import { boxCount } from './box-count.ts';
import { openDocuments } from './open-documents.ts';
import { boxRefusals } from './box-reason.ts';
import { BOX_STATES, BOX_TYPES, LOCK_REASONS, LOCK_REASONS_GIVEN, MEASURES, MIX_POLICIES, STORED_GOODS_ERRORS } from './place.ts';
import { assignedLine, LINES_MAX } from './transaction-form.ts';

const lockReason = z.enum(LOCK_REASONS_GIVEN);

/** Properties shared by the forms for one box and for a grid. */
export const boxRules = {
  type: z._default(z.enum(BOX_TYPES), 'SHARED'),
  ownerOrgId: f.maybe(f.id),
  mixPolicy: z._default(z.enum(MIX_POLICIES), 'MIXED'),
  maxVolumeL: f.maybe(f.quantity),
  maxMassKg: f.maybe(f.quantity),
  maxLines: f.maybe(z.int().check(must(numberRange(1, 10_000)))),
};

export const boxForm = z.strictObject({
  containerId: f.id,
  code: f.code,
  row: f.maybe(z.int().check(must(numberRange(1, 200)))),
  col: f.maybe(z.int().check(must(numberRange(1, 200)))),
  ...boxRules,
  remark: f.maybeText(1_000),
});
export type BoxForm = z.infer<typeof boxForm>;

const box = z.object({
  id: z.string(),
  ...boxForm.shape,
  containerCode: z.string(),
  containerName: z.string(),
  containerType: z.string(),
  warehouseId: z.string(),
  warehouseName: z.string(),
  path: z.string(),
  ownerOrgName: f.maybe(z.string()),
  qrToken: z.string(),
  state: z.enum(BOX_STATES),
  lockReason: f.maybe(z.enum(LOCK_REASONS)),
  count: z.nullable(boxCount),
  /** From here on derived from stock and container. */
  occupied: z.boolean(),
  /** Distinct (product, owner) pairs, whatever the batch. */
  lines: z.int(),
  usedVolumeL: z.string(),
  usedMassKg: z.string(),
  conditionsOffered: z.array(z.string()),
  allowedGroups: f.maybe(z.array(z.string())),
  groups: z.array(z.string()),
  owners: z.array(z.string()),
  ...stamps,
});
export type Box = z.infer<typeof box>;

/** An entry of the box picker, with the reason if the box cannot take the goods. */
const boxOption = z.object({
  id: z.string(),
  code: z.string(),
  path: z.string(),
  containerName: z.string(),
  freeVolumeL: f.maybe(z.string()),
  freeMassKg: f.maybe(z.string()),
  lines: z.int(),
  groups: z.array(z.string()),
  conditionsOffered: z.array(z.string()),
  /** Numbers of other documents with goods assigned to it but not posted; these count as lying there. */
  coming: z.array(z.string()),
  /** How much of the requested quantity fits, base unit; null: no limit is set. */
  fits: f.maybe(z.string()),
  refusal: z.nullable(z.object({ code: z.string(), message: z.string(), count: z.nullable(boxCount) })),
});
export type BoxOption = z.infer<typeof boxOption>;

const boxOptions = z.extend(pageOf(boxOption), {
  /** Empty unless only fitting boxes are requested. */
  refused: boxRefusals,
  /** Number of boxes needed to take all goods if no single one can; null if one can, or there is not enough room. */
  together: f.maybe(z.int()),
  /** Measures the product lacks: how much fits must be judged by hand. */
  unmeasured: z.array(z.enum(MEASURES)),
});
export type BoxOptions = z.infer<typeof boxOptions>;

const KEEP = [R.warehouse] as const;
const READ = [R.warehouse, R.box] as const;
const params = z.strictObject({ id: f.id });

export const boxQuery = listQuery(['code', 'container', 'lines', 'usedVolumeL', 'updatedAt'], {
  warehouseId: z.optional(f.id),
  containerId: z.optional(f.id),
  occupied: z.optional(f.flag),
  state: z.optional(f.choices(BOX_STATES)),
  type: z.optional(f.choices(BOX_TYPES)),
  /** Only these, `ids=A,B`: labels for a selection. */
  ids: z.optional(f.ids),
});

const path = '/wms/warehouse-box';
const read = readRoutes({ path, called: ['a box', 'Boxes with what is in them'], needs: READ, query: boxQuery, record: box });
const write = writeRoutes({ path, called: 'a box', needs: KEEP, form: boxForm, record: box });

/** Errors of writing an import row, beyond those of its preview. */
const IMPORT_ERRORS = ['STALE', 'CODE_TAKEN', 'INVALID', 'IN_USE', ...STORED_GOODS_ERRORS] as const;
const imports = importsAt(path, KEEP, IMPORT_ERRORS);

export const boxRoutes = routes({
  selectBoxes: {
    method: 'POST',
    asks: true,
    path: '/wms/warehouse-box/select',
    summary: 'Boxes to choose from for a product of an owner',
    needs: [R.box],
    bodyMax: LINES_MAX_BYTES,
    /** Goods that a document plans to put into boxes count as lying there already. */
    body: z.strictObject({ transactionId: f.maybe(f.id), planned: z._default(f.list(assignedLine, LINES_MAX), []) }),
    query: z.extend(listQuery(['code'], { warehouseId: f.id, containerId: z.optional(f.id) }), {
      productId: z.optional(f.id),
      /** Boxes with the same batch come first. */
      batchNo: z.optional(batchNo),
      ownerOrgId: z.optional(f.id),
      qty: z.optional(f.quantity),
      fitting: z.optional(f.flag),
    }),
    reply: boxOptions,
  },
  exportBoxes: read.export,
  getBoxTemplate: {
    method: 'GET',
    path: `${path}/import/template`,
    summary: 'An empty workbook for the import',
    needs: KEEP,
    reply: 'file',
  },
  importBoxes: {
    method: 'POST',
    path: `${path}/import`,
    summary: 'Import boxes from a workbook; with `dryRun` it is only looked at',
    needs: KEEP,
    query: importQuery,
    body: 'file',
    reply: importReply,
    errors: ['WORKBOOK', 'FILE_QUOTA', 'TOO_MANY', ...IMPORT_ERRORS],
  },
  listBoxImports: imports.listImports,
  lookAtBoxUndo: imports.lookAtUndo,
  undoBoxImport: imports.undoImport,
  findBoxByQr: {
    method: 'GET',
    path: '/wms/warehouse-box/by-qr/{token}',
    summary: 'The box of a label',
    needs: READ,
    params: z.strictObject({ token: z.string().check(z.maxLength(64)) }),
    reply: box,
  },
  listBoxes: read.list,
  createBox: write.create,
  getBox: read.get,
  updateBox: {
    ...write.update,
    errors: [...write.update.errors, 'BOX_NOT_EMPTY', 'IN_USE_BY', ...STORED_GOODS_ERRORS],
  },
  setBoxState: {
    method: 'PUT',
    path: '/wms/warehouse-box/{id}/state',
    summary: 'Lock, unlock or retire a box',
    needs: KEEP,
    params,
    body: z.strictObject({ state: z.enum(BOX_STATES), lockReason: f.maybe(lockReason), rev: f.rev }),
    reply: box,
    errors: ['STALE', 'BOX_NOT_EMPTY', 'BOX_IN_COUNT', 'ILLEGAL_TRANSITION'],
  },
  findDocumentsOfBoxes: {
    method: 'POST',
    asks: true,
    path: `${path}/documents`,
    summary: 'Open documents that still put goods into boxes or take some from there',
    needs: KEEP,
    bodyMax: TEXT_MAX_BYTES,
    body: batchSelection,
    reply: openDocuments,
    errors: ['STALE', 'BATCH_TOO_MANY'],
  },
  deleteBox: write.remove,
  batchBoxes: {
    method: 'PUT',
    path: '/wms/warehouse-box/batch/{action}',
    summary: 'Lock, unlock or retire many boxes',
    needs: KEEP,
    params: z.strictObject({ action: z.enum(['lock', 'unlock', 'retire']) }),
    bodyMax: TEXT_MAX_BYTES,
    body: z.extend(batchSelection, { lockReason: z._default(lockReason, 'MAINTENANCE') }),
    reply: batchReply,
    errors: ['STALE', 'BATCH_TOO_MANY'],
  },
});
