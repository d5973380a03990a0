import * as z from 'zod/mini';
import { WMS_ROLES as R } from '../kit/access.ts';
import * as f from '../kit/field.ts';
import { listQuery, stamps } from '../kit/page.ts';
import { readRoutes, writeRoutes } from '../kit/record.ts';
import { routes } from '../kit/route.ts';
import { importQuery, importReply, importsAt } from '../workbook/workbook.ts';
import { must, numberRange } from '../kit/rule.ts';
import { STORAGE_GROUPS } from './hazard.ts';
import { BOX_STATES, BOX_TYPES, CONTAINER_TYPES, LOCK_REASONS, STORED_GOODS_ERRORS } from './place.ts';
import { boxRules } from './warehouse-box.ts';

const size = z.int().check(must(numberRange(1, 200)));

export const containerForm = z.strictObject({
  warehouseId: f.id,
  parentId: f.maybe(f.id),
  type: z.enum(CONTAINER_TYPES),
  code: f.code,
  name: f.name(100),
  nameEn: f.maybeName(100),
  conditionsOffered: z._default(f.list(f.text(32), 10), []),
  /** null or empty: every group allowed by the containers above. */
  allowedGroups: f.maybe(f.list(z.enum(STORAGE_GROUPS), 11)),
  hazardAllowed: z._default(z.boolean(), true),
  dualLock: z._default(z.boolean(), false),
  maxVolumeL: f.maybe(f.quantity),
  maxMassKg: f.maybe(f.quantity),
  rows: z._default(size, 1),
  cols: z._default(size, 1),
  remark: f.maybeText(1_000),
});
export type ContainerForm = z.infer<typeof containerForm>;

const container = z.object({
  id: z.string(),
  ...containerForm.shape,
  warehouseCode: z.string(),
  warehouseName: z.string(),
  parentCode: f.maybe(z.string()),
  /** Codes from the warehouse down, `W1 / C03`. */
  path: z.string(),
  state: z.enum(['ACTIVE', 'CLOSED']),
  /** Effective rules for its boxes: conditions offered here and above, groups of the nearest container that restricts them. */
  conditionsInside: z.array(z.string()),
  groupsInside: f.maybe(z.array(z.string())),
  boxes: z.int(),
  occupiedBoxes: z.int(),
  usedVolumeL: z.string(),
  usedMassKg: z.string(),
  ...stamps,
});
export type Container = z.infer<typeof container>;

/** A node of the place tree; boxes are listed separately. */
const containerNode = z.object({
  id: z.string(),
  parentId: f.maybe(z.string()),
  warehouseId: z.string(),
  type: z.enum(CONTAINER_TYPES),
  code: z.string(),
  name: z.string(),
  boxes: z.int(),
  occupiedBoxes: z.int(),
});
export type ContainerNode = z.infer<typeof containerNode>;

/** A box in the container's map. */
const containerCell = z.object({
  id: z.string(),
  code: z.string(),
  row: f.maybe(z.int()),
  col: f.maybe(z.int()),
  type: z.enum(BOX_TYPES),
  state: z.enum(BOX_STATES),
  lockReason: f.maybe(z.enum(LOCK_REASONS)),
  lines: z.int(),
  /** Utilization of volume, mass or lines, whichever is closest to its limit; null without a limit. */
  usedPercent: f.maybe(z.int()),
});
export type ContainerCell = z.infer<typeof containerCell>;

/**
 * Generates a grid of boxes, one per row and column of the container, `<container>-R<row>-B<column>`, with the same rules.
 * Occupied grid cells are skipped.
 */
const generateForm = z.strictObject({
  rows: size,
  cols: size,
  ...boxRules,
});

const KEEP = [R.warehouse] as const;
const READ = [R.warehouse, R.box] as const;
const params = z.strictObject({ id: f.id });
const query = listQuery(['code', 'name', 'type', 'warehouse', 'updatedAt'], {
  warehouseId: z.optional(f.id),
  parentId: z.optional(f.id),
  type: z.optional(f.choices(CONTAINER_TYPES)),
  condition: z.optional(f.text(32)),
});

const path = '/wms/container';
const read = readRoutes({ path, called: ['a container', 'Containers'], needs: READ, query, record: container });
const write = writeRoutes({ path, called: 'a container', needs: KEEP, form: containerForm, record: container });

/** Errors of writing an import row, beyond those of its preview. */
const IMPORT_ERRORS = [
  'STALE',
  'CODE_TAKEN',
  'INVALID',
  'CYCLE',
  'TOO_DEEP',
  'BOX_NOT_EMPTY',
  'IN_USE_BY',
  ...STORED_GOODS_ERRORS,
] as const;
const imports = importsAt(path, KEEP, IMPORT_ERRORS);

export const containerRoutes = routes({
  getTree: {
    method: 'GET',
    path: '/wms/container/tree',
    summary: 'All containers of the own warehouses, by parent',
    needs: READ,
    query: z.strictObject({ warehouseId: z.optional(f.id) }),
    reply: z.array(containerNode),
  },
  exportContainers: read.export,
  getContainerTemplate: {
    method: 'GET',
    path: `${path}/import/template`,
    summary: 'An empty workbook for the import',
    needs: KEEP,
    reply: 'file',
  },
  importContainers: {
    method: 'POST',
    path: `${path}/import`,
    summary: 'Import containers from a workbook; with `dryRun` only a preview',
    needs: KEEP,
    query: importQuery,
    body: 'file',
    reply: importReply,
    errors: ['WORKBOOK', 'FILE_QUOTA', 'TOO_MANY', ...IMPORT_ERRORS],
  },
  listContainerImports: imports.listImports,
  lookAtContainerUndo: imports.lookAtUndo,
  undoContainerImport: imports.undoImport,
  listContainers: read.list,
  createContainer: { ...write.create, errors: [...write.create.errors, 'TOO_DEEP'] },
  getContainer: read.get,
  updateContainer: {
    ...write.update,
    errors: [...write.update.errors, 'CYCLE', 'TOO_DEEP', 'BOX_NOT_EMPTY', ...STORED_GOODS_ERRORS],
  },
  listCells: {
    method: 'GET',
    path: '/wms/container/{id}/box',
    summary: 'The boxes that stand in a container itself, by row and column',
    needs: READ,
    params,
    reply: z.array(containerCell),
  },
  deleteContainer: write.remove,
  generateBoxes: {
    method: 'POST',
    path: '/wms/container/{id}/box/generate',
    summary: 'Generate the boxes of a grid',
    needs: KEEP,
    params,
    body: generateForm,
    reply: z.object({ created: z.int(), skipped: z.int() }),
    errors: ['TOO_MANY_BOXES'],
  },
});
