import { accountRoutes, rightsToCopy, type Account } from '@kuwei/contract/auth/account';
import { Form } from 'antd';
import { useEffect, useState } from 'react';
import { ActionDialog } from '../../form/ActionDialog.tsx';
import { RecordField } from '../../form/field/RecordField.tsx';
import { SwitchField } from '../../form/field/SwitchField.tsx';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { noticeDone } from '../../ui/feedback.ts';
import { ACCOUNTS } from './changes.ts';
import { GrantFacts } from './GrantFacts.tsx';

export function CopyRightsDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const t = useT();
  const [nothing, setNothing] = useState(false);
  const { id, name, rev } = account;
  return (
    <ActionDialog
      route={accountRoutes.copyRights}
      params={{ id }}
      fixed={{ rev }}
      blank={{ roles: true, orgs: true }}
      title={t('user.account.copyTitle', { name })}
      text={t('user.account.copyText')}
      yes={t('user.account.copy')}
      refused={nothing}
      changes={[ACCOUNTS]}
      onDone={() => {
        noticeDone(t('user.account.copied', { name }));
        onClose();
      }}
      onClose={onClose}
    >
      <RecordField
        name="fromId"
        label="user.account.copyFrom"
        find={accountRoutes.listAccounts}
        optionOf={(row) => ({ value: row.id, label: row.name, hint: row.username, disabled: row.id === id })}
        width="full"
      />
      <SwitchField name="roles" label="user.account.copyRoles" />
      <SwitchField name="orgs" label="user.account.copyOrgs" />
      <Copied to={account} onJudged={setNothing} />
    </ActionDialog>
  );
}

/** Names the rights to be copied, since copying a group's leader creates another leader. Says so if there is nothing to copy. */
function Copied({ to, onJudged }: { to: Account; onJudged: (nothing: boolean) => void }) {
  const t = useT();
  const fromId = Form.useWatch<string | null | undefined>('fromId') ?? null;
  const roles = Form.useWatch<boolean | undefined>('roles') ?? true;
  const orgs = Form.useWatch<boolean | undefined>('orgs') ?? true;
  const { data } = usePageQuery(accountRoutes.getAccount, { params: { id: fromId ?? '' } }, { enabled: fromId !== null });
  const nothing = !roles && !orgs;
  useEffect(() => onJudged(nothing), [nothing, onJudged]);
  return (
    <section role="status">
      {nothing ? (
        <p className="form-section-text">{t('user.account.copyNothing')}</p>
      ) : (
        data && data.id === fromId && <CopiedRights from={data} to={to} roles={roles} orgs={orgs} />
      )}
    </section>
  );
}

function CopiedRights({ from, to, roles, orgs }: { from: Account; to: Account; roles: boolean; orgs: boolean }) {
  const t = useT();
  const given = rightsToCopy(from, to);
  const copied = { ...given, ...(!roles && { roleNames: [] }), ...(!orgs && { orgNames: [] }) };
  if (copied.roleNames.length + copied.orgNames.length === 0) return <p>{t('user.account.copyNone', { name: to.name })}</p>;
  return <GrantFacts account={copied} />;
}
