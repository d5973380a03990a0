// Windows for choosing, that a scanner or a pasted list does without: their code comes when one is opened.
import { lazyPart } from '../../../browser/lazy-part.ts';

export const LazySelectProductDialog = lazyPart(async () => (await import('./SelectProductDialog.tsx')).SelectProductDialog);
export const LazySelectStockDialog = lazyPart(async () => (await import('./SelectStockDialog.tsx')).SelectStockDialog);
