import { nightlyRoutes, type NightlyFile, type NightlyRun } from '@kuwei/contract/sys/nightly';
import { IMPORT_SHOWN } from '@kuwei/contract/workbook/workbook';
import { usePageQuery } from '../../page/query.ts';
import { langOf, useT } from '../../phrase/phrases.ts';
import { DetailHead } from '../../table/DetailHead.tsx';
import { DetailSkeleton } from '../../table/DetailSkeleton.tsx';
import { ImportChanges } from '../../table/import/ImportChanges.tsx';
import { ImportCounts } from '../../table/import/ImportCounts.tsx';
import { ImportErrors, ImportNotes } from '../../table/import/ImportErrors.tsx';
import '../../table/import/import.css';
import { exactMoment } from '../../ui/format.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { RunTrigger, nightLook } from './nightly-list.tsx';

/** A nightly import's details: result of each file, and reasons. */
export function NightDetail({ id, row }: { id: string; row: NightlyRun | undefined }) {
  const t = useT();
  const { data, error, refetch, isFetching } = usePageQuery(nightlyRoutes.getNight, { params: { id } });
  const shown = data ?? row;
  if (!shown) return error ? <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} /> : <DetailSkeleton />;
  const isOver = shown.state === 'DONE' || shown.state === 'FAILED';
  return (
    <>
      <DetailHead
        title={<RunTrigger of={shown} />}
        marks={
          <>
            <StateTag look={nightLook(shown)} />
            <span>{exactMoment(shown.createdAt)}</span>
          </>
        }
      />
      {shown.dry && <p className="nightly-hint">{t('nightly.dry')}</p>}
      {data?.files.map((file) => (
        <FileReport key={file.kind} file={file} />
      ))}
      {data && isOver && data.files.length === 0 && <p>{t('nightly.nothing')}</p>}
      {data && data.others.length > 0 && <p className="nightly-hint">{t('nightly.others', { names: data.others })}</p>}
      {data?.files.some(({ state, created, updated }) => state === 'TAKEN' && created + updated > 0) && (
        <p className="nightly-hint">{t('nightly.undoHint')}</p>
      )}
    </>
  );
}

function FileReport({ file }: { file: NightlyFile }) {
  const t = useT();
  const wasRead = file.state === 'TAKEN' || file.state === 'LOOKED';
  const { missingNames } = file;
  const counts = [
    { label: t('nightly.created'), count: file.created, tone: 'good' as const },
    { label: t('nightly.updated'), count: file.updated, tone: 'good' as const },
    { label: t('nightly.unchanged'), count: file.unchanged },
    ...(file.missing === null ? [] : [{ label: t('nightly.missing'), count: file.missing }]),
    { label: t('nightly.refused'), count: file.refused, tone: 'bad' as const },
  ];
  return (
    <section className="nightly-file">
      <h3>{t(`nightly.kind.${file.kind}`)}</h3>
      <p>
        <span className="kw-code">{file.file}</span> {t(`nightly.file.${file.state}`)}
      </p>
      {file.fault !== null && <p className="import-fault">{file.fault}</p>}
      {wasRead && <ImportCounts counts={counts} />}
      {file.summary.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <ImportErrors reply={{ errors: file.errors, workbook: null }} />
      <ImportNotes reply={{ notes: file.notes, noted: file.notes.length, errors: file.errors, workbook: null }} />
      <ImportChanges
        reply={file}
        title={
          file.created + file.updated > file.changes.length
            ? t('nightly.changesFirst', { count: file.changes.length })
            : t('nightly.changes')
        }
      />
      {missingNames.length > 0 && (
        <details className="import-changes">
          <summary>
            {missingNames.length < IMPORT_SHOWN
              ? t('nightly.missingNames')
              : t('nightly.missingFirst', { count: missingNames.length })}
          </summary>
          <ul className="nightly-missing">
            {missingNames.map((name) => (
              <li key={name} lang={langOf(name)}>
                {name}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
