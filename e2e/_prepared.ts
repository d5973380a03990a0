// A first start for all of a run: it takes ten times the processor time of the starts that go on from a copy of its data folder.
import { rmSync } from 'node:fs';
import { PREPARED, startProduct } from './_product.ts';

/** Called once before the tests of a run, by Playwright and by Vitest. */
export default async function prepare(): Promise<() => void> {
  const product = await startProduct();
  await product.stop();
  process.env[PREPARED] = product.dataDir;
  return () => rmSync(product.dataDir, { recursive: true, force: true });
}
