import type { ReactNode } from 'react';
import { NEARLY_FULL } from './used.ts';
import './meter.css';

/** How much of a limit is used: the bar for the eye, the words beside it for everyone. */
const Meter = ({ percent, label }: { percent: number; label: string }) => (
  <span
    className={`meter${percent > 100 ? ' over' : percent >= NEARLY_FULL ? ' nearly' : ''}`}
    role="meter"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={percent}
  >
    <span style={{ width: `${Math.min(100, percent)}%` }} />
  </span>
);

/** A percentage with its bar, for a cell of a table. */
export const MeterCell = ({ percent, label }: { percent: number; label: string }) => (
  <span className="meter-cell">
    <Meter percent={percent} label={label} />
    <span>{percent}%</span>
  </span>
);

interface GaugeProps {
  label: string;
  /** Used, and of how much. */
  children: ReactNode;
  percent: number | null;
}

/** One limit of a place. */
export const Gauge = ({ label, children, percent }: GaugeProps) => (
  <div className="gauge">
    <span className="gauge-label">{label}</span>
    <span className="gauge-value">
      {children}
      {percent !== null && <span className="gauge-percent">{percent}%</span>}
    </span>
    {percent !== null && <Meter percent={percent} label={label} />}
  </div>
);
