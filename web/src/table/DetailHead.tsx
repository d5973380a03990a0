import type { ReactNode } from 'react';
import './detail.css';

interface DetailHeadProps {
  title: ReactNode;
  /** Code and state, below the title. */
  marks?: ReactNode;
  /** What can be done with the record. */
  actions?: ReactNode;
}

/** Header of the details beside a list. */
export const DetailHead = ({ title, marks, actions }: DetailHeadProps) => (
  <header className="detail-head">
    <h2>{title}</h2>
    {marks && <div className="detail-marks">{marks}</div>}
    {actions && <div className="detail-actions">{actions}</div>}
  </header>
);
