import type { ReactNode } from 'react';
import { NEARLY_FULL } from './used.ts';
import './meter.css';

/** Used share of a limit, as a bar beside the text. */
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

/** A percentage with its bar, for a table cell. */
export const MeterCell = ({ percent, label }: { percent: number; label: string }) => (
  <span className="meter-cell">
    <Meter percent={percent} label={label} />
    <span>{percent}%</span>
  </span>
);

interface GaugeProps {
  label: string;
  /** The used amount and the limit. */
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
