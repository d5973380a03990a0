// Why a person may see something, or why not: a sentence, and where each part of it can be looked at.
import { accountRoutes } from '@kuwei/contract/auth/account';
import { ruleRoutes, type ExplainedSight } from '@kuwei/contract/auth/rule';
import { hasReader } from '@kuwei/contract/auth/rule-words';
import { Select } from 'antd';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { OptionLine } from '../../form/field/OptionLine.tsx';
import { useMayCall } from '../../page/may-call.ts';
import { usePage } from '../../page/page.ts';
import { usePageQuery } from '../../page/query.ts';
import { say, useT } from '../../phrase/phrases.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
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
  if (!hasReader(subject))
    return (
      <>
        {head}
        <p className="rule-hint">{t(`rights.rule.noReader.${subject}`)}</p>
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
  /** What the answer calls the one that is chosen. */
  known: Option | undefined;
  use: (q: { size: number; q?: string }) => {
    route: typeof ruleRoutes.listRuleOwners | typeof ruleRoutes.listRuleSubjects;
    query: object;
  };
  onChange: (id: string | null) => void;
}

function Chooser({ label, value, known, use, onChange }: ChooserProps) {
  const [picked, setPicked] = useState(known);
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const { route, query } = use({ size: q === '' ? 200 : SHOWN, ...(q === '' ? {} : { q }) });
  const { data } = usePageQuery(route, { query }, { keepPrevious: true });
  const found = (data as { list: Option[] } | undefined)?.list ?? [];
  const chosen = [known, picked].find((each) => each?.id === value);
  // Whoever is chosen keeps their name while others are looked for.
  const options = q === '' && chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found;
  return (
    <Select
      className="rule-chooser"
      aria-label={label}
      placeholder={label}
      value={value !== null && options.concat(chosen ?? []).some(({ id }) => id === value) ? value : null}
      options={options.map(({ id, name, hint }) => ({ value: id, label: name, hint }))}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      optionRender={({ data: option }) => <OptionLine {...option} />}
      allowClear
      onChange={(id) => {
        setPicked(found.find((each) => each.id === id));
        setTyped('');
        onChange(id ?? null);
      }}
    />
  );
}

function useAnswer(userId: string | null, subjectId: string | null) {
  const { subject } = useRulePlace();
  const subjectType = hasReader(subject) ? subject : 'WMS_ORG';
  const asked = { userId: userId ?? '', subjectType, subjectId: subjectId ?? '' };
  return usePageQuery(ruleRoutes.explainSight, { query: asked }, { enabled: userId !== null && subjectId !== null });
}

interface AnswerProps {
  userId: string;
  subjectId: string;
  answer: ReturnType<typeof useAnswer>;
}

function Answer({ userId, subjectId, answer: { data, error, refetch, isFetching } }: AnswerProps) {
  const t = useT();
  const { subject } = useRulePlace();
  const mayOpen = useMayCall()(accountRoutes.getAccount);
  if (!data) return error ? <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} /> : null;
  const give = ruleAddress({ owner: 'USER', subject }, `/edit?subject_model=select&ownerId=${userId}&subjectId=${subjectId}`);
  return (
    <section className="rule-why" aria-live="polite">
      <StateTag
        look={
          data.sees
            ? { label: 'rights.rule.explainYes', tone: 'success', shape: 'check' }
            : { label: 'rights.rule.explainNo', tone: 'quiet', shape: 'bar' }
        }
      />
      <p className="rule-sentence">{data.sentence}</p>
      <Rules title={t('rights.rule.explainWhy')} of={data.reasons} />
      <Rules title={t('rights.rule.explainNot')} of={data.obstacles} />
      <p className="rule-links">
        {mayOpen && <PageLink to={`/def/user/mg?show=${userId}`}>{t('rights.rule.explainAccount')}</PageLink>}
        {!data.sees && <PageLink to={give}>{t('rights.rule.explainGive')}</PageLink>}
      </p>
    </section>
  );
}

type Part = ExplainedSight['reasons'][number] | ExplainedSight['obstacles'][number];

/** Those that are rules, each with its own page. */
function Rules({ title, of }: { title: string; of: readonly Part[] }) {
  const t = useT();
  const { subject } = useRulePlace();
  if (of.length === 0) return null;
  const said = (part: Part): string => {
    if (part.kind === 'RULE') return t(`rights.rule.why.RULE.${part.ownerType ?? 'USER'}`, { name: part.name });
    if (part.kind === 'MEMBER' || part.kind === 'WORKS') return t(`rights.rule.why.${part.kind}`, { name: part.name });
    return say(`rights.rule.obstacle.${part.kind}`, { name: part.name, day: 'day' in part ? (part.day ?? '') : '' });
  };
  const isRule = (part: Part): boolean => !['MEMBER', 'WORKS', 'ACCOUNT', 'NO_PAGE'].includes(part.kind);
  return (
    <>
      <h2>{title}</h2>
      <ul>
        {of.map((part) => (
          <li key={`${part.kind}${part.id ?? ''}`}>
            {said(part)}{' '}
            {isRule(part) && (
              <PageLink to={ruleAddress({ owner: null, subject }, `?show=${part.id ?? ''}`)}>
                {t('rights.rule.explainRule')}
              </PageLink>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
