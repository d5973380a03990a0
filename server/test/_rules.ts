// Viewers with data rules of every kind, in a warehouse filled by `fillWarehouse`.
import type { Client } from 'pg';
import { VIEWERS } from './_list-queries.ts';

/** Rules of each viewer: another group, a warehouse, containers with their subtrees, categories by condition. */
const RULES = `
  with given as (
    insert into sys_rule (id, owner_type, user_id, subject_type, subject_model, conditions, actions, same_as)
    select gen_random_uuid(), 'USER', u.id, kind, model, conditions::jsonb, '{SEE,EXPORT}'::text[], u.username || kind
      from sys_user u, (values
        ('WMS_ORG', 'select', '[]'), ('WMS_WAREHOUSE', 'select', '[]'), ('WMS_CONTAINER', 'tree', '[]'),
        ('CATEGORY', 'expr', '[{"field": "code", "op": "contains", "values": ["0"]}]')) k (kind, model, conditions)
     where u.username = any($1) returning id, subject_type)
  insert into sys_rule_subject (rule_id, subject_id)
  select g.id, x.id from given g join lateral (
    select id from wms_org where code = 'LAB-BIO' and g.subject_type = 'WMS_ORG'
    union all select id from wms_warehouse where code = any('{BENCH-B,W2}') and g.subject_type = 'WMS_WAREHOUSE'
    union all select id from wms_container where code = 'S7' and g.subject_type = 'WMS_CONTAINER') x on true`;

/** Grants the rules to all viewers. */
export async function insertRules(client: Client): Promise<void> {
  await client.query(RULES, [VIEWERS.map(([name]) => name)]);
}
