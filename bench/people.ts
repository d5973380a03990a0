// Many users and organisations, inserted directly.
import type { Client } from 'pg';
import { Client as Person } from '../e2e/_client.ts';

/** Signed-in users of the teacher's group, so that per-user limits don't apply. */
export async function signInCrowd(url: string, client: Client, people: number): Promise<Person[]> {
  for (const statement of [
    `insert into sys_user (id, username, name, staff_no, identity, state, password_hash)
     select gen_random_uuid(), 'crowd' || n, '人员' || n, 'C' || n, 'STAFF', 'ACTIVE', t.password_hash
       from generate_series(0, ${people - 1}) n, sys_user t where t.username = 'teacher'`,
    `insert into sys_role_grant (user_id, role_code) select id, 'ROLE_TEACHER' from sys_user where username like 'crowd%'`,
    `insert into wms_org_member (org_id, user_id)
     select o.id, u.id from wms_org o, sys_user u where o.code = 'LAB-CATALYSIS' and u.username like 'crowd%'`,
    'analyze sys_user, sys_role_grant, wms_org_member',
  ])
    await client.query(statement);
  const signedIn: Person[] = [];
  for (let n = 0; n < people; n++) signedIn.push(await Person.signIn(url, `crowd${n}`, 'ROLE_TEACHER', 'LAB-CATALYSIS'));
  return signedIn;
}

/** @param client connected to a database with the demo data */
export async function fillPeople(client: Client, people: number, orgs: number): Promise<void> {
  for (const statement of [
    `insert into wms_org (id, code, name, type)
     select gen_random_uuid(), 'BENCH-LAB-' || n, '课题组 ' || n, 'LAB' from generate_series(1, ${orgs}) n`,
    `insert into sys_user (id, username, name, staff_no, identity, state, last_sign_in_at, until_day)
     select gen_random_uuid(), 'bench' || n, '人员' || n, 'B' || n, case n % 3 when 0 then 'STAFF' else 'STUDENT' end,
            case when n % 50 = 0 then 'DISABLED' else 'ACTIVE' end, now() - n * interval '1 minute',
            case when n % 1000 = 0 then current_date + n % 90 end
       from generate_series(1, ${people}) n`,
    `insert into sys_role_grant (user_id, role_code, until_day)
     select id, 'ROLE_TEACHER', case when right(username, 3) = '777' then current_date + 20 end
       from sys_user where username like 'bench%' and right(username, 2) <> '99'`,
    `insert into wms_org_member (org_id, user_id)
     select o.id, u.id from (select id, row_number() over (order by username) as n from sys_user where username like 'bench%') u
       join (select id, row_number() over (order by code) as n from wms_org where code like 'BENCH-LAB-%') o on o.n = 1 + u.n % ${orgs}`,
    `insert into sys_sign_in_failure (username, ip) select 'bench' || n, '10.0.0.' || m from generate_series(1, 200) n, generate_series(1, 5) m`,
    'vacuum (analyze) sys_user, sys_role_grant, wms_org_member, wms_org, sys_sign_in_failure',
  ])
    await client.query(statement);
}
