// One first start for the whole run: it takes ten times the processor time of starting on a copy of its data folder.
import { rmSync } from 'node:fs';
import { PREPARED, startProduct } from './_product.ts';

/** Global setup of Playwright and Vitest. */
export default async function prepare(): Promise<() => void> {
  const product = await startProduct();
  await product.stop();
  process.env[PREPARED] = product.dataDir;
  return () => rmSync(product.dataDir, { recursive: true, force: true });
}
