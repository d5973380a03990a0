// What finds codes in a picture: the browser's own detector where it knows all that is printed here, else a reader that
// is loaded when it is wanted (decision 159).
import { loadCode } from '../../browser/lazy-part.ts';

/** @returns what the first code in the picture says; null where there is none */
export type Reader = (picture: HTMLVideoElement) => Promise<string | null>;

interface Detector {
  detect: (source: CanvasImageSource) => Promise<{ rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats?: () => Promise<string[]>;
}

/** Ours are QR codes; makers print the others. */
const FORMATS = ['qr_code', 'data_matrix', 'code_128', 'ean_13'];

export async function openReader(): Promise<Reader> {
  return (await ownReader()) ?? (await loadCode(() => import('./zxing.ts'))).zxingReader();
}

/** Null where the browser has none, or one that leaves out some of the codes: on desks it often knows none. */
async function ownReader(): Promise<Reader | null> {
  const { BarcodeDetector: Own } = globalThis as { BarcodeDetector?: DetectorClass };
  if (!Own) return null;
  const known = await Own.getSupportedFormats?.().catch((): string[] => []);
  if (known && !FORMATS.every((format) => known.includes(format))) return null;
  const detector = new Own({ formats: FORMATS });
  return async (picture) => (await detector.detect(picture))[0]?.rawValue ?? null;
}
