import './detail.css';
const WIDTHS = [60, 35, 80, 55, 70, 45, 65, 50];

/** What stands beside a list until the record is there. */
export const DetailSkeleton = () => (
  <div className="detail-skeleton" aria-hidden="true">
    {WIDTHS.map((width) => (
      <span key={width} style={{ width: `${width}%` }} />
    ))}
  </div>
);
