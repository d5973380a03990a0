// Consequences of removing users: groups, warehouses and approval steps without a responsible person, and other dependent records. Shown
// before the action, with links to name a successor.
import { isAllowed, effectiveRoles } from '@kuwei/contract/access';
import { accountRoutes } from '@kuwei/contract/auth/account';
import { joinList } from '@kuwei/contract/phrase';
import type { CallInput, ReplyOf } from '@kuwei/contract/route';
import { opensScreen } from '@kuwei/contract/screens';
import { warehouseRoutes } from '@kuwei/contract/wms/warehouse';
import type { ReactNode } from 'react';
import type { usePageCall } from '../../page/query.ts';
import { locale, t } from '../../phrase/phrases.ts';
import { useUser } from '../../session/user.ts';
import { PageLink } from '../../ui/PageLink.tsx';

const NAMED = 5;

type Selected = CallInput<typeof accountRoutes.lookAtLeaders>['body'];
interface Named {
  id: string;
  name: string;
}

/** Rights removed from remaining users: leadership of groups by id, and roles by code. */
interface Taken {
  groups: readonly string[];
  roles: readonly string[];
}

/**
 * @param taken only these rights, for users who stay
 * @returns one or several sentences; nothing if there are no consequences
 */
export async function describeDependents(
  call: ReturnType<typeof usePageCall>,
  selected: Selected,
  taken?: Taken,
): Promise<ReactNode> {
  // If the check fails, the action is still possible.
  const body = taken ? { ...selected, roles: [...taken.roles] } : selected;
  const left = await call(accountRoutes.lookAtLeaders, { body }).catch(() => null);
  if (left === null) return <p>{t('user.account.leftUnknown')}</p>;
  const toOrg: LinkBuilder = ({ id }) => `/mg/wms/org/edit?id=${id}`;
  const groups = taken ? left.groups.filter(({ id }) => taken.groups.includes(id)) : left.groups;
  // A group whose last member was its leader has already been named.
  const emptied = left.emptied.filter(({ id }) => !groups.some((group) => group.id === id));
  const sentences = [
    formatDependents('user.account.leaderless', 'user.account.leaderlessMany', groups, toOrg),
    formatDependents('user.account.emptied', 'user.account.emptiedMany', emptied, toOrg),
    formatDependents('user.account.keeperless', 'user.account.keeperlessMany', left.warehouses, warehouseLink()),
    formatDependents('user.account.alsoKept', 'user.account.alsoKeptMany', left.kept, warehouseLink()),
    left.steps > 0 ? describeOpenTasks(selected, left.steps) : null,
    describeDependentRecords(left.hanging),
  ];
  return sentences.some((each) => each !== null) ? sentences : undefined;
}

type Left = ReplyOf<typeof accountRoutes.lookAtLeaders>;

/** Records in their names: only counts, as administrators have no access to them. */
function describeDependentRecords(hanging: Left['hanging']): ReactNode {
  const kinds = ['documents', 'assigned', 'drafts', 'cases', 'counts', 'delegations', 'rules', 'tokens'] as const;
  const items = kinds.filter((kind) => hanging[kind] > 0).map((kind) => t(`user.account.hanging.${kind}`, { n: hanging[kind] }));
  return items.length === 0 ? null : <p key="hanging">{t('user.account.hanging', { items: joinList(locale(), items) })}</p>;
}

type Sentence<Many> = `user.account.${'leaderless' | 'keeperless' | 'emptied' | 'alsoKept'}${Many extends true ? 'Many' : ''}`;
type LinkBuilder = (record: Named) => string;

function formatDependents(few: Sentence<false>, many: Sentence<true>, all: readonly Named[], way: LinkBuilder | null): ReactNode {
  if (all.length === 0) return null;
  const shown = all.slice(0, NAMED);
  const orgs = shown.map((_, at) => mark(at));
  const text = all.length <= NAMED ? t(few, { orgs }) : t(many, { orgs, count: all.length });
  return <p key={few}>{filled(text, (at) => renderLink(shown[at]!, way))}</p>;
}

const renderLink = (record: Named, way: LinkBuilder | null): ReactNode =>
  way === null ? (
    record.name
  ) : (
    <PageLink key={record.id} className="kw-link" to={way(record)}>
      {record.name}
    </PageLink>
  );

/** Warehouse administrators name storekeepers, so only they get the link. */
const warehouseLink = (): LinkBuilder | null =>
  isAllowed(warehouseRoutes.updateWarehouse.needs, effectiveRoles(useUser.getState().roles, 'ROLE_WAREHOUSE_ADMIN'))
    ? ({ id }) => `/admin/wms/warehouse/edit?id=${id}`
    : null;

/** Tasks of a single user are reassigned on one page; those of several are searched for there. */
function describeOpenTasks(selected: Selected, count: number): ReactNode {
  const only = 'ids' in selected && selected.ids?.length === 1 ? `&person=${selected.ids[0]}` : '';
  return (
    <p key="steps">
      {t('user.account.undecided', { count })}
      {opensScreen('/def/sysbase/bpm/workflow', useUser.getState().roles, 'ROLE_ADMIN') && (
        <PageLink className="kw-link" to={`/def/sysbase/bpm/workflow?view=waiting${only}`}>
          {t('user.account.undecidedWay')}
        </PageLink>
      )}
    </p>
  );
}

/** Placeholder for a node in a sentence. */
const mark = (at: number): string => `\u0001${at}\u0001`;
const filled = (text: string, at: (place: number) => ReactNode): ReactNode[] =>
  text.split('\u0001').map((part, place) => (place % 2 === 0 ? part : at(Number(part))));
