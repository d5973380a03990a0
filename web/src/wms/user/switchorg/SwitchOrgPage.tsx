// Selects the research group that the user works for.
import { hasWords } from '@kuwei/contract/normalize-text';
import { ORG_TYPE_LAB } from '@kuwei/contract/constants';
import { orgRoutes, type Org } from '@kuwei/contract/wms/org';
import { Input, Skeleton } from 'antd';
import { useState } from 'react';
import { usePage } from '../../../page/page.ts';
import { usePageQuery } from '../../../page/query.ts';
import { useT } from '../../../phrase/phrases.ts';
import { LoadFailed } from '../../../ui/LoadFailed.tsx';
import { PageHead } from '../../../ui/PageHead.tsx';
import { useOrgChoice } from './use-org-choice.ts';
import './switch-org.css';

/** Above this number of groups a search field is shown. */
const SEARCH_FROM = 7;

export default function SwitchOrgPage() {
  const t = useT();
  const { data: all, error, refetch, isFetching } = usePageQuery(orgRoutes.listMyOrgs, undefined, { staleTime: 0 });
  // From a page of one role, only organisations that the role can work for.
  const type = usePage().query.get('type');
  const data = all?.filter((org) => (type === null || org.type === type) && needsChoice(org, all));
  const [wanted, setWanted] = useState('');
  const { choose, choosing } = useOrgChoice(usePage().query.get('return_url'));
  const shown = data?.filter((org) => matches(org, wanted)) ?? [];
  return (
    <div className="switch-org">
      <PageHead title={t('switchorg.title')} {...(data && { count: data.length })} />
      <p className="switch-org-text">{t('switchorg.text')}</p>
      {data && data.length >= SEARCH_FROM && (
        <Input
          allowClear
          autoFocus
          placeholder={t('switchorg.search')}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
      )}
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />}
      {!error && !data && <Skeleton active />}
      {data?.length === 0 && <Nothing title={t('switchorg.none')} text={t('switchorg.noneText')} />}
      {data && data.length > 0 && shown.length === 0 && <Nothing title={t('switchorg.noMatch')} />}
      <ul className="switch-org-cards">
        {shown.map((org) => (
          <li key={org.id}>
            <OrgCard org={org} busy={choosing === org.id} onChoose={() => void choose(org)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Research groups are always confirmed; other organisations only if there are several of a kind. */
const needsChoice = (org: Org, all: readonly Org[]): boolean =>
  org.type === ORG_TYPE_LAB || all.filter((other) => other.type === org.type).length > 1;

const matches = (org: Org, wanted: string): boolean => hasWords(`${org.name} ${org.code}`, wanted);

function OrgCard({ org, busy, onChoose }: { org: Org; busy: boolean; onChoose: () => void }) {
  const t = useT();
  return (
    <button
      type="button"
      className="kw-plain switch-org-card"
      aria-current={org.selected || undefined}
      aria-busy={busy}
      onClick={onChoose}
    >
      <span className="switch-org-name">
        {org.name}
        {org.selected && <span className="switch-org-current">{t('switchorg.current')}</span>}
      </span>
      <span className="kw-code">{org.code}</span>
      <span className="switch-org-about">
        {t(`org.type.${org.type}`)} · {t(`org.relation.${org.relation}`)}
      </span>
    </button>
  );
}

const Nothing = ({ title, text }: { title: string; text?: string }) => (
  <div className="switch-org-nothing">
    <p>{title}</p>
    {text !== undefined && <p>{text}</p>}
  </div>
);
