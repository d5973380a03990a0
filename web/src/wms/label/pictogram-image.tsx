import type { Pictogram as Code } from '@kuwei/contract/wms/hazard';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { Pictogram } from '../../ui/Pictogram.tsx';

/** The resolution of label printers for one pictogram. */
const SIZE = 160;

/** A pictogram as an image for a canvas. */
export async function drawnPictogram(code: string): Promise<HTMLImageElement> {
  const holder = document.createElement('div');
  const root = createRoot(holder);
  flushSync(() => root.render(<Pictogram code={code as Code} label={code} size={SIZE} />));
  const svg = new XMLSerializer().serializeToString(holder.firstElementChild!);
  root.unmount();
  const picture = new Image(SIZE, SIZE);
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await picture.decode();
  return picture;
}
