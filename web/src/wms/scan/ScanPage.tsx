// The result of a scan and its actions: for phones at the shelf, desk scanners, and label addresses opened by a phone camera.
import { labelAddress } from '@kuwei/contract/wms/label';
import { scanRoutes, type Scanned } from '@kuwei/contract/wms/scan';
import { useEffect, useEffectEvent } from 'react';
import { history } from '../../browser/history.ts';
import { usePage } from '../../page/page.ts';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { ScanInput } from '../../ui/scan/ScanInput.tsx';
import { signal } from '../../ui/scan/signal.ts';
import { Found } from './Found.tsx';
import { Waiting } from './Waiting.tsx';
import './scan.css';

export default function ScanPage() {
  const t = useT();
  const { query, setQuery } = usePage();
  const text = textOf(query);
  return (
    <div className="scan-page">
      <PageHead title={t('scan.title')} />
      <ScanInput label={t('scan.hint')} onScan={(scanned) => setQuery({ text: scanned, code: null })} />
      {text === null ? <Waiting /> : <Result key={text} text={text} />}
    </div>
  );
}

/** The scanned text, or the code in a label's address. */
function textOf(query: URLSearchParams): string | null {
  const code = query.get('code');
  return query.get('text') ?? (code === null ? null : labelAddress(location.origin, code));
}

function Result({ text }: { text: string }) {
  const { data, error, refetch, isFetching } = usePageQuery(scanRoutes.scan, { body: { text } }, { staleTime: 0 });
  const signalResult = useEffectEvent((scanned: Scanned) => signal(scanned.why === null ? 'good' : 'bad'));
  useEffect(() => {
    if (data) signalResult(data);
  }, [data]);
  // Documents redirect to their own page.
  const to = data?.why === null && data.chosen ? (data.document?.link ?? null) : null;
  useEffect(() => {
    if (to !== null) history.replace(to);
  }, [to]);
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />;
  if (!data || to !== null) return <PageSkeleton />;
  return <Found scanned={data} text={text} />;
}
