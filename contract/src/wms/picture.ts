// The places of a warehouse as a picture: what stands in what, and how each box is.
import * as z from 'zod/mini';
import { WMS_ROLES as R } from '../kit/access.ts';
import * as f from '../kit/field.ts';
import { routes } from '../kit/route.ts';
import { BOX_STATES, CONTAINER_TYPES } from './place.ts';

/** Boxes in one picture; those of a larger warehouse are looked at in lists. */
export const PICTURE_MAX = 20_000;

/** How dangerous what lies in a box is, from nothing at all to what nobody has assessed, which counts as the strictest. */
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

/** Boxes by column: of ten thousand the names of fields would be most of the answer. All lists are equally long. */
const boxes = z.object({
  id: z.array(z.string()),
  code: z.array(z.string()),
  /** Place of the container in `containers`. */
  container: z.array(z.int()),
  /** 0: has no place in the grid. */
  row: z.array(z.int()),
  col: z.array(z.int()),
  state: z.array(z.enum(BOX_STATES)),
  /** Products of an owner, whatever their batches. */
  lines: z.array(z.int()),
  /** Of volume, mass or lines, whichever is nearest its limit, in percent; null where there is no limit, or it is for others to know. */
  used: z.array(f.maybe(z.int())),
  /** Place of the owner in `owners`; -1: several, -2: nobody. */
  owner: z.array(z.int()),
  /** The earliest day that something in it expires. */
  expiresOn: z.array(f.maybe(z.string())),
  danger: z.array(z.enum(DANGERS)),
  /** Storage groups of what lies there, `A E L`. */
  groups: z.array(z.string()),
});
export type PictureBoxes = z.infer<typeof boxes>;

const picture = z.object({
  /** Those in sight. */
  warehouses: z.array(warehouse),
  /** The one that is shown; null where none is in sight. */
  warehouseId: f.maybe(z.string()),
  containers: z.array(container),
  owners: z.array(z.string()),
  boxes,
  /** Of the reader's organisation as a keeper of places: what goods of others there are is in it. */
  whole: z.boolean(),
  /** There are more boxes than a picture takes. */
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
