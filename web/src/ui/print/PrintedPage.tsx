// A printed list on screen, with its print button.
import { Button, Segmented } from 'antd';
import { useRef, type ReactNode } from 'react';
import { usePage, usePageTitle } from '../../page/page.ts';
import { useLocale, useT } from '../../phrase/phrases.ts';
import { configOr, useDic } from '../../session/version.ts';
import { PageLink } from '../PageLink.tsx';
import { papers as sizes, type Paper } from './papers.ts';
import { PrintSheet, type Copy } from './PrintSheet.tsx';
import type { Papers, Printed } from './printed.ts';
import { useFittingSheets } from './use-fitting-sheets.ts';
import { usePages } from './use-pages.ts';
import '../field.css';
import './print.css';

interface PrintedPageProps<R> {
  /** Must keep its identity while unchanged: a new object repaginates the sheets. */
  printed: Printed<R>;
  back: { to: string; label: string };
  /** Papers to print on, the default first. */
  papers?: Papers;
  /** Additional controls beside the paper choice. */
  tools?: ReactNode;
}

/** Maximum number of copies at once. */
const COPIES_MAX = 6;
const BOTH: Papers = ['A4', '241x140'];

export function PrintedPage<R>({ printed, back, papers = BOTH, tools }: PrintedPageProps<R>) {
  const t = useT();
  const locale = useLocale();
  const { query, setQuery } = usePage();
  usePageTitle(printed.no);
  const paper = papers.find((each) => each === query.get('paper')) ?? papers[0];
  const { copies, count, choose } = useCopies();
  const trial = useRef<HTMLDivElement>(null);
  const pages = usePages(trial, printed.rows, paper, [printed, paper, locale, count]);
  const holder = useFittingSheets(paper);
  const sheet = { printed, paper };
  return (
    <div className="print-page">
      <style>{`@page { size: ${sizes[paper].width}mm ${sizes[paper].height}mm; margin: 0 }`}</style>
      <header className="print-tools">
        <PageLink className="kw-button" to={back.to}>
          {back.label}
        </PageLink>
        {papers.length > 1 && (
          <Segmented
            value={paper}
            options={papers.map((value) => ({ value, label: t(`print.paper.${value}`) }))}
            onChange={(value: Paper) => setQuery({ paper: value })}
          />
        )}
        <select
          className="kw-field print-copies"
          aria-label={t('print.copies')}
          value={count}
          onChange={({ target }) => choose(Number(target.value))}
        >
          {Array.from({ length: COPIES_MAX }, (_, at) => (
            <option key={at} value={at + 1}>
              {t('print.copies.count', { count: at + 1 })}
            </option>
          ))}
        </select>
        {tools}
        {pages && <span className="print-count">{t('print.pages', { count: pages.length * count })}</span>}
        <Button type="primary" disabled={!pages} onClick={() => window.print()}>
          {t('print.print')}
        </Button>
      </header>
      {pages ? (
        <div
          className="print-sheets"
          ref={holder}
          role="region"
          aria-label={t('print.pages', { count: pages.length * count })}
          tabIndex={0}
        >
          {copies.flatMap((copy, nth) =>
            pages.map((page, at) => (
              <PrintSheet key={`${nth} ${at}`} {...sheet} page={page} number={at + 1} count={pages.length} copy={copy} />
            )),
          )}
        </div>
      ) : (
        <div className="print-trial" ref={trial} aria-hidden="true">
          <PrintSheet {...sheet} page={{ rows: [...printed.rows], isLast: true }} number={1} count={2} copy={copies[0]!} />
        </div>
      )}
    </div>
  );
}

/** Number of copies from the address, else the site setting. The dictionary names them. */
function useCopies(): { copies: (Copy | null)[]; count: number; choose: (count: number) => void } {
  const t = useT();
  const { query, setQuery } = usePage();
  const names = useDic('WMS_PRINT_COPY').filter(({ valid }) => valid);
  const asked = Number(query.get('copies') ?? configOr('WMS_PRINT_COPIES', '1'));
  const count = Number.isInteger(asked) && asked >= 1 && asked <= COPIES_MAX ? asked : 1;
  const copies = Array.from({ length: count }, (_, at): Copy => {
    const number = at + 1;
    return { number, of: count, name: names[at]?.label ?? t('print.copy', { number }) };
  });
  return { copies: count === 1 ? [null] : copies, count, choose: (next) => setQuery({ copies: String(next) }) };
}
