// Sends one HTTP request and parses the response. Knows nothing of tokens or routes.
import { createAbnormalError, errorOf } from './error.ts';

export interface Outgoing {
  method: string;
  /** Path and query, without the origin. */
  address: string;
  headers: Record<string, string>;
  body?: string | FormData;
  signal?: AbortSignal;
  /** True for a download: the data is a Blob. */
  asFile?: boolean;
  /** Fraction of the upload sent so far, 0 to 1. */
  onUploadProgress?: (part: number) => void;
  /** Bytes downloaded so far. */
  onDownloadProgress?: (bytes: number) => void;
}

export interface Answer<T> {
  status: number;
  headers: Headers;
  data: T;
}

/** @throws ApiError for any failure; AbortError when aborted by the signal */
export async function send(request: Outgoing): Promise<Answer<unknown>> {
  const response = await (request.onUploadProgress ? sendWithProgress(request) : sendByFetch(request));
  const { status, headers } = response;
  if (response.ok && request.asFile) return { status, headers, data: await readDownload(response, request) };
  const body = await json(response);
  if (!response.ok) throw errorOf(status, body.value);
  if (!body.valid) throw createAbnormalError(status);
  return { status, headers, data: body.value };
}

/** Reads a download with progress; it may break off half-way. */
async function readDownload(response: Response, { signal, onDownloadProgress }: Outgoing): Promise<Blob> {
  let bytes = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, out) {
      bytes += chunk.byteLength;
      onDownloadProgress!(bytes);
      out.enqueue(chunk);
    },
  });
  try {
    if (!response.body || !onDownloadProgress) return await response.blob();
    const type = response.headers.get('content-type') ?? '';
    return (await new Response(response.body.pipeThrough(counter)).blob()).slice(0, bytes, type);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw createAbnormalError();
  }
}

async function sendByFetch({ method, address, headers, body, signal }: Outgoing): Promise<Response> {
  try {
    return await fetch(new URL(address, location.origin), { method, headers, body: body ?? null, signal: signal ?? null });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw createAbnormalError();
  }
}

/** Uses XMLHttpRequest, since fetch does not report upload progress. */
function sendWithProgress({ method, address, headers, body, signal, onUploadProgress }: Outgoing): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, new URL(address, location.origin));
    request.responseType = 'arraybuffer';
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onUploadProgress?.(loaded / total);
    });
    request.upload.addEventListener('load', () => onUploadProgress?.(1));
    request.addEventListener('load', () => {
      const content = request.response as ArrayBuffer;
      resolve(new Response(content.byteLength > 0 ? content : null, { status: request.status, headers: headersOf(request) }));
    });
    request.addEventListener('error', () => reject(createAbnormalError()));
    request.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    signal?.addEventListener('abort', () => request.abort());
    request.send(body ?? null);
  });
}

function headersOf(request: XMLHttpRequest): Headers {
  const lines = request.getAllResponseHeaders().trim().split(/\r?\n/);
  return new Headers(lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]));
}

async function json(response: Response): Promise<{ valid: boolean; value: unknown }> {
  try {
    const text = await response.text();
    return { valid: true, value: text === '' ? null : (JSON.parse(text) as unknown) };
  } catch {
    return { valid: false, value: undefined };
  }
}
