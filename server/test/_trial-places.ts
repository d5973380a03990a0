// A warehouse for placement tests: a room R that offers every condition, its cabinet C, and a shelf S without walls.
import type { Kysely } from 'kysely';
import { newId } from '../src/db/id.ts';
import type { DB } from '../src/db/types.ts';
import { findRefusal, openSuggestions } from '../src/wms/place/fit.ts';
import { post, type Entry } from './_stock.ts';
import { openWorld } from './_world.ts';

/** Codes of product, box and owner; the default owner is LAB-CATALYSIS. */
export type Goods = [product: string, box: string, qty: string, owner?: string];
export type Trial = Awaited<ReturnType<typeof openTrial>>;

/** Opens a world with warehouse T; the caller ends it. */
export async function openTrial() {
  const world = await openWorld();
  const ids = new Map<string, string>();
  const id = (code: string): string => ids.get(code)!;
  /** Creates an id and registers it under this code. */
  const remember = (code: string): string => {
    ids.set(code, newId());
    return id(code);
  };
  const { db } = world.services;
  const builders = buildersOf(db, id, remember);
  const { container, box } = builders;
  for (const table of ['wms_product', 'wms_org', 'wms_warehouse_box', 'wms_warehouse'] as const) {
    for (const row of await db.selectFrom(table).select(['id', 'code']).execute()) ids.set(row.code, row.id);
  }
  await db
    .insertInto('wms_warehouse')
    .values({ id: remember('T'), org_id: id('WAREHOUSE'), code: 'T', name: '试验仓库' })
    .execute();
  const conditions_offered = ['VENTED', 'DRY', 'DARK', 'LOCKED'];
  await container('R', null, { type: 'ROOM', conditions_offered });
  await container('C', 'R', { type: 'CABINET' });
  await container('S', 'R', { type: 'SHELF' });
  for (const code of ['C1', 'C2', 'S1', 'S2']) await box(code, code[0]!);
  return { world, id, remember, ...builders, ...askersOf(db, id) };
}

function buildersOf(db: Kysely<DB>, id: (code: string) => string, remember: (code: string) => string) {
  async function container(
    code: string,
    parent: string | null,
    more: Record<string, unknown> & { type: 'ROOM' | 'CABINET' | 'SHELF' },
  ) {
    const place = { warehouse_id: id('T'), parent_id: parent === null ? null : id(parent), code, name: `柜${code}` };
    await db
      .insertInto('wms_container')
      .values({ id: remember(code), ...place, ...more })
      .execute();
  }

  async function box(code: string, inContainer: string, more: Record<string, unknown> = {}) {
    const place = { container_id: id(inContainer), warehouse_id: id('T'), code, qr_token: code };
    await db
      .insertInto('wms_warehouse_box')
      .values({ id: remember(code), ...place, ...more })
      .execute();
  }

  const store = (...entries: Omit<Entry, 'owner'>[]) =>
    post(
      db,
      entries.map((entry) => ({ owner: 'LAB-CATALYSIS', ...entry })),
    );
  return { container, box, store };
}

function askersOf(db: Kysely<DB>, id: (code: string) => string) {
  const incoming = (goods: Goods[]) =>
    goods.map(([product, code, qty, owner = 'LAB-CATALYSIS']) => ({
      productId: id(product),
      boxId: id(code),
      ownerOrgId: id(owner),
      qty,
    }));
  const refusal = (...goods: Goods[]) => findRefusal(db, incoming(goods), 'zh');
  const codeOf = async (...goods: Goods[]) => (await refusal(...goods))?.code ?? null;
  /** @param more `before`: goods suggested first */
  const suggest = async (
    product: string,
    qty: string,
    more: { owner?: string; warehouse?: string; before?: [product: string, qty: string]; batchId?: string } = {},
  ) => {
    const { owner = 'LAB-CATALYSIS', warehouse = 'W2', before, batchId = null } = more;
    const productIds = [product, ...(before ? [before[0]] : [])].map(id);
    const suggestions = await openSuggestions(db, id(warehouse), productIds, [], 'zh');
    if (before) await suggestions.boxesFor({ productId: id(before[0]), ownerOrgId: id(owner), qty: before[1] });
    return suggestions.boxesFor({ productId: id(product), ownerOrgId: id(owner), qty, batchId });
  };
  return { incoming, refusal, codeOf, suggest };
}
