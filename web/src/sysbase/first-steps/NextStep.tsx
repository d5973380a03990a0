// The next step of the guide, for the bar above every page.
import { matchScreen } from '@kuwei/contract/screens';
import type { FirstSteps } from '@kuwei/contract/sys/first-steps';
import { useT } from '../../phrase/phrases.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { nextStep, stepAddress } from './places.ts';

/** @param pathname of the page in front: no link if the step's page is already open */
export default function NextStep({ steps, pathname }: { steps: FirstSteps; pathname: string | null }) {
  const t = useT();
  const next = nextStep(steps);
  const to = next && stepAddress(next);
  if (!next || !to || to.split('?')[0] === pathname || matchScreen(to) === null) return null;
  return (
    <PageLink className="kw-link" to={to}>
      {t('firstSteps.next', { step: t(`steps.${next.code}`) })}
    </PageLink>
  );
}
