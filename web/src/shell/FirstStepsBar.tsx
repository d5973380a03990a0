// Leads the first administrator through the setup guide, on every page, until it is finished or dismissed.
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { queryClient } from '../api/query-client.ts';
import { lazyPart } from '../browser/lazy-part.ts';
import { FIRST_STEPS } from '../navigation/addresses.ts';
import { withTexts } from '../navigation/lazy-page.ts';
import { useNav } from '../page/nav.ts';
import { useT } from '../phrase/phrases.ts';
import { firstStepsQuery } from '../session/first-steps.ts';
import { PageLink } from '../ui/PageLink.tsx';
import './bar.css';

// The texts of the steps load only if there is a step to show.
const nextStep = withTexts(() => import('../sysbase/first-steps/NextStep.tsx'), 'system');
const NextStep = lazyPart(async () => (await nextStep()).default);

export default function FirstStepsBar() {
  const t = useT();
  const shown = useNav((state) => state.shown);
  const { data, refetch } = useQuery(firstStepsQuery, queryClient);
  const isOver = data?.open === false;
  const pathname = shown.kind === 'page' ? shown.place.pathname : null;
  // The user may just have completed a step, by saving or on the previous page.
  useEffect(() => {
    if (!isOver) void refetch();
  }, [shown, isOver, refetch]);
  useEffect(() => {
    if (isOver) return undefined;
    return queryClient.getMutationCache().subscribe(({ type, mutation }) => {
      if (type === 'updated' && mutation.state.status === 'success') void refetch();
    });
  }, [isOver, refetch]);
  if (!data || isOver) return null;
  const count = data.steps.filter(({ done, skipped }) => !done && !skipped).length;
  return (
    <p className="shell-bar" role="status">
      <span>{t('firstSteps.left', { count })}</span>
      {pathname !== FIRST_STEPS && (
        <>
          <Suspense>
            <NextStep steps={data} pathname={pathname} />
          </Suspense>
          <PageLink className="kw-link" to={FIRST_STEPS}>
            {t('firstSteps.go')}
          </PageLink>
        </>
      )}
    </p>
  );
}
