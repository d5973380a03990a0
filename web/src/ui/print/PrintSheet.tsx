import { useT } from '../../phrase/phrases.ts';
import { institution } from '../../session/version.ts';
import { QrCode } from '../QrCode.tsx';
import type { Page } from './cut.ts';
import type { Paper } from './papers.ts';
import type { Printed } from './printed.ts';
import { PrintTable } from './PrintTable.tsx';

/** One of several copies of a sheet. */
export interface Copy {
  number: number;
  of: number;
  /** `存根联`. */
  name: string;
}

interface PrintSheetProps<R> {
  printed: Printed<R>;
  page: Page<R>;
  paper: Paper;
  number: number;
  count: number;
  copy: Copy | null;
}

/** One sheet: header, rows and signature lines. */
export function PrintSheet<R>({ printed, page, paper, number, count, copy }: PrintSheetProps<R>) {
  const t = useT();
  const { title, no, state, house, qr, facts, notice, closing, signs } = printed;
  const of = t('print.page', { number, count });
  const site = institution();
  return (
    <article className={`print-sheet paper-${paper}`} aria-label={copy === null ? of : `${of} · ${copy.name}`}>
      <header className="print-head">
        <div>
          <p className="print-site">{site === '' ? house : `${site} · ${house}`}</p>
          <h1>{title}</h1>
        </div>
        <div className="print-no">
          <strong>{no}</strong>
          {state !== undefined && <span>{state}</span>}
          {copy !== null && <span>{t('print.copyOf', { name: copy.name, number: copy.number, count: copy.of })}</span>}
          <span>{of}</span>
        </div>
        {qr && <QrCode {...qr} />}
      </header>
      <dl className="print-facts">
        {facts.map(
          ([label, value]) =>
            value !== null && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {notice !== undefined && <p className="print-notice">{notice}</p>}
      <PrintTable printed={printed} page={page} single={count === 1} />
      {page.isLast && closing}
      <footer className="print-signs">
        {signs.map(([label, name]) => (
          <div key={label}>
            <span>{label}</span>
            <span className="print-line">{name}</span>
          </div>
        ))}
      </footer>
    </article>
  );
}
