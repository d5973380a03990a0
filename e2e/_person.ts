// People of a test's own: what they arrange, send and empty is nobody else's.
import { Client } from 'pg';
import { databaseUrlOf, type Product } from './_product.ts';
import { unique } from './_unique.ts';

/**
 * Makes somebody with the roles, organisations and password of accounts of the demo world, and without their past.
 * @returns the username
 */
export async function makePerson(product: Product, ...like: readonly string[]): Promise<string> {
  // Called otherwise than the model: whoever looks for that one finds that one alone.
  const username = unique('own').toLowerCase();
  const database = new Client({ connectionString: databaseUrlOf(product) });
  await database.connect();
  try {
    const { rowCount } = await database.query(
      `with model as (select * from sys_user where username = any($1::text[])),
            made as (insert into sys_user (id, username, name, password_hash)
                     select gen_random_uuid(), $2, $2, password_hash from model limit 1 returning id),
            roles as (insert into sys_user_role (user_id, role_code)
                      select distinct made.id, r.role_code from made, model join sys_user_role r on r.user_id = model.id),
            orgs as (insert into wms_org_user (org_id, user_id, relation)
       select distinct on (o.org_id) o.org_id, made.id, o.relation from made, model join wms_org_user o on o.user_id = model.id)
       select id from made`,
      [like, username],
    );
    if (!rowCount) throw new Error(`Nobody is called ${like.join(', ')}.`);
  } finally {
    await database.end();
  }
  return username;
}
