import { maintainUtilsRoutes } from '@kuwei/contract/sys/maintain-utils';
import { usePageQuery, usePageWrite } from '../../../page/query.ts';
import { useT } from '../../../phrase/phrases.ts';
import { ask, noticeDone } from '../../../ui/feedback.ts';
import { fileSize } from '../../../ui/format.ts';
import { LoadFailed } from '../../../ui/LoadFailed.tsx';
import { When } from '../../../ui/When.tsx';

/** Stored files without a row, which can be deleted, and rows whose file is missing. */
export function OrphansBox() {
  const t = useT();
  // Reads the whole folder: other maintenance events must not trigger it again.
  const { data, error, refetch, isFetching } = usePageQuery(maintainUtilsRoutes.getOrphans, undefined, { holdLive: true });
  const remove = usePageWrite(maintainUtilsRoutes.deleteOrphans, {
    changes: ['/sys/maintain/upgrade/utils/orphan'],
    onSuccess: ({ count, bytes }) => noticeDone(t('utils.orphans.deleted', { count, size: fileSize(bytes) })),
  });
  if (!data) return error && <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />;
  const { orphans, missing } = data;
  const size = fileSize(orphans.bytes);
  const askAndRemove = async (): Promise<void> => {
    const question = {
      title: t('utils.orphans.ask', { count: orphans.count, size }),
      text: t('utils.orphans.askText'),
      yes: t('utils.orphans.delete'),
      no: t('common.cancel'),
      danger: true,
    };
    if (!remove.isPending && (await ask(question))) remove.mutate({});
  };
  return (
    <section className="maintain-box wide" aria-label={t('utils.orphans')}>
      <header>
        <h2>{t('utils.orphans')}</h2>
        <span className="maintain-buttons">
          <button type="button" className="kw-button" aria-busy={isFetching} onClick={() => void refetch()}>
            {t('utils.refresh')}
          </button>
          {orphans.count > 0 && (
            <button type="button" className="kw-button danger" aria-busy={remove.isPending} onClick={() => void askAndRemove()}>
              {t('utils.orphans.delete')}
            </button>
          )}
        </span>
      </header>
      <p>{t('utils.orphans.text')}</p>
      <Listed
        title={t('utils.orphans.unknown')}
        sum={orphans.count === 0 ? t('utils.orphans.none') : t('utils.files.text', { count: orphans.count, size })}
        rows={orphans.first.map((file) => ({ key: file.name, ...file, isCode: true }))}
        count={orphans.count}
      />
      <Listed
        title={t('utils.orphans.missing')}
        sum={
          missing.count === 0
            ? t('utils.orphans.none')
            : t('utils.files.text', { count: missing.count, size: fileSize(missing.bytes) })
        }
        rows={missing.first.map(({ id, ...file }) => ({ key: id, ...file, isCode: false }))}
        count={missing.count}
      />
    </section>
  );
}

interface ListedProps {
  title: string;
  sum: string;
  rows: readonly { key: string; name: string; bytes: number; at: string; isCode: boolean }[];
  /** Total number, listed or not. */
  count: number;
}

function Listed({ title, sum, rows, count }: ListedProps) {
  const t = useT();
  return (
    <>
      <h3 className="maintain-heading">
        {title} <span>{sum}</span>
      </h3>
      {rows.length > 0 && (
        <div className="maintain-scroll maintain-some" tabIndex={0} role="group" aria-label={title}>
          <table className="maintain-table">
            <thead>
              <tr>
                <th>{t('utils.orphans.name')}</th>
                <th className="right">{t('utils.table.bytes')}</th>
                <th className="right">{t('utils.orphans.at')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, name, bytes, at, isCode }) => (
                <tr key={key}>
                  <td className={isCode ? 'kw-code maintain-name' : 'maintain-name'}>{name}</td>
                  <td className="right">{fileSize(bytes)}</td>
                  <td className="right">
                    <When at={at} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {count > rows.length && <p>{t('utils.orphans.more', { count: count - rows.length })}</p>}
        </div>
      )}
    </>
  );
}
