// The guide of a new installation: what is done, what is next, and where it is done.
import { matchScreen } from '@kuwei/contract/screens';
import { firstStepsRoutes, type FirstStep, type FirstSteps } from '@kuwei/contract/sys/first-steps';
import { usePageQuery, usePageWrite } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import './first-steps.css';

/** Where each step is done; and where many are imported at once, if that is elsewhere. */
const PLACES: Readonly<Record<FirstStep, { to: string; many?: string }>> = {
  SITE: { to: '/def/sysbase/sysconfig' },
  WAREHOUSE: { to: '/admin/wms/warehouse/edit', many: '/admin/wms/warehouse' },
  BOXES: { to: '/admin/wms/container', many: '/admin/wms/warehouse-box/list' },
  PRODUCTS: { to: '/admin/wms/product/edit', many: '/admin/wms/product' },
  ORGS: { to: '/mg/wms/org/edit', many: '/mg/wms/org' },
  PEOPLE: { to: '/mg/user/mg/edit', many: '/mg/user/mg' },
  ROLES: { to: '/mg/user/mg' },
  OPENING: { to: '/admin/wms/transaction/opening' },
  DEPOSIT: { to: '/admin/wms/transaction/inbound?task=execute' },
};

export default function FirstStepsPage() {
  const t = useT();
  const { data, error, refetch, isFetching } = usePageQuery(firstStepsRoutes.getFirstSteps, {});
  const { mutate, isPending } = usePageWrite(firstStepsRoutes.setFirstSteps, { changes: ['/sys/first-steps'] });
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />;
  if (!data) return <PageSkeleton />;
  const skipped = data.steps.filter((step) => step.skipped).map(({ code }) => code);
  const keep = (change: Partial<{ closed: boolean; skipped: FirstStep[] }>): void =>
    mutate({ body: { closed: data.closed, skipped, ...change } });
  const next = data.steps.find((step) => !step.done && !step.skipped)?.code;
  const isOver = data.steps.some(({ code, done }) => code === 'DEPOSIT' && done);
  return (
    <>
      <PageHead
        title={t('steps.title')}
        actions={
          !isOver && (
            <button type="button" className="kw-button" disabled={isPending} onClick={() => keep({ closed: !data.closed })}>
              {t(data.closed ? 'steps.reopen' : 'steps.close')}
            </button>
          )
        }
      />
      <p className="first-steps-text">{t(isOver ? 'steps.over' : 'steps.text')}</p>
      <ol className="first-steps">
        {data.steps.map((step) => (
          <Step
            key={step.code}
            step={step}
            isNext={step.code === next}
            onSkip={() =>
              keep({ skipped: step.skipped ? skipped.filter((code) => code !== step.code) : [...skipped, step.code] })
            }
          />
        ))}
      </ol>
    </>
  );
}

interface StepProps {
  step: FirstSteps['steps'][number];
  /** The first that is left. */
  isNext: boolean;
  onSkip: () => void;
}

function Step({ step: { code, done, skipped }, isNext, onSkip }: StepProps) {
  const t = useT();
  const { to, many } = PLACES[code];
  const name = t(`steps.${code}`);
  return (
    <li
      className={done ? 'first-step done' : isNext ? 'first-step next' : 'first-step'}
      {...(isNext && { 'aria-current': 'step' })}
    >
      <div>
        <h2>{name}</h2>
        <p>{t(`steps.${code}.text`)}</p>
      </div>
      <div className="first-step-do">
        {(done || skipped) && <span className="first-step-state">{t(done ? 'steps.done' : 'steps.skipped')}</span>}
        {!done && (
          <button
            type="button"
            className="kw-plain kw-link"
            aria-label={`${t(skipped ? 'steps.unskip' : 'steps.skip')}: ${name}`}
            onClick={onSkip}
          >
            {t(skipped ? 'steps.unskip' : 'steps.skip')}
          </button>
        )}
        {many !== undefined && (
          <PageLink className="kw-link" to={many} aria-label={`${t('steps.import')}: ${name}`}>
            {t('steps.import')}
          </PageLink>
        )}
        {matchScreen(to) !== null && (
          <PageLink className={isNext ? 'kw-button primary' : 'kw-button'} to={to} aria-label={`${t('steps.go')}: ${name}`}>
            {t('steps.go')}
          </PageLink>
        )}
      </div>
    </li>
  );
}
