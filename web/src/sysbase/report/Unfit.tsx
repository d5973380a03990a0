// Database setup that reports need, with the statements for the database administrator.
import { useT } from '../../phrase/phrases.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import './report.css';

interface UnfitProps {
  unfit: readonly string[];
  remedy: string | null;
  open: readonly string[];
}

export function Unfit({ unfit, remedy, open }: UnfitProps) {
  const t = useT();
  if (unfit.length === 0 && open.length === 0) return null;
  return (
    <section className="report-unfit" role="status">
      <h2>{t(unfit.length > 0 ? 'report.needs' : 'report.couldDo')}</h2>
      {unfit.length > 0 ? (
        <ul>
          {unfit.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      ) : (
        <p>{t('report.openText', { count: open.length })}</p>
      )}
      {remedy !== null && (
        <details open={unfit.length > 0}>
          <summary>{t('report.remedy')}</summary>
          <pre className="kw-code">{remedy}</pre>
          <CopyButton text={remedy} />
        </details>
      )}
    </section>
  );
}
