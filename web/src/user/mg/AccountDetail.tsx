import { IDENTITY_DIC, accountRoutes, type Account } from '@kuwei/contract/auth/account';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { ActionButtons } from '../../table/ActionButtons.tsx';
import { DetailHead } from '../../table/DetailHead.tsx';
import { DetailSkeleton } from '../../table/DetailSkeleton.tsx';
import type { RowAction } from '../../table/list-types.ts';
import { DicName } from '../../ui/DicName.tsx';
import { Facts, factsOf } from '../../ui/Facts.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { When } from '../../ui/When.tsx';
import { ApiTokens } from './ApiTokens.tsx';
import { GrantFacts } from './GrantFacts.tsx';
import { accountLook, LOCKED, NO_PASSWORD } from './looks.ts';
import { WaitingFact } from './WaitingFact.tsx';

interface AccountDetailProps {
  id: string;
  row: Account | undefined;
  actionsOf: (account: Account) => readonly RowAction[];
}

/** A user's details: profile, sign-in, rights and memberships. */
export function AccountDetail({ id, row, actionsOf }: AccountDetailProps) {
  const t = useT();
  const { data = row, error, refetch, isFetching } = usePageQuery(accountRoutes.getAccount, { params: { id } });
  if (!data) return error ? <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} /> : <DetailSkeleton />;
  return (
    <>
      <DetailHead
        title={data.name}
        marks={
          <>
            <span className="kw-code">{data.username}</span>
            <StateTag look={accountLook(data)} />
            {data.locked && <StateTag look={LOCKED} />}
            {!data.hasPassword && <StateTag look={NO_PASSWORD} />}
          </>
        }
        actions={<ActionButtons name={data.name} actions={actionsOf(data)} />}
      />
      <Facts facts={factsOfAccount(data, t)} />
      <WaitingFact userId={id} />
      <GrantFacts account={data} />
      <ApiTokens account={data} />
    </>
  );
}

type OmittedField =
  | 'id'
  | 'rev'
  | 'username'
  | 'name'
  | 'state'
  | 'locked'
  | 'hasPassword'
  | 'roles'
  | 'orgs'
  | 'roleNames'
  | 'orgNames';

const factsOfAccount = (data: Account, t: ReturnType<typeof useT>) =>
  factsOf<Account, OmittedField>({
    staffNo: [t('user.account.staffNo'), data.staffNo],
    identity: data.identity !== null && [
      t('user.account.identity'),
      <DicName key="identity" dic={IDENTITY_DIC} code={data.identity} />,
    ],
    email: [t('user.account.email'), data.email],
    phone: [t('user.account.phone'), data.phone],
    remark: [t('user.account.remark'), data.remark],
    untilDay: [t('user.account.untilDay'), data.untilDay],
    lastSignInAt: [
      t('user.account.lastSignIn'),
      data.lastSignInAt === null ? t('user.account.never') : <When key="last" at={data.lastSignInAt} />,
    ],
    sessions: data.sessions > 0 && [t('user.account.sessions'), t('user.account.sessionsOf', { n: data.sessions })],
    mustRenew: data.mustRenew && [t('user.account.access'), t('user.account.mustRenew')],
    secondFactor: [t('user.account.secondFactor'), t(data.secondFactor ? 'user.account.on' : 'user.account.off')],
    deletedAt: data.deletedAt !== null && [t('user.account.deletedAt'), <When key="deleted" at={data.deletedAt} />],
    createdAt: [t('user.account.createdAt'), <When key="created" at={data.createdAt} />],
    updatedAt: [t('user.account.updatedAt'), <When key="updated" at={data.updatedAt} />],
    updatedBy: [t('user.account.updatedBy'), data.updatedBy],
  });
