// Reading codes with the camera of a phone, where the browser can: it needs a secure address and a detector of its own.

interface Detector {
  detect: (source: CanvasImageSource) => Promise<{ rawValue: string }[]>;
}
type DetectorClass = new (options: { formats: string[] }) => Detector;

const detectorClass = (): DetectorClass | undefined => (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;

export const canScan = (): boolean => detectorClass() !== undefined && navigator.mediaDevices?.getUserMedia !== undefined;

const FORMATS = ['qr_code', 'code_128', 'ean_13', 'data_matrix'];
const PAUSE_MS = 150;

/**
 * Shows what the camera sees and reports the first code in it.
 * @param signal ends it and lets the camera go
 * @throws DOMException when the person or the device does not give the camera
 */
export async function scanInto(video: HTMLVideoElement, signal: AbortSignal): Promise<string | null> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  const stop = (): void => stream.getTracks().forEach((track) => track.stop());
  try {
    if (signal.aborted) return null;
    video.srcObject = stream;
    await video.play().catch(() => {});
    const detector = new (detectorClass()!)({ formats: FORMATS });
    while (!signal.aborted) {
      const [found] = video.readyState >= video.HAVE_CURRENT_DATA ? await detector.detect(video) : [];
      if (found) return found.rawValue;
      await new Promise((done) => setTimeout(done, PAUSE_MS));
    }
    return null;
  } finally {
    stop();
  }
}
