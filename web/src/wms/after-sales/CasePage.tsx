// One case on its own page: the target of messages, and where phones decide.
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import { PageHead } from '../../ui/PageHead.tsx';
import { CaseDetail } from './CaseDetail.tsx';
import { useCaseActions } from './use-case-actions.tsx';

export default function CasePage() {
  const t = useT();
  const id = usePage().query.get('id');
  const { actionsOf, dialog } = useCaseActions();
  if (id === null) return <PageHead title={t('afs.noCase')} />;
  return (
    <div className="afs-page">
      <CaseDetail id={id} row={undefined} actionsOf={actionsOf} isPage />
      {dialog}
    </div>
  );
}
