import { maintainUtilsRoutes } from '@kuwei/contract/sys/maintain-utils';
import { usePageQuery } from '../../../page/query.ts';
import { useT } from '../../../phrase/phrases.ts';
import { Facts } from '../../../ui/Facts.tsx';
import { fileSize, grouped } from '../../../ui/format.ts';
import { LoadFailed } from '../../../ui/LoadFailed.tsx';
import { None } from '../../../ui/None.tsx';

/** Disk usage and free space. */
export function SizesBox() {
  const t = useT();
  const { data, error, refetch, isFetching } = usePageQuery(maintainUtilsRoutes.getSizes, undefined, { staleTime: 0 });
  if (!data) return error && <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />;
  const { database, tables, tableCount, files, disk } = data;
  return (
    <section className="maintain-box" aria-label={t('utils.sizes')}>
      <header>
        <h2>{t('utils.sizes')}</h2>
      </header>
      <Facts
        facts={[
          [
            t('utils.database'),
            t(`utils.database.${database.kind}`, { version: database.version, size: fileSize(database.bytes) }),
          ],
          [t('utils.files'), t('utils.files.text', { count: files.count, size: fileSize(files.bytes) })],
          [t('utils.folder'), <span className="kw-code">{files.folder}</span>],
          disk && [t('utils.disk'), t('utils.disk.text', { free: fileSize(disk.free), total: fileSize(disk.total) })],
        ]}
      />
      <h3 className="maintain-heading">
        {t('utils.tables')} <span>{t('utils.tables.of', { count: tableCount })}</span>
      </h3>
      <div className="maintain-scroll" tabIndex={0} role="group" aria-label={t('utils.tables')}>
        <table className="maintain-table">
          <thead>
            <tr>
              <th>{t('utils.table.name')}</th>
              <th className="right">{t('utils.table.rows')}</th>
              <th className="right">{t('utils.table.bytes')}</th>
              <th className="right">{t('utils.table.indexBytes')}</th>
            </tr>
          </thead>
          <tbody>
            {tables.map(({ name, rows, bytes, indexBytes }) => (
              <tr key={name}>
                <td className="kw-code">{name}</td>
                <td className="right">{rows === null ? <None /> : grouped(String(rows))}</td>
                <td className="right">{fileSize(bytes)}</td>
                <td className="right">{fileSize(indexBytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
