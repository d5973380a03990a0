import * as z from 'zod/mini';
import { id, whole } from '../kit/field.ts';
import { routes } from '../kit/route.ts';

/** Lifetime of a download ticket. */
export const TICKET_SECONDS = 60;

const storedFile = z.object({ id: z.string(), name: z.string(), type: z.string(), size: z.int(), image: z.boolean() });
export type StoredFile = z.infer<typeof storedFile>;

export const fileRoutes = routes({
  upload: {
    method: 'POST',
    path: '/sys/fs',
    summary: 'Store a file: an image, a PDF or a workbook, at most 20 MB',
    needs: 'signed-in',
    body: 'file',
    keepsFile: true,
    reply: storedFile,
    errors: ['FILE_TYPE', 'FILE_BROKEN', 'FILE_QUOTA', 'PICTURE_TOO_LARGE'],
  },
  makeTicket: {
    method: 'POST',
    path: '/sys/fs/{file}/ticket',
    summary: 'An `access_token` for the URL of this file, instead of the header: once, within a minute',
    needs: 'signed-in',
    params: z.strictObject({ file: id }),
    reply: z.object({ access_token: z.string(), expries: z.int() }),
  },
  download: {
    method: 'GET',
    path: '/sys/fs/{file}',
    summary:
      'A stored file; `s` requests an image of about that many pixels, `access_token` is a ticket that replaces the header',
    needs: 'signed-in',
    params: z.strictObject({ file: id }),
    query: z.strictObject({ s: z.optional(whole), uuid: z.optional(z.string()), access_token: z.optional(z.string()) }),
    reply: 'file',
    errors: ['FILE_LOST'],
  },
});
