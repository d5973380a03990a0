// Lazy parts that are prefetched once the page is shown, as there may be no connection later.
import { lazyPart } from '../../../browser/lazy-part.ts';

const importFoundDialog = () => import('../FoundDialog.tsx');
const camera = () => import('../../../ui/scan/CameraDialog.tsx');

export const FoundDialog = lazyPart(async () => (await importFoundDialog()).FoundDialog);
export const CameraDialog = lazyPart(async () => (await camera()).CameraDialog);

export const fetchParts = (): void => void Promise.all([importFoundDialog(), camera()]).catch(() => {});
