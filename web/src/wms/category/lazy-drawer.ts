import { lazyPart } from '../../browser/lazy-part.ts';

export const LazyCategoryDrawer = lazyPart(async () => (await import('./CategoryDrawer.tsx')).CategoryDrawer);
