// Where the bytes of files lie: a folder beside the database, one file an id, and one for what is being received.
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { IMAGE_SIZES } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import type { DepthEnum } from 'sharp';
import { fairLine } from '../../bounded.ts';
import { StartProblem } from '../../problem.ts';
import { zipEntries } from './zip.ts';

/** Pixels an image may decode to: a small file can hold a huge picture. */
const PIXELS_MAX = 40_000_000;
/** Memory that its pixels may take: an interlaced picture is held as a whole. */
const DECODED_MAX_BYTES = 160_000_000;
const EDGE_MAX = 1920;

/** Folders of files, by the end of their ids. */
const PART = /^[\da-f]{2}$/;
const STORED_NAME = /^([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})(\.\d+\.webp)?$/;

interface Stored {
  id: string;
  name: string;
  path: string;
}

export class FileStore {
  readonly #folder: string;
  /** Where files lie while they are received: beside the others, so that they are only renamed, and nobody else's. */
  readonly incoming: string;

  /** @param dataDir of this installation */
  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'files');
    this.incoming = join(dataDir, 'upload');
  }

  /**
   * Makes the folders, and looks whether files can be stored in them.
   * @throws StartProblem when they cannot
   */
  async prepare(): Promise<void> {
    for (const folder of [this.#folder, this.incoming]) {
      const trial = join(folder, `.${randomUUID()}`);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeFile(trial, '', { mode: 0o600 });
        await rm(trial);
      } catch (error) {
        throw new StartProblem(
          `Files cannot be stored in ${folder} (${(error as NodeJS.ErrnoException).code}): set DATA_DIR to a folder that this user may write to.`,
        );
      }
    }
  }

  pathOf(id: string, size?: number): string {
    return join(this.#folder, id.slice(-2), size ? `${id}.${size}.webp` : id);
  }

  /** Whether an image was made in that size already. */
  has(id: string, size: number): boolean {
    return existsSync(this.pathOf(id, size));
  }

  /**
   * What lies in the folder, pictures in other sizes among it, a part at a time. What is not called as ours is nobody's business.
   * @returns the id that each belongs to, its place below the folder and its path
   */
  async *stored(): AsyncGenerator<readonly Stored[]> {
    const parts = await readdir(this.#folder, { withFileTypes: true });
    for (const { name: part } of parts.filter((entry) => entry.isDirectory() && PART.test(entry.name))) {
      const names = await readdir(join(this.#folder, part)).catch(() => []);
      yield names.flatMap((name) => {
        const id = STORED_NAME.exec(name)?.[1];
        return id?.endsWith(part) ? [{ id, name: `${part}/${name}`, path: join(this.#folder, part, name) }] : [];
      });
    }
  }

  /** Takes a received file over. */
  async keep(id: string, from: string): Promise<void> {
    const path = this.pathOf(id);
    await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
    await rename(from, path);
  }

  async write(id: string, content: Buffer): Promise<void> {
    const path = this.pathOf(id);
    await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
    await writeFile(path, content, { mode: 0o600 });
  }

  async remove(id: string): Promise<void> {
    await Promise.all([undefined, ...IMAGE_SIZES].map((size) => rm(this.pathOf(id, size), { force: true })));
  }

  /**
   * An image in one of the sizes that are offered, made once.
   * @param userId who asks for it. @throws AppError TOO_MANY
   */
  async image(id: string, size: number, userId: string): Promise<string> {
    const path = this.pathOf(id, size);
    if (existsSync(path)) return path;
    // Somebody may have made it meanwhile.
    return smallerInLine(userId, async () => (existsSync(path) ? path : this.#makeSmaller(id, size)));
  }

  async #makeSmaller(id: string, size: number): Promise<string> {
    const path = this.pathOf(id, size);
    const beside = `${path}.${randomUUID()}.new`;
    await writeFile(beside, await encoded(this.pathOf(id), size), { mode: 0o600 });
    await rename(beside, path);
    return path;
  }
}

/** The next of the sizes that are offered; beyond the last one, the last. */
export const sizeFor = (wanted: number): number => IMAGE_SIZES.find((size) => size >= wanted) ?? EDGE_MAX;

/** Loaded with the first picture; it keeps nothing, and leaves the other processors to those who wait for rows. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

/** One picture that was sent is decoded at a time: it is the memory that counts. */
const sentInLine = fairLine(32, 32);
/** Our own pictures are small: those who look at them do not wait for those who send some. */
const smallerInLine = fairLine(64, 64);

/** What pictures are kept as: people get back what they sent, but for what moves. */
const KEPT: Readonly<Record<string, 'png' | 'jpeg'>> = { 'image/png': 'png', 'image/jpeg': 'jpeg' };

/** The type that a picture of this type is kept as. */
export const keptAs = (type: string): string => (type in KEPT ? type : 'image/webp');

/**
 * Decoded and encoded again: what else was in the file, places and programs among it, is gone.
 * @param type as it was found; PNG and JPEG stay what they are, any other becomes WebP
 * @param userId who sent it
 * @throws AppError FILE_BROKEN, PICTURE_TOO_LARGE when it would take too much memory, TOO_MANY
 */
export const imageOf = (path: string, type: string, userId: string): Promise<Buffer> =>
  sentInLine(userId, () => encoded(path, EDGE_MAX, KEPT[type]));

async function encoded(path: string, edge: number, as: 'webp' | 'png' | 'jpeg' = 'webp'): Promise<Buffer> {
  const sharp = await loadSharp();
  try {
    const image = sharp(path, { limitInputPixels: PIXELS_MAX, pages: 1, failOn: 'error' });
    const { width, height, channels, depth } = await image.metadata();
    const pixelsMax = Math.min(PIXELS_MAX, DECODED_MAX_BYTES / (channels * BYTES[depth]));
    if (width * height > pixelsMax)
      throw new AppError('PICTURE_TOO_LARGE', { params: { megapixels: Math.floor(pixelsMax / 1_000_000) } });
    return await image
      .rotate()
      .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
      .toFormat(as, as === 'png' ? {} : { quality: 85 })
      .toBuffer();
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('FILE_BROKEN');
  }
}

/** Of one sample of a pixel. */
const BYTES: Record<keyof DepthEnum, number> = {
  char: 1,
  uchar: 1,
  short: 2,
  ushort: 2,
  int: 4,
  uint: 4,
  float: 4,
  complex: 8,
  double: 8,
  dpcomplex: 16,
};

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const MAGIC: [type: string, test: (head: Buffer) => boolean][] = [
  ['image/png', (head) => head.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))],
  ['image/jpeg', (head) => head.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))],
  ['image/gif', (head) => /^GIF8[79]a/.test(head.toString('latin1'))],
  ['image/webp', (head) => head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP'],
  ['application/pdf', (head) => head.toString('latin1', 0, 5) === '%PDF-'],
  [WORKBOOK, (head) => head.subarray(0, 4).equals(Buffer.from('504b0304', 'hex'))],
];

/** The type of a file by what is in it, whatever its name says; null for anything that is not accepted. */
export async function typeOf(path: string): Promise<string | null> {
  const file = await open(path);
  try {
    const head = Buffer.alloc(16);
    await file.read(head, 0, 16, 0);
    const type = MAGIC.find(([, test]) => test(head))?.[0] ?? null;
    return type === WORKBOOK && !isWorkbook(await file.readFile()) ? null : type;
  } finally {
    await file.close();
  }
}

/** An archive may be anything: a program, too. */
function isWorkbook(content: Buffer): boolean {
  const names = new Set(zipEntries(content)?.map(({ name }) => name));
  return names.has('[Content_Types].xml') && names.has('xl/workbook.xml');
}

/** What names of a type may end with; the first is given to those that do not. */
const EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  'image/webp': ['.webp'],
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'application/pdf': ['.pdf'],
  [WORKBOOK]: ['.xlsx'],
};

/** The name a file is stored under: what it ends with says what it is, so that nothing is run that calls itself a picture. */
export function storedName(name: string, type: string): string {
  const extensions = EXTENSIONS[type]!;
  const fits = (text: string): boolean => extensions.some((each) => text.toLowerCase().endsWith(each));
  if (fits(name)) return name;
  const stem = name.replace(/\.\w{1,10}$/, '') || 'file';
  return fits(stem) ? stem : stem + extensions[0]!;
}
