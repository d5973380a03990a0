import type { ReplyOf } from '@kuwei/contract/route';
import { maintainUtilsRoutes } from '@kuwei/contract/sys/maintain-utils';
import { Select } from 'antd';
import { useState } from 'react';
import { usePageQuery, usePageWrite } from '../../../page/query.ts';
import { useT } from '../../../phrase/phrases.ts';
import { noticeDone } from '../../../ui/feedback.ts';
import { exactMoment, fileSize } from '../../../ui/format.ts';
import { LoadFailed } from '../../../ui/LoadFailed.tsx';
import { StateTag, type StateLooks } from '../../../ui/StateTag.tsx';

type Reindex = NonNullable<ReplyOf<typeof maintainUtilsRoutes.getReindex>>;

const looks: StateLooks<Reindex['state']> = {
  RUNNING: { label: 'utils.reindex.state.RUNNING', tone: 'info', shape: 'half' },
  DONE: { label: 'utils.reindex.state.DONE', tone: 'success', shape: 'check' },
  FAILED: { label: 'utils.reindex.state.FAILED', tone: 'danger', shape: 'cross' },
  CUT: { label: 'utils.reindex.state.CUT', tone: 'warning', shape: 'triangle' },
};

/** Rebuilds the indexes of one of the largest tables; shows the last result. */
export function ReindexBox() {
  const t = useT();
  const [table, setTable] = useState<string | null>(null);
  const sizes = usePageQuery(maintainUtilsRoutes.getSizes, undefined, { staleTime: 0 });
  const { data: last, error, refetch, isFetching } = usePageQuery(maintainUtilsRoutes.getReindex, undefined, { staleTime: 0 });
  const begin = usePageWrite(maintainUtilsRoutes.reindex, {
    changes: ['/sys/maintain/upgrade/utils/reindex'],
    onSuccess: (_, { body: { name } }) => noticeDone(t('utils.reindex.begun', { table: name })),
  });
  if (last === undefined) return error && <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />;
  const options = sizes.data?.tables.map(({ name, indexBytes }) => ({ value: name, label: `${name} · ${fileSize(indexBytes)}` }));
  const isBusy = begin.isPending || last?.state === 'RUNNING';
  return (
    <section className="maintain-box" aria-label={t('utils.reindex')}>
      <header>
        <h2>{t('utils.reindex')}</h2>
      </header>
      <p>{t('utils.reindex.text')}</p>
      <div className="maintain-buttons">
        <Select
          className="maintain-table-choice"
          aria-label={t('utils.reindex.table')}
          placeholder={t('utils.reindex.table')}
          value={table}
          options={options ?? []}
          onChange={setTable}
        />
        <button
          type="button"
          className="kw-button"
          disabled={isBusy || table === null}
          aria-busy={isBusy}
          onClick={() => table !== null && begin.mutate({ body: { name: table } })}
        >
          {t('utils.reindex.begin')}
        </button>
      </div>
      {last && <Last {...last} />}
    </section>
  );
}

function Last({ table, state, at, ms, error }: Reindex) {
  const t = useT();
  const moment = exactMoment(at);
  return (
    <div className="maintain-last" role="status">
      <StateTag look={looks[state]} />
      <span className="kw-code">{table}</span>
      <span>
        {ms === null
          ? t('utils.reindex.since', { at: moment })
          : t('utils.reindex.ended', { at: moment, seconds: (ms / 1_000).toFixed(1) })}
      </span>
      {error !== null && <div className="maintain-error">{error}</div>}
    </div>
  );
}
