// The lines of a count in box order: book and counted quantities, as far as the user may see them.
import { countRefusal } from '@kuwei/contract/wms/inventory-state';
import { countRoutes, type Count, type CountLine } from '@kuwei/contract/wms/inventory';
import { compare } from '@kuwei/contract/decimal';
import { Suspense, useState, type ReactNode } from 'react';
import { fileNameIn, saveFile } from '../../browser/save-file.ts';
import { lazyPart } from '../../browser/lazy-part.ts';
import { usePageCall, usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { useDic } from '../../session/version.ts';
import { Pager } from '../../table/Pager.tsx';
import { SearchField } from '../../table/SearchField.tsx';
import { noticeError } from '../../ui/feedback.ts';
import { grouped } from '../../ui/format.ts';
import { ControlMarks } from '../../ui/HazardMarks.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { None } from '../../ui/None.tsx';
import { labelIn } from '../../ui/options.ts';
import { Parts } from '../../ui/Parts.tsx';
import { Quantity } from '../../ui/Quantity.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { When } from '../../ui/When.tsx';
import { BatchNo } from '../goods/BatchNo.tsx';
import { lineLooks } from './looks.ts';
import '../../table/filter.css';
import '../../ui/field.css';
import '../document/document-panel.css';
import '../document/line-grid.css';
import './count-lines.css';

const ExplainDialog = lazyPart(async () => (await import('./ExplainDialog.tsx')).ExplainDialog);
const RecountDialog = lazyPart(async () => (await import('./RecountDialog.tsx')).RecountDialog);

type Part = 'all' | 'open' | 'differing';
const PARTS: readonly Part[] = ['all', 'open', 'differing'];

export function CountLines({ count }: { count: Count }) {
  const t = useT();
  const [part, setPart] = useState<Part>('all');
  const [{ q, page, size }, setWanted] = useState({ q: '', page: 1, size: 50 });
  const query = {
    page,
    size,
    ...(q !== '' && { q }),
    ...(part === 'open' && { counted: false }),
    ...(part === 'differing' && { differing: true }),
  };
  const { data, error, refetch, isFetching } = usePageQuery(
    countRoutes.listCountLines,
    { params: { id: count.id }, query },
    { keepPrevious: true },
  );
  const parts = PARTS.filter((each) => each !== 'differing' || !count.isBlind);
  return (
    <section className="document-panel count-lines" aria-label={t('count.lines')}>
      <div className="count-lines-head">
        <h2>
          {t('count.lines')} <span className="page-head-count">{count.lines}</span>
        </h2>
        <Parts
          label={t('count.lines')}
          options={parts.map((value) => ({ value, label: t(`count.lines.${value}`) }))}
          value={part}
          onChange={(next) => {
            setPart(next);
            setWanted({ q, page: 1, size });
          }}
        />
        <SearchField hint={t('count.lines.search')} value={q} onSearch={(text) => setWanted({ q: text, page: 1, size })} />
        <SaveLines id={count.id} />
      </div>
      {count.isBlind && <p className="count-hidden">{t(count.keeps ? 'count.hiddenKeeper' : 'count.hidden')}</p>}
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />}
      {data && data.list.length === 0 && <p className="count-hidden">{t('count.lines.none')}</p>}
      {data && data.list.length > 0 && <LineTable count={count} lines={data.list} />}
      {data && (data.total > size || page > 1) && (
        <Pager
          page={page}
          size={size}
          total={data.total}
          exact={data.exact}
          onPage={(next) => setWanted({ q, page: next, size })}
          onSize={(next) => setWanted({ q, page: 1, size: next })}
        />
      )}
    </section>
  );
}

function LineTable({ count, lines }: { count: Count; lines: readonly CountLine[] }) {
  const t = useT();
  const [explaining, setExplaining] = useState<CountLine | null>(null);
  const [again, setAgain] = useState<CountLine | null>(null);
  const mayExplain = countRefusal('explain', count) === null && !count.isBlind;
  const columns = [
    t('wms.count.box'),
    t('wms.product'),
    t('wms.count.batch'),
    t('wms.count.owner'),
    ...(count.isBlind ? [] : [t('wms.count.book')]),
    t('wms.count.qty'),
    ...(count.isBlind ? [] : [t('wms.count.variance'), t('wms.count.reason')]),
    t('wms.count.counter'),
  ];
  return (
    <>
      <div className="count-scroll">
        <table className="line-grid">
          <thead>
            <tr>
              <th scope="col">#</th>
              {columns.map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <Line
                key={line.id}
                line={line}
                isBlind={count.isBlind}
                actions={
                  mayExplain &&
                  line.state === 'COUNTED' && (
                    <span className="count-does">
                      {hasVariance(line) && (
                        <button type="button" className="kw-plain kw-link" onClick={() => setExplaining(line)}>
                          {t('count.explain')}
                        </button>
                      )}
                      <button type="button" className="kw-plain kw-link" onClick={() => setAgain(line)}>
                        {t('count.recountLine')}
                      </button>
                    </span>
                  )
                }
              />
            ))}
          </tbody>
        </table>
      </div>
      <Suspense>
        {explaining && <ExplainDialog countId={count.id} line={explaining} onClose={() => setExplaining(null)} />}
        {again && <RecountDialog count={count} line={again} onClose={() => setAgain(null)} />}
      </Suspense>
    </>
  );
}

const hasVariance = ({ variance }: CountLine): boolean => variance !== null && compare(variance, '0') !== 0;

function Line({ line, isBlind, actions }: { line: CountLine; isBlind: boolean; actions: ReactNode }) {
  const t = useT();
  const { baseUnit } = line;
  const isOpen = line.state !== 'COUNTED';
  return (
    <tr className={hasVariance(line) ? 'differs' : ''}>
      <td className="count-no">{line.lineNo}</td>
      <td className="kw-code" data-label={t('wms.count.box')}>
        {line.boxCode}
      </td>
      <td className="count-product">
        {line.productName} <span className="kw-code">{line.productCode}</span>
        <ControlMarks flags={line.controlFlags} />
        {line.found && <span className="count-mark">{t('count.found')}</span>}
        {line.twoCounters && <span className="count-mark">{t('count.two')}</span>}
      </td>
      <td data-label={t('wms.count.batch')}>
        <BatchNo no={line.batchNo} />
        {line.expiresOn !== null && <p className="count-second">{line.expiresOn}</p>}
      </td>
      <td data-label={t('wms.count.owner')}>{line.ownerOrgName}</td>
      {!isBlind && (
        <td className="end" data-label={t('wms.count.book')}>
          {line.qtyBook === null ? <None /> : <Quantity qty={line.qtyBook} unit={baseUnit} />}
        </td>
      )}
      <td className="end" data-label={t('wms.count.qty')}>
        {line.qtyCount !== null && <Quantity qty={line.qtyCount} unit={baseUnit} />}
        {isOpen && <StateTag look={lineLooks[line.state as keyof typeof lineLooks]} />}
        {line.pass !== null && line.pass > 1 && <p className="count-second">{t('count.pass', { n: line.pass })}</p>}
        <CountedValues line={line} />
      </td>
      {!isBlind && (
        <>
          <td className={line.beyond ? 'end beyond' : 'end'} data-label={t('wms.count.variance')}>
            <Variance line={line} />
          </td>
          <td data-label={t('wms.count.reason')}>
            <VarianceReason line={line} />
            {actions}
          </td>
        </>
      )}
      <td data-label={t('wms.count.counter')}>
        {line.counterName === null ? <None /> : [line.counterName, line.secondName].filter(Boolean).join(t('wms.place.comma'))}
        {line.countedAt !== null && (
          <p className="count-second">
            <When at={line.countedAt} />
          </p>
        )}
      </td>
    </tr>
  );
}

/** Further values: of a second counter, or of a recount. */
function CountedValues({ line: { said, baseUnit } }: { line: CountLine }) {
  const t = useT();
  if (said === null || said.length < 2) return null;
  return (
    <details className="count-second">
      <summary>{t('count.said', { count: said.length })}</summary>
      <ol className="count-values">
        {said.map(({ qty, name, at, pass, conflict }) => (
          <li key={at}>
            {t('count.pass', { n: pass })} {name} <Quantity qty={qty} unit={baseUnit} /> <When at={at} />
            {conflict && <span className="count-mark">{t('count.saidConflict')}</span>}
          </li>
        ))}
      </ol>
    </details>
  );
}

/** Signed, `+5`, `−2`. */
function Variance({ line: { variance } }: { line: CountLine }) {
  if (variance === null) return <None />;
  if (compare(variance, '0') === 0) return <span className="count-second">0</span>;
  return <strong>{variance.startsWith('-') ? `−${grouped(variance.slice(1))}` : `+${grouped(variance)}`}</strong>;
}

function VarianceReason({ line }: { line: CountLine }) {
  const t = useT();
  const reasons = useDic('WMS_COUNT_REASON');
  const { reason, note } = line;
  return (
    <>
      {reason !== null && labelIn(reasons, reason)}
      {reason === null && hasVariance(line) && <span className="beyond">{t('count.reasonMissing')}</span>}
      {note !== null && <p className="count-second">{note}</p>}
    </>
  );
}

function SaveLines({ id }: { id: string }) {
  const t = useT();
  const call = usePageCall();
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const { data, headers } = await call(countRoutes.exportCountLines, { params: { id } }, { responseAll: true });
      saveFile(data, fileNameIn(headers, 'count.xlsx'));
    } catch (error) {
      noticeError(t('export.failed'), error instanceof Error ? error.message : undefined);
    } finally {
      setBusy(false);
    }
  };
  return (
    <button type="button" className="kw-plain kw-link" disabled={busy} onClick={() => void save()}>
      {t('count.lines.save')}
    </button>
  );
}
