// Rarely opened dialogs, lazily loaded.
import { lazyPart } from '../browser/lazy-part.ts';
import { withTexts } from '../navigation/lazy-page.ts';

export const LazyRefusedDialog = lazyPart(async () => (await import('./RefusedDialog.tsx')).RefusedDialog);
export const LazyImportDialog = lazyPart(
  withTexts(async () => (await import('./import/ImportDialog.tsx')).ImportDialog, 'imports'),
);
export const LazyExportOptions = lazyPart(withTexts(async () => (await import('./ExportOptions.tsx')).ExportOptions, 'imports'));
export const LazyFilterSheet = lazyPart(async () => (await import('./FilterSheet.tsx')).FilterSheet);
