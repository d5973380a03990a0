// Dialogs with forms, that few visits open: their code comes when they do.
import { lazy } from 'react';

export const LazyLockDialog = lazy(async () => ({ default: (await import('../warehouse-box/LockDialog.tsx')).LockDialog }));
export const LazyGenerateDialog = lazy(async () => ({
  default: (await import('../container/GenerateDialog.tsx')).GenerateDialog,
}));
export const LazyMoveDialog = lazy(async () => ({ default: (await import('../container/MoveDialog.tsx')).MoveDialog }));
export const LazyReasonDialog = lazy(async () => ({
  default: (await import('../warehouse-box/ReasonDialog.tsx')).ReasonDialog,
}));
