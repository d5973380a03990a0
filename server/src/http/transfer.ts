// Files on their way in and out.
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, type ReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@kuwei/contract/error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fileTooLarge, type Room } from './upload-room.ts';

/** A file received, lying in a temporary place until it is kept or discarded. */
export interface Upload {
  /** As the sender calls it; never a path. */
  name: string;
  path: string;
  size: number;
  sha256: Buffer;
  /** What the same file sent again has in common with it. */
  toJSON: () => unknown;
  discard: () => Promise<void>;
}

export interface Download {
  name: string;
  type: string;
  content: Buffer | Readable | ReadStream;
  /** Shown in the page; otherwise offered for saving. */
  inline?: boolean;
  /** May be kept by the browser for ever: its address changes with its content. */
  immutable?: boolean;
  /** Bytes, where they are known before it is read. */
  size?: number;
  /** Of a list: how many it has. */
  rows?: number;
}

/**
 * Receives the one file of a multipart request, measured while it streams.
 * @param folder where it lies meanwhile
 * @param room what it may take up
 * @throws AppError INVALID without a file, VALIDATION for what is no multipart text, and what `layDown` throws
 */
export async function receive(request: FastifyRequest, folder: string, room: Room): Promise<Upload> {
  return receivePart(request, folder, room).catch((error: Error) => {
    // What is left of it goes nowhere: held back, it would hold its connection.
    request.raw.unpipe();
    request.raw.resume();
    // The parser's own complaints have no code: no boundary, one that is too long, an end that does not come.
    throw error instanceof AppError || 'code' in error ? error : new AppError('VALIDATION');
  });
}

async function receivePart(request: FastifyRequest, folder: string, room: Room): Promise<Upload> {
  // Whoever went away while this was in line: the parser would wait for an end that does not come.
  if (request.raw.destroyed) throw new AppError('VALIDATION');
  const part = await request.file({ limits: { fileSize: room.maxMb * 1_000_000, files: 1, fields: 10, fieldSize: 10_000 } });
  if (!part) throw new AppError('INVALID', { faults: [{ path: 'file', key: 'rule.required' }] });
  // What is left is not waited for: it may never end.
  part.file.once('limit', () => part.file.destroy(fileTooLarge(room.maxMb)));
  const upload = await layDown(part.file, nameOf(part.filename), folder, room);
  if (!part.file.truncated) return upload;
  await upload.discard();
  throw fileTooLarge(room.maxMb);
}

/**
 * Lays a stream down as a file, measured while it comes.
 * @throws AppError FILE_TOO_LARGE, NO_ROOM, FILE_QUOTA, FILE_INFECTED, FILE_NOT_SCANNED
 */
export async function layDown(source: Readable, name: string, folder: string, room: Room): Promise<Upload> {
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

/** As the sender calls it, without folders and without what PostgreSQL keeps no text with. */
const nameOf = (sent: string): string =>
  sent
    .replace(/^.*[/\\]/s, '')
    .replace(/\p{Cc}/gu, '')
    .slice(0, 200)
    .toWellFormed() || 'file';

export function sendDownload(file: Download, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const ascii = file.name.replace(/[^\w.-]+/g, '_');
  const isHead = request.method === 'HEAD';
  // Nobody reads it. What goes wrong while it closes is nobody's concern either.
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

/** How long an answer that takes its time goes on before it is asked again whether it may. */
const LOOK_MS = 1_000;

/**
 * A download that is cut short when its caller may not have it any more.
 * @param look throws when they may not
 */
export function whileAllowed(file: Download, look: () => Promise<unknown>): Download {
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
  // What goes wrong is told by what is sent, whose end is the answer's.
  pipeline(file.content, guard, sent).catch(() => {});
  return { ...file, content: sent };
}

export const fileStream = (path: string): ReadStream => createReadStream(path);
