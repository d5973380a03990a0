// Map of a warehouse: the nesting of places and the status of each box.
import * as z from 'zod/mini';
import { WMS_ROLES as R } from '../kit/access.ts';
import * as f from '../kit/field.ts';
import { routes } from '../kit/route.ts';
import { BOX_STATES, CONTAINER_TYPES } from './place.ts';

/** Boxes per map; a larger warehouse is browsed in lists. */
export const PICTURE_MAX = 20_000;

/** Hazard level of a box, from empty to unassessed, which counts as the strictest. */
export const DANGERS = ['NONE', 'HARMLESS', 'HAZARDOUS', 'CONTROLLED', 'UNKNOWN'] as const;

const warehouse = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  campus: f.maybe(z.string()),
});

const container = z.object({
  id: z.string(),
  parentId: f.maybe(z.string()),
  type: z.enum(CONTAINER_TYPES),
  code: z.string(),
  name: z.string(),
  rows: z.int(),
  cols: z.int(),
});
export type PictureContainer = z.infer<typeof container>;

/** Boxes in columnar form: for ten thousand of them field names would dominate the response. All arrays have the same length. */
const boxes = z.object({
  id: z.array(z.string()),
  code: z.array(z.string()),
  /** Index into `containers`. */
  container: z.array(z.int()),
  /** 0: not in the grid. */
  row: z.array(z.int()),
  col: z.array(z.int()),
  state: z.array(z.enum(BOX_STATES)),
  /** Distinct (product, owner) pairs, whatever the batch. */
  lines: z.array(z.int()),
  /**
   * Utilization of volume, mass or lines in percent, whichever is closest to its limit; null without a limit, or hidden from the
   * caller.
   */
  used: z.array(f.maybe(z.int())),
  /** Index into `owners`; -1: several, -2: none. */
  owner: z.array(z.int()),
  /** Earliest expiry date in the box. */
  expiresOn: z.array(f.maybe(z.string())),
  danger: z.array(z.enum(DANGERS)),
  /** Storage groups of the contents, `A E L`. */
  groups: z.array(z.string()),
});
export type PictureBoxes = z.infer<typeof boxes>;

const picture = z.object({
  /** Warehouses visible to the caller. */
  warehouses: z.array(warehouse),
  /** The selected one; null if none is visible. */
  warehouseId: f.maybe(z.string()),
  containers: z.array(container),
  owners: z.array(z.string()),
  boxes,
  /** The caller's organisation runs the warehouse: goods of all owners are included. */
  whole: z.boolean(),
  /** Truncated: there are more boxes than a map shows. */
  more: z.boolean(),
});
export type Picture = z.infer<typeof picture>;

const NEEDS = ['ROLE_TEACHER', 'ROLE_SUPPLIER', 'ROLE_STAFF', R.box, R.warehouse] as const;

export const pictureRoutes = routes({
  getPicture: {
    method: 'GET',
    path: '/wms/product-space/picture',
    summary: 'The places of a warehouse as a picture: of keepers all of them, of owners those where something of theirs lies',
    needs: NEEDS,
    query: z.strictObject({ warehouseId: z.optional(f.id) }),
    reply: picture,
  },
  findInPicture: {
    method: 'GET',
    path: '/wms/product-space/picture/find',
    summary: 'Boxes of a warehouse by their code, or by a product that lies there: its name, code, CAS number or a batch of it',
    needs: NEEDS,
    query: z.strictObject({ warehouseId: f.id, q: f.text(100) }),
    reply: z.object({ ids: z.array(z.string()) }),
  },
});
