// Windows for choosing, that a scanner or a pasted list does without: their code comes when one is opened.
import { lazy } from 'react';

export const LazySelectProductDialog = lazy(async () => ({
  default: (await import('./SelectProductDialog.tsx')).SelectProductDialog,
}));
export const LazySelectStockDialog = lazy(async () => ({
  default: (await import('./SelectStockDialog.tsx')).SelectStockDialog,
}));
