import { loadPhrases, locale } from '../phrase/phrases.ts';

/** The code of the frame, with the UI kit and the rest of the texts. */
export async function loadFrame() {
  const [frame] = await Promise.all([import('./Frame.tsx'), loadPhrases(locale(), 'rest')]);
  return frame;
}
