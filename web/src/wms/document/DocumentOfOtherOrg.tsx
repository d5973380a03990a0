// A document that cannot be shown: it belongs to another of the user's groups, which they can switch to, or does not exist.
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { usePage } from '../../page/page.ts';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { ErrorPage } from '../../ui/ErrorPage.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { useOrgChoice } from '../user/switchorg/use-org-choice.ts';
import './document-panel.css';

export function DocumentOfOtherOrg({ id }: { id: string }) {
  const t = useT();
  const { address } = usePage();
  const { data: org, isPending, isError } = usePageQuery(transactionRoutes.findOwner, { params: { id } }, { staleTime: 0 });
  const { choose, choosing } = useOrgChoice(address);
  if (isPending && !isError) return <PageSkeleton />;
  if (!org) return <ErrorPage status={404} message={t('error.page.notFound')} />;
  return (
    <section className="document-elsewhere">
      <PageHead title={t('tx.elsewhere.title', { name: org.name })} />
      <p>{t('tx.elsewhere.text', { name: org.name })}</p>
      <BusyButton type="primary" busy={choosing !== null} onClick={() => void choose(org)}>
        {t('tx.elsewhere.switch', { name: org.name })}
      </BusyButton>
    </section>
  );
}
