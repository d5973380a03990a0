// Leads the first administrator back to the guide, from every page, until it is finished or put away.
import { firstStepsRoutes } from '@kuwei/contract/sys/first-steps';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../api/call.ts';
import { queryClient } from '../api/query-client.ts';
import { FIRST_STEPS } from '../navigation/addresses.ts';
import { useNav } from '../page/nav.ts';
import { useT } from '../phrase/phrases.ts';
import { PageLink } from '../ui/PageLink.tsx';
import './first-steps-bar.css';

const ROLE = 'ROLE_ADMIN';

export default function FirstStepsBar() {
  const t = useT();
  const shown = useNav((state) => state.shown);
  const { data, refetch } = useQuery(
    {
      queryKey: [firstStepsRoutes.getFirstSteps.path, {}, { pageRole: ROLE, org: null }],
      retry: false,
      queryFn: ({ signal }) => call(firstStepsRoutes.getFirstSteps, undefined, { pageRole: ROLE, signal }),
    },
    queryClient,
  );
  const isOver = data?.open === false;
  const isGuide = shown.kind === 'page' && shown.place.pathname === FIRST_STEPS;
  // What was done on the page that is left may have been a step.
  useEffect(() => {
    if (!isOver) void refetch();
  }, [shown, isOver, refetch]);
  if (!data || isOver) return null;
  const count = data.steps.filter(({ done, skipped }) => !done && !skipped).length;
  return (
    <p className="first-steps-bar" role="status">
      <span>{t('firstSteps.left', { count })}</span>
      {!isGuide && (
        <PageLink className="kw-link" to={FIRST_STEPS}>
          {t('firstSteps.go')}
        </PageLink>
      )}
    </p>
  );
}
