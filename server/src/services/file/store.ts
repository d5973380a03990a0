// The bytes of files: a data folder with one file for each id, and a folder for uploads in progress.
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { IMAGE_SIZES } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import type { DepthEnum } from 'sharp';
import { createFairLimiter } from '../../limiter.ts';
import { StartProblem } from '../../problem.ts';
import { zipEntries } from './zip.ts';

/** Most pixels of an image: a small file can decode to a huge picture. */
const PIXELS_MAX = 40_000_000;
/** Most memory for its pixels: an interlaced picture is decoded as a whole. */
const DECODED_MAX_BYTES = 160_000_000;
const EDGE_MAX = 1920;

/** Subfolders, named by the end of their ids. */
const PART = /^[\da-f]{2}$/;
const STORED_NAME = /^([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})(\.\d+\.webp)?$/;

interface Stored {
  id: string;
  name: string;
  path: string;
}

export class FileStore {
  readonly #folder: string;
  /** Folder for uploads: private, and on the same file system, so that accepting one is a rename. */
  readonly incoming: string;

  /** @param dataDir of this installation */
  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'files');
    this.incoming = join(dataDir, 'upload');
  }

  /** Creates the folders and checks that they are writable. @throws StartProblem if they are not */
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

  /** Whether an image exists in this size. */
  has(id: string, size: number): boolean {
    return existsSync(this.pathOf(id, size));
  }

  /**
   * All stored files, including resized pictures, in batches. Ignores files with other names.
   * @returns id, path below the folder, and full path of each
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

  /** Moves a received file into the store. */
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

  /** An image in one of the offered sizes, created on first use. @param userId who requests it. @throws AppError TOO_MANY */
  async image(id: string, size: number, userId: string): Promise<string> {
    const path = this.pathOf(id, size);
    if (existsSync(path)) return path;
    // It may have been created meanwhile.
    return resizeQueue(userId, async () => (existsSync(path) ? path : this.#resize(id, size)));
  }

  async #resize(id: string, size: number): Promise<string> {
    const path = this.pathOf(id, size);
    const beside = `${path}.${randomUUID()}.new`;
    await writeFile(beside, await encoded(this.pathOf(id), size), { mode: 0o600 });
    await rename(beside, path);
    return path;
  }
}

/** The smallest offered size that is large enough; else the largest. */
export const sizeFor = (wanted: number): number => IMAGE_SIZES.find((size) => size >= wanted) ?? EDGE_MAX;

/** Loaded with the first picture; no cache and one thread, to leave memory and CPU to other requests. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

/** Decodes one uploaded picture at a time, as each takes much memory. */
const uploadQueue = createFairLimiter(32, 32);
/** A separate queue: stored pictures are small, and viewing does not wait for uploads. */
const resizeQueue = createFairLimiter(64, 64);

/** Formats that are preserved; animation is lost. */
const KEPT_IMAGE_TYPES: Readonly<Record<string, 'png' | 'jpeg'>> = { 'image/png': 'png', 'image/jpeg': 'jpeg' };

/** The type in which a picture of this type is stored. */
export const storedImageType = (type: string): string => (type in KEPT_IMAGE_TYPES ? type : 'image/webp');

/**
 * Re-encodes a picture, which removes everything else in the file, such as locations or code.
 * @param type as detected; PNG and JPEG are preserved, others become WebP
 * @param userId who sent it
 * @throws AppError FILE_BROKEN, PICTURE_TOO_LARGE if it would take too much memory, TOO_MANY
 */
export const imageOf = (path: string, type: string, userId: string): Promise<Buffer> =>
  uploadQueue(userId, () => encoded(path, EDGE_MAX, KEPT_IMAGE_TYPES[type]));

async function encoded(path: string, edge: number, as: 'webp' | 'png' | 'jpeg' = 'webp'): Promise<Buffer> {
  const sharp = await loadSharp();
  try {
    const options = { pages: 1, failOn: 'error' } as const;
    // Only the head is read, so that the refusal of a huge picture is ours and names the limit.
    const { width, height, channels, depth } = await sharp(path, { ...options, limitInputPixels: false }).metadata();
    const pixelsMax = Math.min(PIXELS_MAX, DECODED_MAX_BYTES / (channels * BYTES[depth]));
    if (width * height > pixelsMax)
      throw new AppError('PICTURE_TOO_LARGE', { params: { megapixels: Math.floor(pixelsMax / 1_000_000) } });
    return await sharp(path, { ...options, limitInputPixels: PIXELS_MAX })
      .rotate()
      .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
      .toFormat(as, as === 'png' ? {} : { quality: 85 })
      .toBuffer();
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('FILE_BROKEN');
  }
}

/** Bytes of one sample of a pixel. */
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

/** Detects the type from the content, whatever the name; null if it is not accepted. */
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

/** Other archives are refused: they may hold anything, including programs. */
function isWorkbook(content: Buffer): boolean {
  const names = new Set(zipEntries(content)?.map(({ name }) => name));
  return names.has('[Content_Types].xml') && names.has('xl/workbook.xml');
}

/** Extensions of each type; the first is appended to names without one of them. */
const EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  'image/webp': ['.webp'],
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'application/pdf': ['.pdf'],
  [WORKBOOK]: ['.xlsx'],
};

/** The stored name, whose extension always matches the type, so that a program cannot pose as a picture. */
export function storedName(name: string, type: string): string {
  const extensions = EXTENSIONS[type]!;
  const fits = (text: string): boolean => extensions.some((each) => text.toLowerCase().endsWith(each));
  if (fits(name)) return name;
  const stem = name.replace(/\.\w{1,10}$/, '') || 'file';
  return fits(stem) ? stem : stem + extensions[0]!;
}
