// Uploads a backup in chunks: after a disconnect it waits for the server and sends the missing ones.
import { maintainRoutes } from '@kuwei/contract/sys/maintain';
import { useRef, useState } from 'react';
import { ApiError } from '../../../api/error.ts';
import { invalidate, queryClient } from '../../../api/query-client.ts';
import { waitForServer } from '../../../browser/server-up.ts';
import { usePageCall } from '../../../page/query.ts';

export interface Sending {
  name: string;
  size: number;
  sent: number;
  /** Why it cannot continue. */
  failed: string | null;
}

/** A disconnect that the server may not have noticed. */
const isBreak = (error: unknown): boolean => error instanceof ApiError && error.kind === 'abnormal';

/** @param onDone called with the backup once it is complete */
export function useBackupUpload(onDone: (id: string) => void) {
  const call = usePageCall();
  const [sending, setSending] = useState<Sending | null>(null);
  const stopped = useRef<AbortController | null>(null);

  const sendAll = async (file: File, signal: AbortSignal): Promise<string> => {
    const body = { name: file.name, size: file.size, modified: file.lastModified };
    const begun = await call(maintainRoutes.beginUpload, { body }, { signal });
    const { id, partBytes } = begun;
    void invalidate('/sys/maintain', queryClient);
    const show = (sent: number): void => setSending({ name: file.name, size: file.size, sent, failed: null });
    show(begun.received);
    for (let at = begun.received; at < file.size;) {
      try {
        const input = { params: { id }, query: { at }, file: file.slice(at, at + partBytes) };
        at = (await call(maintainRoutes.addUpload, input, { signal })).received;
      } catch (error) {
        if (!isBreak(error)) throw error;
        await waitForServer();
        at = (await call(maintainRoutes.getUpload, { params: { id } }, { signal })).received;
      }
      show(at);
    }
    return id;
  };

  const start = async (file: File): Promise<void> => {
    const control = new AbortController();
    stopped.current = control;
    setSending({ name: file.name, size: file.size, sent: 0, failed: null });
    try {
      const id = await sendAll(file, control.signal);
      setSending(null);
      onDone(id);
    } catch (error) {
      if (control.signal.aborted) setSending(null);
      else setSending((now) => now && { ...now, failed: (error as Error).message });
    } finally {
      stopped.current = null;
      void invalidate('/sys/maintain', queryClient);
    }
  };

  return {
    sending,
    start: (file: File) => void start(file),
    /** Chunks already received are kept, to resume from. */
    stop: () => (stopped.current ? stopped.current.abort() : setSending(null)),
  };
}
