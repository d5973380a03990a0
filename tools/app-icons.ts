// Generates the console's app icons from the logo: run `node tools/app-icons.ts` after changing it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

const WEB = join(import.meta.dirname, '../web');
const mark = readFileSync(join(WEB, 'src/ui/favicon.svg'), 'utf8');
/** Systems mask these icons: corners are filled, and the boxes keep clear of the edge. */
const cut = mark.replace('rx="5"', '').replace('viewBox="0 0 24 24"', 'viewBox="-3 -3 30 30"');
const filled = cut.replace('<rect width="24" height="24"', '<rect x="-3" y="-3" width="30" height="30"');

const draw = (svg: string, size: number, name: string): Promise<unknown> =>
  sharp(Buffer.from(svg), { density: 72 * Math.ceil(size / 24) })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(join(WEB, 'public/icons', name));

await Promise.all([
  draw(mark, 192, 'mark-192.png'),
  draw(mark, 512, 'mark-512.png'),
  draw(filled, 512, 'cut-512.png'),
  draw(filled, 180, 'cut-180.png'),
]);
