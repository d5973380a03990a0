// Dialogs with forms, that few visits open: their code comes when they do.
import { lazyPart } from '../../browser/lazy-part.ts';

export const LazyLockDialog = lazyPart(async () => (await import('../warehouse-box/LockDialog.tsx')).LockDialog);
export const LazyGenerateDialog = lazyPart(async () => (await import('../container/GenerateDialog.tsx')).GenerateDialog);
export const LazyMoveDialog = lazyPart(async () => (await import('../container/MoveDialog.tsx')).MoveDialog);
export const LazyBoxReasonDialog = lazyPart(async () => (await import('../warehouse-box/BoxReasonDialog.tsx')).BoxReasonDialog);
