// Users that belong to one test, whose settings and messages no other test touches.
import { Client } from 'pg';
import { databaseUrlOf, type Product } from './_product.ts';
import { unique } from './_unique.ts';

/**
 * Creates a user with the roles, organisations and password of demo accounts, but without their history.
 * @returns the user name
 */
export async function makePerson(product: Product, ...like: readonly string[]): Promise<string> {
  // Named differently, so that a search for the model does not find the copy.
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

/** Creates a user with one role, no organisation and the password of demo accounts. */
export async function makeHolder(product: Product, role: string): Promise<string> {
  const username = unique('holder').toLowerCase();
  const database = new Client({ connectionString: databaseUrlOf(product) });
  await database.connect();
  try {
    await database.query(
      `with made as (insert into sys_user (id, username, name, password_hash)
                     select gen_random_uuid(), $1, $1, password_hash from sys_user where username = 'admin' returning id)
       insert into sys_role_grant (user_id, role_code) select id, $2 from made`,
      [username, role],
    );
  } finally {
    await database.end();
  }
  return username;
}
