import { lazyPart } from '../../browser/lazy-part.ts';

/** The drawer of product categories; its code comes when it is opened. */
export const LazyCategoryDrawer = lazyPart(async () => (await import('./CategoryDrawer.tsx')).CategoryDrawer);
