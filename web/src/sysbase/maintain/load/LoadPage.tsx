// Uploads a backup, and reports what restoring it would mean.
import { maintainRoutes, type Backup } from '@kuwei/contract/sys/maintain';
import { Select } from 'antd';
import { usePage } from '../../../page/page.ts';
import { usePageQuery } from '../../../page/query.ts';
import { useT } from '../../../phrase/phrases.ts';
import { exactMoment, fileSize } from '../../../ui/format.ts';
import { PageHead } from '../../../ui/PageHead.tsx';
import { MaintainParts } from '../MaintainParts.tsx';
import { ReportBox } from './ReportBox.tsx';
import { UploadBox } from './UploadBox.tsx';

export default function LoadPage() {
  const t = useT();
  const { query, setQuery } = usePage();
  const id = query.get('id');
  const choose = (chosen: string | null): void => setQuery({ id: chosen });
  const { data: chosen } = usePageQuery(
    maintainRoutes.getBackup,
    { params: { id: id ?? '' } },
    { enabled: id !== null, staleTime: 0 },
  );
  const backup = id === null ? undefined : chosen;
  return (
    <>
      <PageHead title={t('load.title')} />
      <MaintainParts />
      <div className="maintain-page">
        <section className="maintain-box" aria-label={t('load.choose')}>
          <header>
            <h2>{t('load.choose')}</h2>
          </header>
          <p>{t('load.choose.text')}</p>
          <Choice id={id} chosen={backup} onChange={choose} />
        </section>
        <UploadBox onDone={choose} />
        {backup && <ReportBox key={backup.id} backup={backup} />}
      </div>
    </>
  );
}

function Choice({
  id,
  chosen,
  onChange,
}: {
  id: string | null;
  chosen: Backup | undefined;
  onChange: (id: string | null) => void;
}) {
  const t = useT();
  const { data } = usePageQuery(
    maintainRoutes.listBackups,
    { query: { state: ['READY', 'VERIFIED'], size: 100 } },
    { staleTime: 0 },
  );
  const offered = data?.list ?? [];
  const listed = chosen && !offered.some((each) => each.id === chosen.id) ? [chosen, ...offered] : offered;
  const nameOf = ({ kind, madeAt, createdAt, size, givenName }: Backup): string =>
    [exactMoment(madeAt ?? createdAt), t(`backup.kind.${kind}`), givenName, size === null ? null : fileSize(size)]
      .filter((part) => part !== null)
      .join(' · ');
  return (
    <Select
      className="maintain-choice"
      aria-label={t('load.choose')}
      placeholder={t('load.choose')}
      value={chosen ? id : null}
      options={listed.map((each) => ({ value: each.id, label: nameOf(each) }))}
      onChange={onChange}
    />
  );
}
