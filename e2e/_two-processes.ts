// Two processes on one database, as in a highly available installation.
import { Client as Database } from 'pg';
import { databaseUrlOf, startProduct, type Product } from './_product.ts';

export interface TwoProcesses {
  here: Product;
  there: Product;
  /** URL of the shared database. */
  databaseUrl: string;
  /** Stops both and deletes the data. */
  dispose: () => Promise<void>;
}

/** @param name database name: lower case letters and underscores */
export async function startTwoProcesses(name: string): Promise<TwoProcesses> {
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
