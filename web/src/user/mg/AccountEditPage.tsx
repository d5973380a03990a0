import { accountRoutes, type Account, type AccountForm, type Membership } from '@kuwei/contract/auth/account';
import { Suspense } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { editOf } from '../../form/edit-spec.ts';
import { listEndedBy, isCurrent } from '../../form/field/LastDayField.tsx';
import { EditPage } from '../../form/EditPage.tsx';
import { t } from '../../phrase/phrases.ts';
import { useUser } from '../../session/user.ts';
import { StateTag } from '../../ui/StateTag.tsx';
import { ACCOUNTS } from './changes.ts';
import { AccountFields } from './AccountFields.tsx';
import { describeDependents } from './dependents.tsx';
import { accountLook, LOCKED, NO_PASSWORD } from './looks.ts';

/** A separate chunk with the list's buttons and menus, so that the fields do not wait for it. */
const AccountButtons = lazyPart(async () => (await import('./AccountButtons.tsx')).AccountButtons);

const isGroupLeader = (orgs: readonly Membership[], id: string): boolean =>
  orgs.some((each) => each.orgId === id && each.relation === 'LEADER' && isCurrent(each));

const isHeld = (roles: AccountForm['roles'], code: string): boolean =>
  roles.some((each) => each.code === code && isCurrent(each));

/** Whether saving ends the account. */
const endsWithSave = ({ untilDay }: Partial<AccountForm>, before: Account): boolean =>
  isCurrent({ untilDay: before.untilDay }) && !isCurrent({ untilDay: untilDay ?? null });

/** A text of the rights that saving would end. */
function ended(entered: Partial<AccountForm>, before: Account | null): string | undefined {
  if (before === null) return undefined;
  const { roles, orgs } = entered;
  const nameOf = (code: string): string => before.roleNames.find((role) => role.code === code)?.name ?? code;
  const orgOf = (id: string): string => before.orgNames.find((org) => org.id === id)?.name ?? '…';
  const names = [
    ...listEndedBy(before.roles, roles ?? [], ({ code }) => code).map(({ code }) => nameOf(code)),
    ...listEndedBy(before.orgs, orgs ?? [], ({ orgId, relation }) => `${orgId} ${relation}`).map(({ orgId }) => orgOf(orgId)),
  ];
  const sentences = [
    endsWithSave(entered, before) && t('user.account.endsAll'),
    names.length > 0 && t('user.account.endsGiven', { names }),
  ];
  return sentences.some(Boolean) ? sentences.filter(Boolean).join(' ') : undefined;
}

const accountEdit = editOf(accountRoutes.createAccount, {
  name: 'user.account.one',
  get: accountRoutes.getAccount,
  update: accountRoutes.updateAccount,
  remove: accountRoutes.deleteAccount,
  changes: [ACCOUNTS],
  nameOf: ({ name, username }) => `${name} ${username}`,
  blank: { roles: [], orgs: [] },
  carry: ['identity', 'untilDay', 'roles', 'orgs'],
  confirm: async (entered, before, call) => {
    const ends = ended(entered, before);
    const led =
      before?.orgs.filter(({ orgId, relation }) => relation === 'LEADER' && !isGroupLeader(entered.orgs ?? [], orgId)) ?? [];
    const roles = before?.roles.filter((held) => isCurrent(held) && !isHeld(entered.roles ?? [], held.code)) ?? [];
    // An ended account loses all rights, an active one only those removed.
    const taken =
      before && endsWithSave(entered, before)
        ? undefined
        : { groups: led.map(({ orgId }) => orgId), roles: roles.map(({ code }) => code) };
    const text =
      before && (taken === undefined || led.length > 0 || roles.length > 0)
        ? await describeDependents(call, { ids: [before.id] }, taken)
        : undefined;
    if (text !== undefined)
      return {
        title: t('user.account.leaderlessAsk'),
        text: ends === undefined ? text : [<p key="ends">{ends}</p>, text],
        yes: t('org.leaderlessYes'),
        danger: true,
      };
    return ends === undefined ? undefined : { title: t('form.endAsk'), text: ends, yes: t('form.endYes'), danger: true };
  },
  dependents: ({ id }, call) => describeDependents(call, { ids: [id] }),
  cannotRemove: ({ id }) => (id === useUser.getState().user?.id ? t('error.OWN_RIGHTS') : undefined),
});

export default function AccountEditPage() {
  return (
    <EditPage
      edit={accountEdit}
      marks={(account) => <Marks account={account} />}
      actions={(account) => (
        <Suspense>
          <AccountButtons account={account} />
        </Suspense>
      )}
    >
      {(account) => <AccountFields account={account} />}
    </EditPage>
  );
}

const Marks = ({ account }: { account: Account }) => (
  <>
    <StateTag look={accountLook(account)} />
    {account.locked && <StateTag look={LOCKED} />}
    {!account.hasPassword && <StateTag look={NO_PASSWORD} />}
  </>
);
