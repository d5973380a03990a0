// Files being uploaded.
import { fileRoutes, type StoredFile } from '@kuwei/contract/sys/fs';
import { useRef, useState } from 'react';
import { ApiError } from '../api/error.ts';
import { usePageCall } from '../page/query.ts';
import { t } from '../phrase/phrases.ts';
import { uploadMaxBytes } from '../session/version.ts';
import { fileSize } from '../ui/format.ts';

export interface Upload {
  key: number;
  name: string;
  /** Fraction sent, 0 to 1. */
  part: number;
  /** Why the upload failed. */
  failed: string | null;
}

export interface Accept {
  /** MIME types or prefixes: `image/`. */
  types: readonly string[];
  /** Names for the user: `PNG, JPEG`. */
  names: string;
}
export const IMAGES: Accept = { types: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'], names: 'PNG, JPEG, WebP, GIF' };
export const PDF: Accept = { types: ['application/pdf'], names: 'PDF' };

export const isAccepted = (accept: Accept, type: string): boolean => accept.types.some((each) => type.startsWith(each));

/** @returns why the file is rejected without sending it */
function refusalOf(accept: Accept, file: File): string | null {
  if (!isAccepted(accept, file.type)) return t('form.fileType', { types: accept.names });
  const max = uploadMaxBytes();
  return file.size > max ? t('form.fileSize', { size: fileSize(max) }) : null;
}

/** @param onStored called for each file as it arrives */
export function useUploads(accept: Accept, onStored: (file: StoredFile) => void) {
  const call = usePageCall();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const next = useRef(0);
  const patch = (key: number, change: Partial<Upload>): void =>
    setUploads((all) => all.map((each) => (each.key === key ? { ...each, ...change } : each)));
  const drop = (key: number): void => setUploads((all) => all.filter((each) => each.key !== key));

  const send = async (file: File): Promise<void> => {
    const key = next.current++;
    const failed = refusalOf(accept, file);
    setUploads((all) => [...all, { key, name: file.name, part: 0, failed }]);
    if (failed !== null) return;
    try {
      const stored = await call(fileRoutes.upload, { file }, { onUploadProgress: (part) => patch(key, { part }) });
      drop(key);
      onStored(stored);
    } catch (error) {
      patch(key, { failed: error instanceof ApiError ? error.message : String(error) });
    }
  };
  /** Sequentially, so that they arrive in order. */
  const add = async (files: Iterable<File>): Promise<void> => {
    setUploads((all) => all.filter((each) => each.failed === null));
    for (const file of files) await send(file);
  };
  return { uploads, add, drop };
}
