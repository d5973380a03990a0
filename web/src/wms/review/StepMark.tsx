import { shapes, type Shape, type Tone } from '../../ui/StateTag.tsx';
import './audit-timeline.css';

/** Marker of a timeline step; the text beside it carries the meaning. */
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
