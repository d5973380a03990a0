// An external database server to run the API tests on.
import { Client } from 'pg';

/** @returns TEST_DATABASE_URL if a server answers there, else null; prints a message if it is set but unreachable */
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
