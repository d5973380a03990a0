// Dialogs that few visits open: their code comes when they do.
import { lazy } from 'react';

export const LazyRefusedDialog = lazy(async () => ({ default: (await import('./RefusedDialog.tsx')).RefusedDialog }));
export const LazyImportDialog = lazy(async () => ({ default: (await import('./import/ImportDialog.tsx')).ImportDialog }));
export const LazyFilterSheet = lazy(async () => ({ default: (await import('./FilterSheet.tsx')).FilterSheet }));
