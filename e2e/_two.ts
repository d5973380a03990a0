// Two processes that serve one database, as an installation has them that must not stop while one of them does.
import { Client as Database } from 'pg';
import { databaseUrlOf, startProduct, type Product } from './_product.ts';

export interface Two {
  here: Product;
  there: Product;
  /** Of the database that both serve. */
  databaseUrl: string;
  /** Ends both, and throws the data away. */
  dispose: () => Promise<void>;
}

/** @param name of the database: lower case letters and underscores */
export async function startTwo(name: string): Promise<Two> {
  const keeper = await startProduct();
  const own = new Database({ connectionString: databaseUrlOf(keeper, 'postgres') });
  await own.connect();
  await own.query(`create database ${name}`).finally(() => own.end());
  const databaseUrl = databaseUrlOf(keeper, name);
  const env = { DATABASE_URL: databaseUrl, DEMO: '1' };
  const here = await startProduct(env);
  const there = await startProduct(env);
  return {
    here,
    there,
    databaseUrl,
    dispose: async () => {
      await Promise.all([here, there].map((product) => product.dispose()));
      await keeper.dispose();
    },
  };
}
