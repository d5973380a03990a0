import { nameIn } from '@kuwei/contract/name';
import { orgRecordRoutes, type Member, type OrgRecord, type OrgRow } from '@kuwei/contract/wms/org-record';
import { usePageQuery } from '../../page/query.ts';
import { locale, say, useT } from '../../phrase/phrases.ts';
import { ActionButtons } from '../../table/ActionButtons.tsx';
import { DetailHead } from '../../table/DetailHead.tsx';
import { DetailSkeleton } from '../../table/DetailSkeleton.tsx';
import type { RowAction } from '../../table/list-types.ts';
import { GrantInfo } from '../../ui/GrantInfo.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Facts, factsOf } from '../../ui/Facts.tsx';
import { ofLimit } from '../../ui/format.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { When } from '../../ui/When.tsx';
import { noLeader, orgLooks } from './looks.ts';
import { OrgOwned } from './OrgOwned.tsx';
import './org.css';

interface OrgDetailProps {
  id: string;
  row: OrgRow | undefined;
  actionsOf: (org: OrgRow | OrgRecord) => readonly RowAction[];
}

type OmittedField =
  | 'id'
  | 'rev'
  | 'code'
  | 'name'
  | 'type'
  | 'state'
  | 'members'
  | 'quotas'
  | 'places'
  | 'ownsGoods'
  | 'codeFixed';

/** An organisation in the side pane: members, quotas and what it owns. */
export function OrgDetail({ id, actionsOf }: OrgDetailProps) {
  const t = useT();
  const { data, error, refetch, isFetching } = usePageQuery(orgRecordRoutes.getOrg, { params: { id } });
  if (!data) return error ? <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} /> : <DetailSkeleton />;
  const name = nameIn(locale(), data);
  const hasLeader = data.members.some(({ relation }, at) => relation === 'LEADER' && data.people[at]?.when === 'NOW');
  return (
    <>
      <DetailHead
        title={name}
        marks={
          <>
            <StateTag look={orgLooks[data.state]} />
            <span>{say(`org.type.${data.type}`)}</span>
            <span>
              <span className="kw-code">{data.code}</span> <CopyButton text={data.code} />
            </span>
            {data.type === 'LAB' && data.state === 'ACTIVE' && !hasLeader && <StateTag look={noLeader} />}
          </>
        }
        actions={<ActionButtons name={name} actions={[...actionsOf(data)]} />}
      />
      {data.state === 'DISABLED' && <p className="org-disabled">{t('org.disabledText')}</p>}
      <Facts
        facts={factsOf<OrgRecord, OmittedField | 'createdAt' | 'updatedBy' | 'typeFixed'>({
          mergedInto: data.mergedInto && [t('org.mergedInto'), data.mergedInto.name],
          nameEn: locale() === 'zh' && [t('org.nameEn'), data.nameEn],
          contact: [t('org.contact'), data.contact],
          phone: [t('org.phone'), data.phone],
          address: [t('org.address'), data.address],
          remark: [t('org.remark'), data.remark],
          people: [t('org.members'), data.people.length === 0 ? t('org.noMember') : <People key="people" org={data} />],
          updatedAt: [t('org.updated'), <When key="when" at={data.updatedAt} />],
        })}
      />
      <Facts title={t('org.quotas')} facts={data.places.map((place, at) => [place.name, usedOf(place, data.quotas[at]!, t)])} />
      <OrgOwned id={id} />
    </>
  );
}

function usedOf(
  { boxes, volumeL }: OrgRecord['places'][number],
  quota: OrgRecord['quotas'][number],
  t: ReturnType<typeof useT>,
): string {
  return t('org.used', {
    boxes: ofLimit(String(boxes), quota.maxBoxes === null ? null : String(quota.maxBoxes)),
    volume: ofLimit(volumeL, quota.maxVolumeL),
  });
}

const span = ({ fromDay, untilDay }: Member): string =>
  fromDay === null && untilDay === null ? '' : `${fromDay ?? ''} ~ ${untilDay ?? ''}`;

function People({ org: { people, members } }: { org: OrgRecord }) {
  const t = useT();
  return (
    <ul className="org-people">
      {people.map(({ id, name, username, isActive, when, grantedBy, grantedAt }, at) => {
        const member = members[at]!;
        return (
          <li key={id}>
            <span className={when === 'OVER' ? 'ended' : undefined}>{name}</span>
            <span className="quiet">{username}</span>
            <span>{say(`org.relation.${member.relation}`)}</span>
            {span(member) !== '' && <span className="quiet">{span(member)}</span>}
            {when === 'LATER' && <span className="quiet">{t('org.people.later')}</span>}
            {when === 'OVER' && <span className="quiet">{t('org.people.over')}</span>}
            {!isActive && <span className="quiet">{t('org.people.cannot')}</span>}
            <GrantInfo grantedBy={grantedBy} grantedAt={grantedAt} />
          </li>
        );
      })}
    </ul>
  );
}
