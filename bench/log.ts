// Three years of system log, inserted directly.
import type { Client } from 'pg';

const MONTHS = 36;

/** @param client connected to a database with the demo data */
export async function fillLog(client: Client, rows: number): Promise<void> {
  for (const statement of [
    `select sys_log_make_month(now() - n * interval '1 month') from generate_series(0, ${MONTHS}) n`,
    // Of twenty rows, eleven concern records, and a few each acting users, errors and jobs.
    `insert into sys_log (id, kind, at, action, user_id, proxy_user_id, page_role, ip, request_id, entity, entity_id, change, status, ms)
     select sys_log_since(x.at) + n % 100000, x.kind, x.at,
            case x.kind when 'SIGN_IN' then 'POST /auth/auth/token/login' when 'JOB' then 'ledger proof' else 'PUT /wms/product/{id}' end,
            u.id, case when x.kind = 'ACTING' or n % 500 = 0 and x.kind in ('DATA', 'API', 'ERROR') then a.id end, 'ROLE_TEACHER', '10.0.0.' || n % 250, gen_random_uuid(),
            case x.kind when 'DATA' then case n % 3 when 0 then 'wms_product' when 1 then 'wms_transaction' else 'sys_user' end
              when 'SIGN_IN' then 'sign-in' when 'ACTING' then 'acting' end,
            case x.kind when 'SIGN_IN' then u.username when 'DATA' then case when n % 40 = 0 then p.id::text else md5((n % 50000)::text)::uuid::text end end,
            jsonb_build_object('state', jsonb_build_array('DRAFT', 'ACTIVE'), 'name', jsonb_build_array('前' || n, '后' || n)),
            case x.kind when 'API' then 403 when 'ERROR' then 500 end, n % 900
       from generate_series(1, ${rows}) n
       cross join lateral (select now() - n * (interval '${MONTHS} months' / ${rows}) as at,
         case when n % 20 < 11 then 'DATA' when n % 20 < 14 then 'SIGN_IN' when n % 20 < 17 then 'OPERATION' when n % 20 < 19 then 'API'
              when n % 3 = 0 then 'ACTING' when n % 3 = 1 then 'JOB' else 'ERROR' end as kind) x
       cross join (select count(*) as people from sys_user) c
       cross join (select count(*) as products from wms_product) d
       join (select id, username, row_number() over (order by username) - 1 as no from sys_user) u on u.no = (n::bigint * 7919) % c.people
       join (select id, row_number() over (order by code) - 1 as no from wms_product) p on p.no = (n::bigint * 104729) % d.products
       cross join (select id from sys_user where username = 'admin') a`,
    'vacuum (analyze) sys_log, sys_log_key',
  ])
    await client.query(statement);
}
