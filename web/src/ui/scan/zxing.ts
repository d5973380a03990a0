import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { Reader } from './reader.ts';

/** Wide enough for a label at arm's length, small enough for an old phone. */
const WIDTH_MAX = 960;

/** The WebAssembly file is served from our origin; by default the library fetches it from a CDN. */
export function zxingReader(): Reader {
  prepareZXingModule({ overrides: { locateFile: () => wasm } });
  const canvas = document.createElement('canvas');
  const paper = canvas.getContext('2d', { willReadFrequently: true })!;
  return async (video) => {
    const { videoWidth, videoHeight } = video;
    if (videoWidth === 0) return null;
    const scale = Math.min(1, WIDTH_MAX / videoWidth);
    canvas.width = Math.round(videoWidth * scale);
    canvas.height = Math.round(videoHeight * scale);
    paper.drawImage(video, 0, 0, canvas.width, canvas.height);
    const picture = paper.getImageData(0, 0, canvas.width, canvas.height);
    const [found] = await readBarcodes(picture, {
      formats: ['QRCode', 'DataMatrix', 'Code128', 'EAN13', 'EAN8', 'UPCA', 'ITF'],
      maxNumberOfSymbols: 1,
      // As scanners send it: separators stay, and no brackets are added.
      textMode: 'Plain',
    });
    return found?.text ?? null;
  };
}
