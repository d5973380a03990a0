// Faults found by the proof after the owner of the tables bypassed their guards.
import { transactionRoutes as routes } from '@kuwei/contract/wms/transaction';
import { sql } from 'kysely';
import type { Services } from '../src/context.ts';
import type { Fault } from '../src/wms/ledger/fault.ts';
import { proveInTransaction } from '../src/wms/ledger/prove.ts';
import { sealAndAnchor } from '../src/wms/ledger/seal.ts';
import { deposited, lineOf, openScene, submitted, type Scene } from './_flow.ts';
import { stockOfProduct } from './_stock.ts';

/**
 * Runs statements as table owner with triggers disabled, proves the ledger, and rolls back.
 * @param tables whose triggers are disabled meanwhile
 */
export async function findFaultsAfter(
  { db, sealer }: Pick<Services, 'db' | 'sealer'>,
  tables: readonly string[],
  statements: readonly string[],
): Promise<(Fault & { check: string })[]> {
  const trx = await db.startTransaction().execute();
  const guards = async (how: 'disable' | 'enable') => {
    for (const table of tables) await sql.raw(`alter table ${table} ${how} trigger user`).execute(trx);
  };
  await guards('disable');
  for (const statement of statements) await sql.raw(statement).execute(trx);
  await guards('enable');
  const { faults } = await proveInTransaction(trx, sealer);
  await trx.rollback().execute();
  return faults;
}

/** Checks that fail after the statements, each once. */
export async function findFailingChecksAfter(...given: Parameters<typeof findFaultsAfter>): Promise<string[]> {
  return [...new Set((await findFaultsAfter(...given)).map(({ check }) => check))].toSorted();
}

/** A world with posted and sealed deposits, a move and a reversal. */
export async function openPosted(): Promise<Scene> {
  const scene = await openScene();
  await moved(scene);
  const { world, cast, places } = scene;
  const salt = { batchNo: 'TP-1', expiresOn: '2099-01-01' };
  await deposited(cast, { warehouseId: places.w2, lines: [lineOf(places.product('C-NACL'), '1', salt)] });
  for (const code of ['W-BEAKER-250', 'W-FLASK-500']) {
    const lines = [lineOf(places.product(code), '2', { unit: 'PIECE' }), lineOf(places.product(code), '3', { unit: 'PIECE' })];
    const done = await deposited(cast, { warehouseId: places.w2, lines });
    if (code === 'W-BEAKER-250')
      await cast.reviewer2.call(routes.reverseTransaction, { params: { id: done.id }, body: { rev: done.rev, comment: 'x' } });
    await sealAndAnchor(world.services);
  }
  return scene;
}

/** Two of three are moved into another box. */
async function moved({ world, cast, places }: Scene): Promise<void> {
  const product = places.product('E-HOTPLATE');
  const unit = { unit: 'UNIT' };
  await deposited(cast, { warehouseId: places.w2, lines: [lineOf(product, '3', unit)] }, places.box('W2-A-R2-B1'));
  const [stock] = await stockOfProduct(world.services.db, 'E-HOTPLATE');
  const lines = [lineOf(product, '2', { ...unit, productBoxId: stock!.id })];
  const { id, ...sent } = await submitted(cast.keeper, { type: 'MOVE', warehouseId: places.w2, lines });
  const boxes = [{ productBoxId: stock!.id, boxId: places.box('W2-B-R2-B2'), qty: '2' }];
  const body = { rev: sent.rev, lines: [{ lineId: sent.lines[0]!.id, boxes }] };
  const { rev } = (await cast.keeper.call(routes.assignBoxes, { params: { id }, body })).data;
  await cast.keeper.call(routes.finishTransaction, { params: { id }, body: { rev } });
}
