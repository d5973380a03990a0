import { shapes, type Shape, type Tone } from '../../ui/StateTag.tsx';
import './audit-timeline.css';

/** The sign of a step on its line: shape and colour, the word stands beside it. */
export const StepMark = ({ shape, tone }: { shape: Shape; tone: Tone }) => (
  <svg
    className={`step-mark ${tone}`}
    width="14"
    height="14"
    viewBox="0 0 12 12"
    stroke="currentColor"
    strokeWidth="1.5"
    aria-hidden="true"
  >
    {shapes[shape]}
  </svg>
);
