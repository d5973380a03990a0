// Feedback of a scan for people who look at the shelf rather than the screen: a tone and a vibration.

/** `good`: accepted; `bad`: rejected; `done`: nothing left to do. */
export type Signal = 'good' | 'bad' | 'done';

/** Tones in sequence. Rejection is low and long, to stand out in a noisy room. */
const TONES: Readonly<Record<Signal, readonly (readonly [hertz: number, seconds: number])[]>> = {
  good: [[1_320, 0.09]],
  bad: [
    [220, 0.22],
    [180, 0.3],
  ],
  done: [
    [880, 0.09],
    [1_320, 0.09],
    [1_760, 0.16],
  ],
};
const SHAKES: Readonly<Record<Signal, number[]>> = { good: [40], bad: [180, 80, 180], done: [40, 60, 40, 60, 120] };

let context: AudioContext | null = null;

/** Browsers allow sound and vibration only after a user gesture. */
export function signal(kind: Signal): void {
  if (!navigator.userActivation?.hasBeenActive) return;
  navigator.vibrate?.(SHAKES[kind]);
  play(TONES[kind]);
}

function play(tones: readonly (readonly [number, number])[]): void {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  void context.resume();
  let at = context.currentTime;
  for (const [hertz, seconds] of tones) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = 'square';
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.08, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + seconds);
    at += seconds;
  }
}
