import { orgRecordRoutes } from '@kuwei/contract/wms/org-record';
import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { withTexts } from '../../navigation/lazy-page.ts';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import { List } from '../../table/List.tsx';
import { orgImporter } from './importer.ts';
import { orgList } from './org-list.tsx';
import { OrgDetail } from './OrgDetail.tsx';
import { useOrgActions } from './use-org-actions.tsx';

const LazyMemberImport = lazyPart(withTexts(async () => (await import('./MemberImport.tsx')).MemberImport, 'imports'));

export default function OrgListPage() {
  const t = useT();
  const { path, query, setQuery } = usePage();
  const { actionsOf, dialog } = useOrgActions(() => setQuery({ show: null }));
  const [importing, setImporting] = useState(false);
  const isAsked = query.get('import') === 'members';
  useEffect(() => {
    if (!isAsked) return;
    setImporting(true);
    setQuery({ import: null });
  }, [isAsked]);
  return (
    <>
      <List
        spec={orgList}
        title={t('org.title')}
        detail={(id, row) => <OrgDetail id={id} row={row} actionsOf={actionsOf} />}
        actionsOf={actionsOf}
        primary={{ label: t('org.new'), to: `${path}/edit`, route: orgRecordRoutes.createOrg }}
        actions={[
          { key: 'members', label: t('org.import.members'), run: () => setImporting(true), route: orgRecordRoutes.importMembers },
        ]}
        importer={orgImporter}
        exporter={orgRecordRoutes.exportOrgs}
        emptyText={t('org.emptyText')}
      />
      <Suspense>{importing && <LazyMemberImport onClose={() => setImporting(false)} />}</Suspense>
      {dialog}
    </>
  );
}
