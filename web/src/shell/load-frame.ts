/** The code of the frame, with the UI kit. */
export const loadFrame = () => import('./Frame.tsx');
