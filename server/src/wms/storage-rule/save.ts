import { AppError } from '@kuwei/contract/error';
import type { BodyOf } from '@kuwei/contract/route';
import type { PairChange, StorageRules, storageRuleRoutes } from '@kuwei/contract/wms/storage-rule';
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import { newId } from '../../db/id.ts';
import { assertRevision } from '../../db/refuse-conflict.ts';
import { lockTree } from '../place/lock.ts';
import { getRules } from './queries.ts';

type Form = BodyOf<(typeof storageRuleRoutes)['changeRules']>;

/**
 * Allows and forbids pairs of groups. Stored goods stay; arrivals from the commit on are checked by the new rules in every
 * process, and checks in progress finish first.
 * @throws AppError STALE; INVALID where a pair is named twice, nothing would change, or groups allowed in one box would not be in
 * its cabinet
 */
export async function changeRules(context: WriteContext<Caller>, form: Form): Promise<StorageRules> {
  const { trx, caller, origin } = context;
  await lockTree(context);
  const before = await getRules(trx, origin.locale);
  assertRevision(before.rev, form.rev);
  const allowed = new Set(before.pairs.map(keyOf));
  const asked = form.changes.map(inOrder);
  if (new Set(asked.map(keyOf)).size < asked.length)
    throw new AppError('INVALID', { faults: [{ path: 'changes', key: 'rule.repeated' }] });
  const changes = asked.filter((change) => allowed.has(keyOf(change)) !== change.allowed);
  for (const change of changes) {
    if (change.allowed) allowed.add(keyOf(change));
    else allowed.delete(keyOf(change));
  }
  const isBeyond = before.groups.some(({ code: a }) =>
    before.groups.some(({ code: b }) => allowed.has(`BOX ${a} ${b}`) && !allowed.has(`CABINET ${a} ${b}`)),
  );
  if (isBeyond) throw new AppError('INVALID', { faults: [{ path: 'changes', key: 'rule.boxBeyondCabinet' }] });
  if (changes.length === 0) throw new AppError('INVALID', { faults: [{ path: 'changes', key: 'rule.noChange' }] });

  for (const { level, a, b, allowed: isAllowed } of changes) {
    if (isAllowed)
      await sql`insert into wms_storage_group_pair (level, a, b) values (${level}, ${a}, ${b}), (${level}, ${b}, ${a})
                on conflict do nothing`.execute(trx);
    else
      await sql`delete from wms_storage_group_pair
                 where level = ${level} and ((a = ${a} and b = ${b}) or (a = ${b} and b = ${a}))`.execute(trx);
  }
  const rev = before.rev + 1;
  await sql`update wms_storage_rule set rev = ${rev}, version = gen_random_uuid()`.execute(trx);
  const { source, reason } = form;
  await trx
    .insertInto('wms_storage_rule_change')
    .values({ id: newId(), rev, changed_by: caller.userId, source, reason, changes: JSON.stringify(changes) })
    .execute();
  context.logChange({ entity: 'wms_storage_rule', id: String(rev), change: { source, reason, changes } });
  return getRules(trx, origin.locale);
}

const keyOf = ({ level, a, b }: Omit<PairChange, 'allowed'>): string => `${level} ${a} ${b}`;
/** Pairs are symmetric. */
const inOrder = (change: PairChange): PairChange => (change.a <= change.b ? change : { ...change, a: change.b, b: change.a });
