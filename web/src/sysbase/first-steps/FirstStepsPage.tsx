// Setup guide of a new installation: steps done, the next one, and links.
import { matchScreen } from '@kuwei/contract/screens';
import { firstStepsRoutes, type FirstStep, type FirstSteps } from '@kuwei/contract/sys/first-steps';
import { usePageQuery, usePageWrite } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { nextStep, PLACES, stepAddress } from './places.ts';
import './first-steps.css';

export default function FirstStepsPage() {
  const t = useT();
  const { data, error, refetch, isFetching } = usePageQuery(firstStepsRoutes.getFirstSteps, {});
  const { mutate, isPending } = usePageWrite(firstStepsRoutes.setFirstSteps, { changes: ['/sys/first-steps'] });
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />;
  if (!data) return <PageSkeleton />;
  const skipped = data.steps.filter((step) => step.skipped).map(({ code }) => code);
  const keep = (change: Partial<{ closed: boolean; skipped: FirstStep[] }>): void =>
    mutate({ body: { closed: data.closed, skipped, ...change } });
  const isOver = data.steps.some(({ code, done }) => code === 'DEPOSIT' && done);
  const next = isOver ? undefined : nextStep(data)?.code;
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
  /** The first open step. */
  isNext: boolean;
  onSkip: () => void;
}

function Step({ step: { code, done, skipped, waiting }, isNext, onSkip }: StepProps) {
  const t = useT();
  const { waiting: enabling, imports = [] } = PLACES[code];
  const drafts = waiting > 0 ? enabling : undefined;
  const to = stepAddress({ code, waiting });
  const name = t(`steps.${code}`);
  const go = done ? 'steps.view' : 'steps.go';
  return (
    <li
      className={done ? 'first-step done' : isNext ? 'first-step next' : 'first-step'}
      {...(isNext && { 'aria-current': 'step' })}
    >
      <div>
        <h2>{name}</h2>
        <p>{t(`steps.${code}.text`)}</p>
        {drafts && <p>{t(drafts.text, { count: waiting })}</p>}
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
        {imports.map(({ to: many, label }) => (
          <PageLink key={many} className="kw-link" to={many} aria-label={`${t(label ?? 'steps.import')}: ${name}`}>
            {t(label ?? 'steps.import')}
          </PageLink>
        ))}
        {matchScreen(to) !== null && (
          <PageLink className={isNext ? 'kw-button primary' : 'kw-button'} to={to} aria-label={`${t(go)}: ${name}`}>
            {t(go)}
          </PageLink>
        )}
      </div>
    </li>
  );
}
