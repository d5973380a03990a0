/** Whether a database with this name prefix exists; true if the browser cannot list them. */
export async function hasDatabase(prefix: string): Promise<boolean> {
  if (typeof indexedDB === 'undefined') return false;
  try {
    return (await indexedDB.databases()).some(({ name }) => name?.startsWith(prefix));
  } catch {
    return true;
  }
}
