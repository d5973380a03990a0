// Reserves space for uploads: announced and received bytes count before anything is stored.
import { mkdir, statfs } from 'node:fs/promises';
import { AppError } from '@kuwei/contract/error';
import type { Services } from '../context.ts';
import { assertWithinQuota, countUnreferencedBytes } from '../services/file/files.ts';
import { scanFile } from '../services/file/scan.ts';

/** Overhead of a multipart body around the file. */
const AROUND_BYTES = 64 * 1024;
/** Free disk space is checked again after this many bytes. */
const LOOK_EVERY_BYTES = 1_000_000;

/** Announced bytes that this process has not yet received. */
let reservedBytes = 0;
/** Bytes in transit that will count towards a person's quota. */
const underWay = new Map<string, number>();

function addReserved(userId: string, bytes: number): void {
  const sum = (underWay.get(userId) ?? 0) + bytes;
  if (sum > 0) underWay.set(userId, sum);
  else underWay.delete(userId);
}

/** The error for a file above the limit. */
export const fileTooLarge = (mb: number): AppError => new AppError('FILE_TOO_LARGE', { params: { mb } });

export interface ReservedSpace {
  /** The largest file allowed. */
  maxMb: number;
  /** Counts received bytes. @throws AppError NO_ROOM, FILE_QUOTA */
  received: (bytes: number) => Promise<void>;
  /** Scans the complete file for viruses. @throws AppError FILE_INFECTED, FILE_NOT_SCANNED */
  arrived: (path: string) => Promise<void>;
  /** Releases the reservation: the file is stored, or given up. */
  leave: () => void;
}

/**
 * Reserves space for a file before it is received.
 * @param announced bytes of the whole body; null if unknown
 * @param keeper the future owner; null for a file that is only read
 * @throws AppError FILE_TOO_LARGE, NO_ROOM, FILE_QUOTA
 */
export async function reserveSpace(services: Services, announced: number | null, keeper: string | null): Promise<ReservedSpace> {
  const { settings, db, files } = services;
  const maxMb = settings.get('SYS_UPLOAD_MAX_MB');
  if (announced !== null && announced > maxMb * 1_000_000 + AROUND_BYTES) throw fileTooLarge(maxMb);
  await mkdir(files.incoming, { recursive: true, mode: 0o700 });
  const refuseWithoutRoom = async (bytes: number): Promise<void> => {
    const { bavail, bsize } = await statfs(files.incoming);
    if (bavail * bsize - reservedBytes - bytes < settings.get('SYS_MIN_FREE_MB') * 1_000_000) throw new AppError('NO_ROOM');
  };
  const stored = keeper === null ? 0 : await countUnreferencedBytes(db, keeper);
  await refuseWithoutRoom(announced ?? 0);

  let counted = 0;
  const count = (bytes: number): void => {
    if (keeper === null) return;
    // No await between check and reservation.
    assertWithinQuota(settings, stored + (underWay.get(keeper) ?? 0) + bytes);
    addReserved(keeper, bytes);
    counted += bytes;
  };
  count(announced ?? 0);
  let left = announced ?? 0;
  reservedBytes += left;
  let looked = 0;
  let came = 0;
  return {
    maxMb,
    received: async (bytes) => {
      came += bytes;
      if (announced === null) count(bytes);
      const here = Math.min(left, bytes);
      left -= here;
      reservedBytes -= here;
      if (came - looked < LOOK_EVERY_BYTES) return;
      looked = came;
      await refuseWithoutRoom(0);
    },
    arrived: (path) => assertVirusFree(services, path),
    leave: () => {
      reservedBytes -= left;
      left = 0;
      if (keeper !== null) addReserved(keeper, -counted);
      counted = 0;
    },
  };
}

/** Fails closed: without a scanner's verdict, nothing is stored. */
async function assertVirusFree({ config, log }: Pick<Services, 'config' | 'log'>, path: string): Promise<void> {
  if (config.scanner === null) return;
  const found = await scanFile(config.scanner, path).catch((error: unknown) => {
    log.error({ err: error }, 'the virus scanner does not answer: nothing can be uploaded');
    throw new AppError('FILE_NOT_SCANNED');
  });
  if (found !== null) throw new AppError('FILE_INFECTED', { params: { found } });
}
