// Finds codes in an image: the browser's own detector if it supports all our formats, else a lazily loaded reader (decision 159).
import { loadCode } from '../../browser/lazy-part.ts';

/** @returns text of the first code in the image; null if there is none */
export type Reader = (picture: HTMLVideoElement) => Promise<string | null>;

interface Detector {
  detect: (source: CanvasImageSource) => Promise<{ rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats?: () => Promise<string[]>;
}

/** Ours are QR codes; manufacturers use the others. */
const FORMATS = ['qr_code', 'data_matrix', 'code_128', 'ean_13'];

export async function openReader(): Promise<Reader> {
  return (await ownReader()) ?? (await loadCode(() => import('./zxing.ts'))).zxingReader();
}

/** Null if the browser has no detector or it lacks a format: desktop browsers often support none. */
async function ownReader(): Promise<Reader | null> {
  const { BarcodeDetector: Own } = globalThis as { BarcodeDetector?: DetectorClass };
  if (!Own) return null;
  const known = await Own.getSupportedFormats?.().catch((): string[] => []);
  if (known && !FORMATS.every((format) => known.includes(format))) return null;
  const detector = new Own({ formats: FORMATS });
  return async (picture) => (await detector.detect(picture))[0]?.rawValue ?? null;
}
