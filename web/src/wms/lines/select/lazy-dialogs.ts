// Lazy: scanning and pasting need no chooser windows.
import { lazyPart } from '../../../browser/lazy-part.ts';

export const LazySelectProductDialog = lazyPart(async () => (await import('./SelectProductDialog.tsx')).SelectProductDialog);
export const LazySelectStockDialog = lazyPart(async () => (await import('./SelectStockDialog.tsx')).SelectStockDialog);
