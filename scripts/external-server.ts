// The database server beside the bundled one that tests may run on.
import { Client } from 'pg';

/** @returns TEST_DATABASE_URL where a server answers there; null, with a sentence where one was named, elsewhere */
export async function externalServer(): Promise<string | null> {
  const url = process.env['TEST_DATABASE_URL'];
  if (url === undefined) return null;
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return url;
  } catch {
    console.log('No database answers at TEST_DATABASE_URL: the tests run on the bundled one only.');
    return null;
  } finally {
    await client.end().catch(() => {});
  }
}
