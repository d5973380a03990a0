import './detail.css';
const WIDTHS = [60, 35, 80, 55, 70, 45, 65, 50];

/** Placeholder until the record has loaded. */
export const DetailSkeleton = () => (
  <div className="detail-skeleton" aria-hidden="true">
    {WIDTHS.map((width) => (
      <span key={width} style={{ width: `${width}%` }} />
    ))}
  </div>
);
