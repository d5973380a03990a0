// The guide of a new installation: what is done, what is next, and where it is done.
import type { PlainKey } from '@kuwei/contract/phrase';
import { matchScreen } from '@kuwei/contract/screens';
import { firstStepsRoutes, type FirstStep, type FirstSteps } from '@kuwei/contract/sys/first-steps';
import { usePageQuery, usePageWrite } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import './first-steps.css';

interface Place {
  /** Where it is done. */
  to: string;
  /** Where those that wait are put into use. */
  waiting?: { to: string; text: 'steps.PRODUCTS.waiting' };
  /** Where many are imported at once, and what comes before; with a name of its own where a step has several. */
  imports?: readonly { to: string; label?: PlainKey }[];
}

const PLACES: Readonly<Record<FirstStep, Place>> = {
  SITE: { to: '/def/sysbase/sysconfig/edit?id=SYS_ADMIN_TITLE' },
  WAREHOUSE: { to: '/admin/wms/warehouse/edit', imports: [{ to: '/admin/wms/warehouse?import' }] },
  BOXES: {
    to: '/admin/wms/container',
    imports: [
      { to: '/admin/wms/container?import', label: 'steps.import.containers' },
      { to: '/admin/wms/warehouse-box/list?import', label: 'steps.import.boxes' },
    ],
  },
  PRODUCTS: {
    to: '/admin/wms/product/edit',
    waiting: { to: '/admin/wms/product?state=DRAFT', text: 'steps.PRODUCTS.waiting' },
    imports: [{ to: '/admin/wms/product?categories', label: 'steps.categories' }, { to: '/admin/wms/product?import' }],
  },
  ORGS: { to: '/mg/wms/org/edit', imports: [{ to: '/mg/wms/org?import' }] },
  PEOPLE: {
    to: '/mg/user/mg/edit',
    imports: [{ to: '/mg/user/mg?import' }, { to: '/mg/wms/org?import=members', label: 'steps.import.members' }],
  },
  // The workbook of people gives roles, too; that of roles says what they are.
  ROLES: {
    to: '/mg/user/mg',
    imports: [
      { to: '/mg/user/mg?import', label: 'steps.import.grants' },
      { to: '/def/power/role?import', label: 'steps.import.roles' },
    ],
  },
  OPENING: { to: '/admin/wms/transaction/opening', imports: [{ to: '/admin/wms/transaction/opening?import' }] },
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
  const isOver = data.steps.some(({ code, done }) => code === 'DEPOSIT' && done);
  const next = isOver ? undefined : data.steps.find((step) => !step.done && !step.skipped)?.code;
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

function Step({ step: { code, done, skipped, waiting }, isNext, onSkip }: StepProps) {
  const t = useT();
  const { to: begin, waiting: enabling, imports = [] } = PLACES[code];
  // What is there already is put into use first.
  const drafts = waiting > 0 ? enabling : undefined;
  const to = drafts?.to ?? begin;
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
