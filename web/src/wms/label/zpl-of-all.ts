import type { LabelSheet } from '@kuwei/contract/wms/label-sheet';
import type { LabelContent } from './content.ts';
import { drawWords } from './draw.ts';
import { layoutOf } from './layout.ts';
import { drawnPictogram } from './pictogram-image.tsx';
import { zplOf, type Dpi } from './zpl.ts';

/** Labels drawn before yielding to the browser. */
const AT_ONCE = 20;

/** @param font of the printer; null: text is drawn as a bitmap */
export async function zplOfAll(
  labels: readonly LabelContent[],
  sheet: LabelSheet,
  dpi: Dpi,
  font: string | null,
): Promise<string> {
  const codes = new Set(font === null ? labels.flatMap(({ pictograms }) => pictograms) : []);
  const pictures = new Map(await Promise.all([...codes].map(async (code) => [code, await drawnPictogram(code)] as const)));
  const parts: string[] = [];
  let copies = 1;
  for (const [at, content] of labels.entries()) {
    // Bottles of one lot share a label, which is drawn once.
    if (labels[at + 1]?.address === content.address) {
      copies += 1;
      continue;
    }
    const layout = layoutOf(content, sheet);
    const words =
      font === null
        ? { bitmap: drawWords(content, layout, sheet, dpi, pictures) }
        : { font, marks: [...content.marks, ...content.pictograms].join(' ') };
    parts.push(zplOf({ address: content.address, layout, words, copies }, sheet, dpi));
    copies = 1;
    if (parts.length % AT_ONCE === 0) await new Promise((done) => setTimeout(done));
  }
  return parts.join('');
}
