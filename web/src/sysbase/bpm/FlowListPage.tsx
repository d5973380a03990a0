// All workflows: version in force, drafts, and past versions.
import { definitionRoutes, type DefinitionRow } from '@kuwei/contract/bpm/definition';
import { Button } from 'antd';
import { overviewRoutes } from '@kuwei/contract/bpm/overview';
import { useMayCall } from '../../page/may-call.ts';
import { usePage } from '../../page/page.ts';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { KindPanel } from './KindPanel.tsx';
import { useKinds } from './words.ts';
import './design.css';

export default function FlowListPage() {
  const t = useT();
  const { path, query, setQuery } = usePage();
  const mayCall = useMayCall();
  const kinds = useKinds();
  const { data: rows, error, refetch, isFetching } = usePageQuery(definitionRoutes.listDefinitions, undefined, { staleTime: 0 });
  const failed = error ?? kinds.error;
  if (failed && !(rows && kinds.data))
    return (
      <>
        <PageHead title={t('design.title')} />
        <LoadFailed error={failed} busy={isFetching} onRetry={() => void Promise.all([refetch(), kinds.refetch()])} />
      </>
    );
  if (!rows || !kinds.data) return <PageSkeleton />;
  const all = kinds.data.kinds;
  const kind = all.find(({ key }) => key === query.get('key')) ?? all[0]!;
  return (
    <>
      <PageHead
        title={t('design.title')}
        actions={
          mayCall(overviewRoutes.listRequests) && (
            <PageLink className="kw-button" to={`${path}/workflow`}>
              {t('design.overview')}
            </PageLink>
          )
        }
      />
      <div className="flow-list">
        <nav className="flow-kinds" aria-label={t('design.kinds')}>
          {all.map(({ key, name }) => (
            <KindButton
              key={key}
              name={name}
              rows={rows.filter((row) => row.key === key)}
              chosen={key === kind.key}
              onChoose={() => setQuery({ key })}
            />
          ))}
        </nav>
        <KindPanel key={kind.key} kind={kind} rows={rows.filter((row) => row.key === kind.key)} />
      </div>
    </>
  );
}

interface KindButtonProps {
  name: string;
  rows: readonly DefinitionRow[];
  chosen: boolean;
  onChoose: () => void;
}

function KindButton({ name, rows, chosen, onChoose }: KindButtonProps) {
  const t = useT();
  const inForce = rows.find(({ state }) => state === 'PUBLISHED');
  const drafts = rows.filter(({ state }) => state === 'DRAFT').length;
  const details = [
    inForce ? t('design.inForce.version', { version: inForce.version ?? 0 }) : t('design.noneInForce'),
    ...(drafts > 0 ? [`${t('design.drafts')} ${drafts}`] : []),
  ];
  return (
    <Button type="text" className="flow-kind-button" aria-pressed={chosen} onClick={onChoose}>
      <strong>{name}</strong>
      <small>{details.join(' · ')}</small>
    </Button>
  );
}
