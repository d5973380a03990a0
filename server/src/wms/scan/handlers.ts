import type { Locale } from '@kuwei/contract/constants';
import { normalizeText } from '@kuwei/contract/normalize-text';
import { isAddress, labelCodeIn, type ScanCommand } from '@kuwei/contract/wms/label';
import { boxTokenIn } from '@kuwei/contract/wms/place';
import type { Scanned, ScanReason, scanRoutes } from '@kuwei/contract/wms/scan';
import { sql } from 'kysely';
import type { Caller } from '../../context.ts';
import { named } from '../../db/named.ts';
import type { Db } from '../../db/open.ts';
import type { Handlers } from '../../http/register.ts';
import { readLabel } from '../product/gs1.ts';
import { findProducts, spellings } from '../transaction/lines-io.ts';
import { readLabelCode, type LabelTarget } from './code.ts';
import { findBatch, findBox, findDocument, findProduct, findStock, type ScanResult } from './find.ts';
import { actingRolesOf, type ActingRole, type Viewer } from './acting-roles.ts';
import { listLabels } from './labels.ts';

export const scanHandlers: Handlers<typeof scanRoutes> = {
  scan: ({ body }, { db, caller, origin, services }) => scan(db, services.secret, body.text, caller, origin.locale),
  listLabels: ({ body }, { db, caller, origin, services }) => listLabels(db, services.secret, body, caller, origin.locale),
};

/** A lookup under one role, and the result where it finds nothing. */
interface Search {
  find: (viewer: Viewer) => Promise<ScanResult | null>;
  otherwise: ScanReason;
}

/** Older slips hold the URL of their document. */
const LEGACY_SLIP_URL = /\/wms\/transaction\/\w+\/edit\?id=([\da-f-]{36})$/i;

async function scan(db: Db, secret: Buffer, scanned: string, caller: Caller, locale: Locale): Promise<Scanned> {
  const command = commandIn(secret, scanned);
  if (command !== null) return { ...nothing(null), command };
  const search = await searchFor(db, secret, scanned, locale);
  if (search === null) return nothing('FOREIGN');
  for (const hat of actingRolesOf(caller)) {
    const found = await search.find({ db, caller: hat.caller, locale });
    if (found !== null) return { ...found, command: null, ...(await roleFields(db, hat, locale)) };
  }
  return nothing(search.otherwise);
}

function commandIn(secret: Buffer, scanned: string): ScanCommand | null {
  const code = labelCodeIn(scanned);
  const meant = code === null ? null : readLabelCode(secret, code);
  return meant?.kind === 'COMMAND' ? meant.command : null;
}

const nothing = (why: ScanReason | null): Scanned => ({
  why,
  pageRole: null,
  org: null,
  chosen: true,
  box: null,
  goods: null,
  document: null,
  command: null,
  stock: [],
  whole: true,
  work: [],
});

async function roleFields(
  db: Db,
  { caller, org, chosen }: ActingRole,
  locale: Locale,
): Promise<Pick<Scanned, 'pageRole' | 'org' | 'chosen'>> {
  const { rows } = await sql<NonNullable<Scanned['org']>>`
    select o.id, ${named(locale, 'o')} as name, o.type from wms_org o where o.id = ${org.id}`.execute(db);
  return { pageRole: caller.pageRole, org: rows[0] ?? null, chosen };
}

/** Null for codes not printed here. */
async function searchFor(db: Db, secret: Buffer, scanned: string, locale: Locale): Promise<Search | null> {
  const code = labelCodeIn(scanned);
  const former = boxTokenIn(scanned);
  if (code !== null) return searchForLabel(db, readLabelCode(secret, code));
  if (former !== null) return searchForLabel(db, { kind: 'BOX', token: former });
  const slip = LEGACY_SLIP_URL.exec(scanned.trim())?.[1];
  // The id is not signed, so don't reveal whether the document exists.
  if (slip !== undefined) return { find: (viewer) => findDocument(viewer, sql`t.id = ${slip}::uuid`), otherwise: 'UNKNOWN' };
  return isAddress(scanned) && readLabel(scanned) === null ? null : searchForText(db, scanned, locale);
}

async function searchForLabel(db: Db, meant: LabelTarget | null): Promise<Search | null> {
  if (meant === null || meant.kind === 'COMMAND') return null;
  if (meant.kind !== 'BOX') {
    const { id } = meant;
    const finds = { STOCK: findStock, BATCH: findBatch, DOCUMENT: (viewer: Viewer) => findDocument(viewer, sql`t.id = ${id}`) };
    return { find: (viewer) => finds[meant.kind](viewer, id), otherwise: 'OTHERS' };
  }
  const which = sql`b.qr_token in (${meant.token}, upper(${meant.token}))`;
  const { rows } = await sql`select from wms_warehouse_box b where ${which}`.execute(db);
  return rows.length === 0 ? null : { find: (viewer) => findBox(viewer, which), otherwise: 'OTHERS' };
}

/** A document number, box code, product code, number, CAS or name, or a manufacturer's label. */
async function searchForText(db: Db, scanned: string, locale: Locale): Promise<Search> {
  const text = normalizeText(scanned).toUpperCase();
  const label = readLabel(scanned);
  const wanted = label === null ? [scanned] : [scanned, label.gtin];
  const products = await findProducts(db, wanted, locale);
  const called = wanted.flatMap(spellings).flatMap((spelling) => products.get(spelling) ?? []);
  const [known, ...others] = new Set(called.map(({ product }) => product.id));
  const only = others.length === 0 ? known : undefined;
  return {
    find: async (viewer) =>
      (await findDocument(viewer, sql`t.no = ${text}`)) ??
      (await findBox(viewer, sql`b.code = ${text}`)) ??
      (only === undefined ? null : findProduct(viewer, only, label?.batchNo ?? null)),
    otherwise: others.length > 0 ? 'SEVERAL' : 'UNKNOWN',
  };
}
