// Receiving and sending files.
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, type ReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@kuwei/contract/error';
import type { SheetColumn, SheetFormat, SheetQuery } from '@kuwei/contract/sheet';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fileTooLarge, type ReservedSpace } from './upload-room.ts';

/** A received file in a temporary place, until it is stored or discarded. */
export interface Upload {
  /** The sender's name for it, without folders. */
  name: string;
  path: string;
  size: number;
  sha256: Buffer;
  /** What is the same if the file is sent again: for idempotency. */
  toJSON: () => unknown;
  discard: () => Promise<void>;
}

export interface Download {
  name: string;
  type: string;
  content: Buffer | Readable | ReadStream;
  /** Shown in the page; otherwise offered for saving. */
  inline?: boolean;
  /** Cacheable forever: its address changes with its content. */
  immutable?: boolean;
  /** Size in bytes, if known in advance. */
  size?: number;
  /** Number of rows, for lists. */
  rows?: number;
  /** For lists. */
  format?: SheetFormat;
  /** Of the chosen columns of a list, in their order. */
  headings?: readonly string[];
}

/** A list as a file, in the format and with the columns that the request asks for. */
export interface SheetDownload {
  columns: readonly SheetColumn[];
  /** Opens the rows. @throws AppError EXPORT_TOO_MANY */
  render: (format: SheetFormat, columns?: readonly string[]) => Promise<Download>;
}

/**
 * @throws AppError INVALID for an unknown or repeated column, EXPORT_TOO_MANY
 */
export async function renderSheet(sheet: SheetDownload, { format, columns }: SheetQuery): Promise<Download> {
  if (format === 'columns')
    return { name: 'columns.json', type: 'application/json', content: Buffer.from(JSON.stringify(sheet.columns)), inline: true };
  const known = new Map(sheet.columns.map(({ key, heading }) => [key, heading]));
  if (columns?.some((key, at) => !known.has(key) || columns.indexOf(key) !== at))
    throw new AppError('INVALID', { faults: [{ path: 'columns', key: 'rule.pattern' }] });
  const file = await sheet.render(format, columns);
  return { ...file, format, ...(columns && { headings: columns.map((key) => known.get(key)!) }) };
}

/**
 * Receives the one file of a multipart request as a stream.
 * @param folder for the temporary file
 * @param room the space reserved for it
 * @throws AppError INVALID without a file, VALIDATION for malformed multipart, and as `storeUpload`
 */
export async function receive(request: FastifyRequest, folder: string, room: ReservedSpace): Promise<Upload> {
  return receivePart(request, folder, room).catch((error: Error) => {
    // Discard the rest: paused, it would block the connection.
    request.raw.unpipe();
    request.raw.resume();
    // The parser's own errors have no code: boundary missing or too long, unexpected end.
    throw error instanceof AppError || 'code' in error ? error : new AppError('VALIDATION');
  });
}

async function receivePart(request: FastifyRequest, folder: string, room: ReservedSpace): Promise<Upload> {
  // The client disconnected while queued: the parser would wait forever for the end.
  if (request.raw.destroyed) throw new AppError('VALIDATION');
  const part = await request.file({ limits: { fileSize: room.maxMb * 1_000_000, files: 1, fields: 10, fieldSize: 10_000 } });
  if (!part) throw new AppError('INVALID', { faults: [{ path: 'file', key: 'rule.required' }] });
  // Don't wait for the rest, which may never end.
  part.file.once('limit', () => part.file.destroy(fileTooLarge(room.maxMb)));
  const upload = await storeUpload(part.file, nameOf(part.filename), folder, room);
  if (!part.file.truncated) return upload;
  await upload.discard();
  throw fileTooLarge(room.maxMb);
}

/**
 * Writes a stream to a file, enforcing limits while it arrives.
 * @throws AppError FILE_TOO_LARGE, NO_ROOM, FILE_QUOTA, FILE_INFECTED, FILE_NOT_SCANNED
 */
export async function storeUpload(source: Readable, name: string, folder: string, room: ReservedSpace): Promise<Upload> {
  const path = join(folder, `${process.pid}-${randomUUID()}`);
  const discard = (): Promise<void> => rm(path, { force: true });
  const hash = createHash('sha256');
  let size = 0;
  const measure = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > room.maxMb * 1_000_000) throw fileTooLarge(room.maxMb);
      hash.update(chunk);
      await room.received(chunk.length);
      yield chunk;
    }
  };
  try {
    await pipeline(source, measure, createWriteStream(path, { mode: 0o600 }));
    await room.arrived(path);
    const sha256 = hash.digest();
    return { name, path, size, sha256, toJSON: () => ({ name, size, sha256: sha256.toString('hex') }), discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** The file name without folders, control characters and lone surrogates. */
const nameOf = (sent: string): string =>
  sent
    .replace(/^.*[/\\]/s, '')
    .replace(/\p{Cc}/gu, '')
    .slice(0, 200)
    .toWellFormed() || 'file';

export function sendDownload(file: Download, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const ascii = file.name.replace(/[^\w.-]+/g, '_');
  const isHead = request.method === 'HEAD';
  // HEAD sends no body; ignore errors while its stream closes.
  if (isHead && !Buffer.isBuffer(file.content)) file.content.on('error', () => {}).destroy();
  const disposition = file.inline ? 'inline' : 'attachment';
  if (file.size !== undefined) void reply.header('content-length', file.size);
  return reply
    .type(file.type)
    .header('content-disposition', `${disposition}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(file.name)}`)
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .header('cache-control', file.immutable ? 'private, max-age=31536000, immutable' : 'no-store')
    .header('referrer-policy', 'no-referrer')
    .send(isHead ? '' : file.content);
}

/** How often a running download rechecks authorization. */
const LOOK_MS = 1_000;

/** Cuts a download short when its caller loses the right to it. @param look throws when they have lost it */
export function abortWhenForbidden(file: Download, look: () => Promise<unknown>): Download {
  if (Buffer.isBuffer(file.content)) return file;
  let looked = Date.now();
  const guard = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      if (Date.now() - looked >= LOOK_MS) {
        looked = Date.now();
        await look();
      }
      yield chunk;
    }
  };
  const sent = new PassThrough();
  // Errors reach the client through the sent stream.
  pipeline(file.content, guard, sent).catch(() => {});
  return { ...file, content: sent };
}

export const fileStream = (path: string): ReadStream => createReadStream(path);
