// Reads codes with the camera of a phone or a laptop. Browsers allow it in a secure context only.
import { openReader } from './reader.ts';

export const canFilm = (): boolean => navigator.mediaDevices?.getUserMedia !== undefined;

const PAUSE_MS = 120;
/** A code in view is reported once; after this long out of view it is reported again. */
const FORGET_MS = 1_500;

export interface CameraHandlers {
  /** Called with each code, but not again while it stays in view. @returns whether to stop */
  onCode: (text: string) => boolean;
  /** Called with the torch switch once the camera is on; null if there is no torch. */
  onLamp?: (light: ((on: boolean) => void) | null) => void;
}

/**
 * Shows the camera image and reports codes in it until `onCode` returns true.
 * @param signal stops it and releases the camera
 * @throws DOMException if the user or the device denies the camera
 */
export async function startCamera(
  video: HTMLVideoElement,
  signal: AbortSignal,
  { onCode, onLamp }: CameraHandlers,
): Promise<void> {
  const [stream, reader] = await Promise.all([
    navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1_280 } } }),
    openReader(),
  ]);
  try {
    if (signal.aborted) return;
    video.srcObject = stream;
    await video.play().catch(() => {});
    onLamp?.(lampOf(stream));
    let seen = { text: '', at: 0 };
    while (!signal.aborted) {
      const text = video.readyState >= video.HAVE_CURRENT_DATA ? await reader(video) : null;
      const now = performance.now();
      if (signal.aborted) return;
      if (text !== null && text !== '') {
        const isNew = text !== seen.text || now - seen.at > FORGET_MS;
        seen = { text, at: now };
        if (isNew && onCode(text)) return;
      }
      await new Promise((done) => setTimeout(done, PAUSE_MS));
    }
  } finally {
    stream.getTracks().forEach((track) => track.stop());
  }
}

function lampOf(stream: MediaStream): ((on: boolean) => void) | null {
  const [track] = stream.getVideoTracks();
  const has = (track?.getCapabilities?.() as { torch?: boolean } | undefined)?.torch === true;
  if (!track || !has) return null;
  return (on) => void track.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] }).catch(() => {});
}
