/** Whether the browser keeps a database whose name begins like this; true where it does not say. */
export async function hasDatabase(prefix: string): Promise<boolean> {
  if (typeof indexedDB === 'undefined') return false;
  try {
    return (await indexedDB.databases()).some(({ name }) => name?.startsWith(prefix));
  } catch {
    return true;
  }
}
