// Conditional rules match a record's name, code, type or place. Changing one of these changes what the rule covers, and only
// administrators may grant such rules (decision 198).
import { AppError, type Fault } from '@kuwei/contract/error';
import { RULE_FIELDS, type RecordSubject } from '@kuwei/contract/auth/rule-words';
import { sql, type Kysely } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import type { DB } from '../../db/types.ts';
import { isDataRuleOpen } from './given.ts';

/** Values that conditions can test, by the fields of `RULE_FIELDS`. */
type Facts<T extends RecordSubject> = Record<(typeof RULE_FIELDS)[T][number], string | null>;

export interface FactsChange<T extends RecordSubject> {
  id: string;
  before: Facts<T>;
  after: Facts<T>;
}

/**
 * Faults of changes after which a conditional rule would cover other records, unless the user is an administrator. A warehouse's
 * code is also a fact of its containers.
 * @returns faults by record id, at the form field; empty if the changes are allowed
 */
export async function coverageFaults<T extends RecordSubject>(
  db: Kysely<DB>,
  userId: string,
  type: T,
  changes: readonly FactsChange<T>[],
): Promise<Map<string, Fault>> {
  const fields = RULE_FIELDS[type] as readonly (keyof Facts<T>)[];
  const changed = changes.flatMap((change) => {
    const field = fields.find((each) => change.before[each] !== change.after[each]);
    if (field === undefined) return [];
    const facts = (of: Facts<T>) => Object.fromEntries(fields.map((each) => [each, of[each]]));
    return [{ id: change.id, before: facts(change.before), after: facts(change.after), field }];
  });
  if (changed.length === 0) return new Map();
  const { rows } = await sql<{ id: string }>`
    with changed as (
      select * from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) c (id uuid, before jsonb, after jsonb)
    ), facts as (
      select id, ${type}::text as type, before, after from changed
      union all
      select c.id, 'WMS_CONTAINER', f.facts || jsonb_build_object('warehouse', c.before -> 'code'), f.facts || jsonb_build_object('warehouse', c.after -> 'code')
        from changed c join wms_container x on x.warehouse_id = c.id and x.deleted_at is null
       cross join lateral (select jsonb_build_object('code', x.code, 'name', x.name, 'type', x.type) as facts) f
       where ${type} = 'WMS_WAREHOUSE' and c.before -> 'code' <> c.after -> 'code'
    )
    select distinct f.id from facts f
      join sys_rule k on k.subject_model = 'expr' and k.subject_type = f.type and ${isDataRuleOpen}
       and sys_rule_meets(f.before, k.conditions) <> sys_rule_meets(f.after, k.conditions)
     where not exists (select from sys_user_role h where h.user_id = ${userId} and h.role_code = 'ROLE_ADMIN')`.execute(db);
  const ids = new Set(rows.map(({ id }) => id));
  return new Map(
    changed
      .filter(({ id }) => ids.has(id))
      .map(({ id, field }) => [id, { path: field === 'warehouse' ? 'warehouseId' : field, key: 'rule.ruledFact' }]),
  );
}

/** @throws AppError INVALID at the field, as `coverageFaults` */
export async function assertCoverageKept<T extends RecordSubject>(
  { trx, caller }: WriteContext<Caller>,
  type: T,
  change: FactsChange<T>,
): Promise<void> {
  const fault = (await coverageFaults(trx, caller.userId, type, [change])).get(change.id);
  if (fault) throw new AppError('INVALID', { faults: [fault] });
}
