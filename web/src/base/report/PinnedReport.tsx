import { ownReportRoutes } from '@kuwei/contract/sys/report';
import ArrowDownOutlined from '@ant-design/icons/es/icons/ArrowDownOutlined';
import ArrowUpOutlined from '@ant-design/icons/es/icons/ArrowUpOutlined';
import PushpinFilled from '@ant-design/icons/es/icons/PushpinFilled';
import ReloadOutlined from '@ant-design/icons/es/icons/ReloadOutlined';
import { useEffect, useId, type ReactNode } from 'react';
import { usePage } from '../../page/page.ts';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import type { Pin } from '../../session/pins.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { runAddress } from './conditions.ts';
import { Result } from './Result.tsx';

/** Age after which a result is refetched when the page is shown. */
const STALE_MS = 5 * 60_000;

interface PinnedReportProps {
  pin: Pin;
  /** Whether it may load now. */
  isDue: boolean;
  onCome: () => void;
  onUp: (() => void) | null;
  onDown: (() => void) | null;
  onUnpin: () => void;
}

export function PinnedReport({ pin, isDue, onCome, onUp, onDown, onUnpin }: PinnedReportProps) {
  const t = useT();
  const { prefix } = usePage();
  const heading = useId();
  const params = { id: pin.id };
  const { data: report, error: gone } = usePageQuery(ownReportRoutes.getOwnReport, { params });
  const { data, error, isFetching, refetch } = usePageQuery(
    ownReportRoutes.runReport,
    { params, body: { values: { ...pin.values } } },
    { enabled: isDue, staleTime: STALE_MS, holdLive: true },
  );
  const hasCome = data !== undefined || error !== null;
  useEffect(() => {
    if (hasCome) onCome();
  }, [hasCome]);
  const name = report?.name ?? pin.name;
  return (
    <section className="report-pin" aria-labelledby={heading} aria-busy={isFetching}>
      <header>
        <h2 id={heading}>
          <PageLink to={runAddress(`/${prefix}/base/report`, pin.id, pin.values)}>{name}</PageLink>
        </h2>
        <div className="report-pin-tools">
          <Tool label={t('result.start.refresh', { name })} onClick={isDue && !isFetching ? () => void refetch() : null}>
            <ReloadOutlined aria-hidden="true" spin={isFetching} />
          </Tool>
          <Tool label={t('result.start.up', { name })} onClick={onUp}>
            <ArrowUpOutlined aria-hidden="true" />
          </Tool>
          <Tool label={t('result.start.down', { name })} onClick={onDown}>
            <ArrowDownOutlined aria-hidden="true" />
          </Tool>
          <Tool label={t('result.start.unpin', { name })} onClick={onUnpin}>
            <PushpinFilled aria-hidden="true" />
          </Tool>
        </div>
      </header>
      {data === undefined && error === null && <p className="report-text">{t('result.running')}</p>}
      {error !== null && data === undefined && (
        <LoadFailed error={gone ?? error} onRetry={() => void refetch()} busy={isFetching} />
      )}
      {data && report && <Result result={data} chart={report.chart} busy={isFetching} />}
    </section>
  );
}

function Tool({ label, onClick, children }: { label: string; onClick: (() => void) | null; children: ReactNode }) {
  return (
    <button
      type="button"
      className="kw-button report-pin-tool"
      aria-label={label}
      title={label}
      disabled={onClick === null}
      onClick={() => onClick?.()}
    >
      {children}
    </button>
  );
}
