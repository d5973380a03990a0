// Explains why a user can see a record or not: a sentence with links to its parts.
import { accountRoutes } from '@kuwei/contract/auth/account';
import { ruleRoutes, type VisibilityExplanation, type VisibilityLevel } from '@kuwei/contract/auth/rule';
import { reasonPhraseKey } from '@kuwei/contract/auth/rule-reason';
import { MEMBERSHIP_INACTIVE_REASONS, RULE_INACTIVE_REASONS } from '@kuwei/contract/auth/rule-words';
import { orgRecordRoutes } from '@kuwei/contract/wms/org-record';
import { Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { OptionLine } from '../../form/field/OptionLine.tsx';
import { useMayCall } from '../../page/may-call.ts';
import { usePage } from '../../page/page.ts';
import { usePageQuery } from '../../page/query.ts';
import { say, useT } from '../../phrase/phrases.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { StateTag, type StateLook } from '../../ui/StateTag.tsx';
import { useSearchState, useSearchField } from '../../ui/use-search-field.ts';
import { RightLinks } from '../role/RightLinks.tsx';
import { ruleAddress, useRulePlace } from './places.ts';
import './rule.css';

const SHOWN = 20;

export function Explain({ above, buttons }: { above: ReactNode; buttons: ReactNode }) {
  const t = useT();
  const { query, setQuery } = usePage();
  const { subject } = useRulePlace();
  const [userId, subjectId] = [query.get('userId'), query.get('subjectId')];
  const answer = useAnswer(userId, subjectId);
  const head = (
    <>
      <PageHead title={t('rights.rule.title')} actions={buttons} />
      {above}
    </>
  );
  return (
    <>
      {head}
      <div className="rule-above">
        <Chooser
          key="person"
          label={t('rights.rule.explainPerson')}
          value={userId}
          known={answer.data && { id: answer.data.person.id, name: answer.data.person.name, hint: answer.data.person.username }}
          use={(q) => ({ route: ruleRoutes.listRuleOwners, query: { ownerType: 'USER', ...q } })}
          onChange={(id) => setQuery({ userId: id })}
        />
        <Chooser
          key={subject}
          label={t(`rights.rule.subject.${subject}`)}
          value={subjectId}
          known={answer.data && { id: answer.data.subject.id, name: answer.data.subject.name, hint: answer.data.subject.code }}
          use={(q) => ({ route: ruleRoutes.listRuleSubjects, query: { subjectType: subject, ...q } })}
          onChange={(id) => setQuery({ subjectId: id })}
        />
      </div>
      {userId === null || subjectId === null ? (
        <p className="rule-hint">{t('rights.rule.explainText')}</p>
      ) : (
        <Answer userId={userId} subjectId={subjectId} answer={answer} />
      )}
    </>
  );
}

interface Option {
  id: string;
  name: string;
  hint: string;
}

interface ChooserProps {
  label: string;
  value: string | null;
  /** The chosen option as named in the answer. */
  known: Option | undefined;
  use: (q: { size: number; q?: string; ids?: string[] }) => {
    route: typeof ruleRoutes.listRuleOwners | typeof ruleRoutes.listRuleSubjects;
    query: object;
  };
  onChange: (id: string | null) => void;
}

function Chooser({ label, value, known, use, onChange }: ChooserProps) {
  const [picked, setPicked] = useState(known);
  const looking = useSearchState();
  const { q } = looking;
  const { route, query } = use({ size: SHOWN, ...(q === '' ? {} : { q }) });
  const { data, isFetching } = usePageQuery(route, { query }, { keepPrevious: true });
  const found = (data as { list: Option[] } | undefined)?.list ?? [];
  // The address may have any id.
  const given = use({ size: 1, ids: [value ?? ''] });
  const named = usePageQuery(given.route, { query: given.query }, { enabled: value !== null });
  const [first] = (named.data as { list: Option[] } | undefined)?.list ?? [];
  const chosen = [known, picked, first].find((each) => each?.id === value);
  const choose = (id: string | null): void => {
    setPicked(found.find((each) => each.id === id));
    onChange(id);
  };
  // The chosen one keeps its name during a search.
  const options = q === '' && chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found;
  const offered = options.map(({ id, name, hint }) => ({ value: id, label: name, hint }));
  const { isHere: _, ...sought } = useSearchField(looking, { isFetching, options: offered, choose });
  return (
    <Select
      className="rule-chooser"
      aria-label={label}
      placeholder={label}
      value={value !== null && options.concat(chosen ?? []).some(({ id }) => id === value) ? value : null}
      options={offered}
      {...sought}
      optionRender={({ data: option }) => <OptionLine {...option} />}
      allowClear
      onChange={(id?: string) => choose(id ?? null)}
    />
  );
}

function useAnswer(userId: string | null, subjectId: string | null) {
  const { subject } = useRulePlace();
  const asked = { userId: userId ?? '', subjectType: subject, subjectId: subjectId ?? '' };
  return usePageQuery(ruleRoutes.explainSight, { query: asked }, { enabled: userId !== null && subjectId !== null });
}

const LOOKS: Readonly<Record<VisibilityLevel, StateLook>> = {
  ALL: { label: 'rights.rule.explainYes', tone: 'success', shape: 'check' },
  PART: { label: 'rights.rule.explainPart', tone: 'info', shape: 'half' },
  NONE: { label: 'rights.rule.explainNo', tone: 'quiet', shape: 'bar' },
};

interface AnswerProps {
  userId: string;
  subjectId: string;
  answer: ReturnType<typeof useAnswer>;
}

function Answer({ userId, subjectId, answer: { data, error, refetch, isFetching } }: AnswerProps) {
  const t = useT();
  const { subject } = useRulePlace();
  const isAdmin = useMayCall()(accountRoutes.getAccount);
  if (!data) return error ? <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} /> : null;
  const give = ruleAddress({ owner: 'USER', subject }, `/edit?subject_model=select&ownerId=${userId}&subjectId=${subjectId}`);
  return (
    <section className="rule-why" aria-live="polite">
      <StateTag look={LOOKS[data.sees]} />
      <p className="rule-sentence">{data.sentence}</p>
      <Parts title={t('rights.rule.explainWhy')} of={data.reasons} />
      <Parts title={t('rights.rule.explainNot')} of={data.obstacles} />
      <p className="rule-links">
        {isAdmin && <PageLink to={`/def/user/mg?show=${userId}`}>{t('rights.rule.explainAccount')}</PageLink>}
        {subject === 'MENU' && isAdmin && (
          <PageLink to={`/def/sysbase/project/app/menu?view=preview&person=${userId}`}>{t('rights.rule.explainMenu')}</PageLink>
        )}
        {data.sees === 'NONE' && <PageLink to={give}>{t('rights.rule.explainGive')}</PageLink>}
      </p>
    </section>
  );
}

type Part = VisibilityExplanation['reasons'][number] | VisibilityExplanation['obstacles'][number];

const isRule = ({ kind }: Part): boolean => kind === 'RULE' || (RULE_INACTIVE_REASONS as readonly string[]).includes(kind);
const isPlace = ({ kind }: Part): boolean => ['MEMBER', 'WORKS', ...MEMBERSHIP_INACTIVE_REASONS].includes(kind);

/** The parts with links: rule, organisation, roles and powers. */
function Parts({ title, of }: { title: string; of: readonly Part[] }) {
  const t = useT();
  const { subject } = useRulePlace();
  const mayCall = useMayCall();
  if (of.length === 0) return null;
  const describePart = (part: Part): string =>
    'day' in part
      ? say(`rights.rule.obstacle.${part.kind}`, { name: part.name, day: part.day ?? '', of: part.of.map(({ name }) => name) })
      : t(reasonPhraseKey(part, subject), { name: part.name });
  return (
    <>
      <h2>{title}</h2>
      <ul>
        {of.map((part) => (
          <li key={`${part.kind}${part.id ?? ''}`}>
            <span>{describePart(part)}</span>
            {isRule(part) && (
              <PageLink to={ruleAddress({ owner: null, subject }, `?show=${part.id ?? ''}`)}>
                {t('rights.rule.explainRule')}
              </PageLink>
            )}
            {isPlace(part) && mayCall(orgRecordRoutes.listOrgs) && (
              <PageLink to={`/mg/wms/org?show=${part.id ?? ''}`}>{t('rights.rule.explainOrg')}</PageLink>
            )}
            <RightLinks of={part.of} />
          </li>
        ))}
      </ul>
    </>
  );
}
