// Scans uploads for viruses with clamd, or a scanner with its protocol, if one is configured. The existing libraries also run
// local programs; this implements the one command needed.
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { connect, type Socket } from 'node:net';
import type { ScannerAddress } from '../../config.ts';

/** Timeout without any data from the scanner, which may be loading its signatures. */
const SILENT_MS = 60_000;
/** A verdict is a line. */
const ANSWER_MAX = 4_096;

/**
 * @param path of the file
 * @returns the name of the finding; null for a clean file
 * @throws Error if the scanner does not respond or refuses the file
 */
export async function scanFile(scanner: ScannerAddress, path: string): Promise<string | null> {
  const socket = connect(scanner);
  socket.setTimeout(SILENT_MS, () => socket.destroy(new Error('the scanner timed out')));
  const over = new AbortController();
  // It may refuse and close before it has everything: its response says why.
  const sent = send(socket, path, over.signal).catch((error: unknown) => error);
  try {
    const answer = await answerOf(socket);
    const [, found, verdict] = /^stream: (?:(.+) )?(FOUND|OK)$/.exec(answer) ?? [];
    if (verdict === 'OK') return null;
    if (verdict === 'FOUND') return found ?? '?';
    throw new Error(answer === '' ? 'the scanner closed without an answer' : `the scanner answered "${answer}"`);
  } finally {
    over.abort();
    socket.destroy();
    await sent;
  }
}

async function send(socket: Socket, path: string, signal: AbortSignal): Promise<void> {
  for await (const part of framed(path)) {
    if (signal.aborted) return;
    if (!socket.write(part)) await once(socket, 'drain', { signal });
  }
}

/** The command INSTREAM: length-prefixed chunks, with an empty one at the end. */
async function* framed(path: string): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0');
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    yield lengthOf(chunk.length);
    yield chunk;
  }
  yield lengthOf(0);
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

/** Reads the response up to its NUL. @throws Error if the connection fails */
const answerOf = (socket: Socket): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => {
      text += part;
      if (text.includes('\0') || text.length > ANSWER_MAX) resolve(text.split('\0', 1)[0]!.slice(0, ANSWER_MAX).trim());
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text.trim()));
  });
