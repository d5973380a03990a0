import * as z from 'zod/mini';
import { WMS_ROLES as R } from '../kit/access.ts';
import * as f from '../kit/field.ts';
import { listQuery, stamps } from '../kit/page.ts';
import { readRoutes, writeRoutes } from '../kit/record.ts';
import { routes } from '../kit/route.ts';
import { importQuery, importReply, importsAt } from '../workbook/workbook.ts';

export const WAREHOUSE_STATES = ['ACTIVE', 'CLOSED'] as const;
/** Filter by what a warehouse is missing: an active storekeeper. */
export const WAREHOUSE_GAPS = ['KEEPER'] as const;

export const warehouseForm = z.strictObject({
  code: f.code,
  name: f.name(100),
  nameEn: f.maybeName(100),
  campus: f.maybeName(100),
  /** Building and room. */
  address: f.maybeText(200),
  /** When goods can be brought and collected. */
  openingHours: f.maybeText(200),
  /** Contact at the warehouse. */
  phone: f.maybe(f.contactPhone),
  keeperIds: f.list(f.id, 50).check(z.minLength(1)),
  remark: f.maybeText(1_000),
});
export type WarehouseForm = z.infer<typeof warehouseForm>;

const warehouse = z.object({
  id: z.string(),
  ...warehouseForm.shape,
  keepers: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** They can sign in, and have the role and department membership that storekeepers need. */
      isActive: z.boolean(),
    }),
  ),
  state: z.enum(WAREHOUSE_STATES),
  containers: z.int(),
  boxes: z.int(),
  occupiedBoxes: z.int(),
  ...stamps,
});
export type Warehouse = z.infer<typeof warehouse>;

const warehouseOption = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  campus: f.maybe(z.string()),
  address: f.maybe(z.string()),
  openingHours: f.maybe(z.string()),
});
export type WarehouseOption = z.infer<typeof warehouseOption>;

const KEEP = [R.warehouse] as const;
const READ = [R.warehouse, R.box] as const;
const EVERYONE = ['ROLE_TEACHER', 'ROLE_SUPPLIER', 'ROLE_STAFF', 'ROLE_WAREHOUSE_ADMIN'] as const;
const query = listQuery(['code', 'name', 'campus', 'updatedAt'], {
  state: z.optional(f.choices(WAREHOUSE_STATES)),
  without: z.optional(z.enum(WAREHOUSE_GAPS)),
});

const path = '/wms/warehouse';
const called = ['a warehouse', 'Warehouses of the own organisation'] as const;
const read = readRoutes({ path, called, needs: READ, query, record: warehouse });
const write = writeRoutes({ path, called: called[0], needs: KEEP, form: warehouseForm, record: warehouse });

/** Errors of writing an import row, beyond those of its preview. */
const IMPORT_ERRORS = ['STALE', 'CODE_TAKEN', 'INVALID', 'KEEPERS_NEEDED', 'IN_USE_BY'] as const;
const imports = importsAt(path, KEEP, IMPORT_ERRORS);

export const warehouseRoutes = routes({
  selectWarehouses: {
    method: 'GET',
    path: '/wms/warehouse/select',
    summary: 'Open warehouses to choose from',
    needs: EVERYONE,
    reply: z.array(warehouseOption),
  },
  selectKeepers: {
    method: 'GET',
    path: '/wms/warehouse/keeper',
    summary: 'People who can keep a warehouse',
    needs: KEEP,
    reply: z.array(z.object({ id: z.string(), name: z.string(), username: z.string() })),
  },
  exportWarehouses: read.export,
  getWarehouseTemplate: {
    method: 'GET',
    path: `${path}/import/template`,
    summary: 'An empty workbook for the import',
    needs: KEEP,
    reply: 'file',
  },
  importWarehouses: {
    method: 'POST',
    path: `${path}/import`,
    summary: 'Import warehouses from a workbook; with `dryRun` it is only looked at',
    needs: KEEP,
    query: importQuery,
    body: 'file',
    reply: importReply,
    errors: ['WORKBOOK', 'FILE_QUOTA', 'TOO_MANY', ...IMPORT_ERRORS],
  },
  listWarehouseImports: imports.listImports,
  lookAtWarehouseUndo: imports.lookAtUndo,
  undoWarehouseImport: imports.undoImport,
  listWarehouses: read.list,
  createWarehouse: write.create,
  getWarehouse: read.get,
  updateWarehouse: { ...write.update, errors: [...write.update.errors, 'KEEPERS_NEEDED'] },
  setWarehouseState: {
    method: 'PUT',
    path: '/wms/warehouse/{id}/state',
    summary: 'Close or reopen a warehouse',
    needs: KEEP,
    params: z.strictObject({ id: f.id }),
    body: z.strictObject({ state: z.enum(WAREHOUSE_STATES), rev: f.rev }),
    reply: warehouse,
    errors: ['STALE', 'IN_USE_BY'],
  },
  deleteWarehouse: write.remove,
});
