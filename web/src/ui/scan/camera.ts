// Reading codes with the camera of a phone or a laptop. Browsers give it at a secure address alone.
import { openReader } from './reader.ts';

export const canFilm = (): boolean => navigator.mediaDevices?.getUserMedia !== undefined;

const PAUSE_MS = 120;
/** A code that stays in sight is read once; out of sight for so long, it is shown again. */
const FORGET_MS = 1_500;

export interface CameraHandlers {
  /** Told each code, the one in sight not again. @returns whether that was all */
  onCode: (text: string) => boolean;
  /** What lights the scene, once the camera is on; null where it has no lamp. */
  onLamp?: (light: ((on: boolean) => void) | null) => void;
}

/**
 * Shows what the camera sees and reports the codes in it, until one was all.
 * @param signal ends it and lets the camera go
 * @throws DOMException when the person or the device does not give the camera
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
