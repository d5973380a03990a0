// A new API token: entered, then shown once.
import type { Account } from '@kuwei/contract/auth/account';
import { apiTokenRoutes } from '@kuwei/contract/auth/api-token';
import { useState } from 'react';
import { ActionDialog } from '../../form/ActionDialog.tsx';
import { ChoicesField } from '../../form/field/ChoiceField.tsx';
import { DateField } from '../../form/field/DateField.tsx';
import { TextField } from '../../form/field/TextField.tsx';
import { useT } from '../../phrase/phrases.ts';
import { ACCOUNTS } from './changes.ts';
import { ShownOnce } from './ShownOnce.tsx';

export function TokenDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const t = useT();
  const [token, setToken] = useState<string | null>(null);
  if (token !== null)
    return (
      <ShownOnce
        title={t('user.token.newTitle', { name: account.name })}
        label={t('user.token.title')}
        secret={token}
        text={t('user.token.once')}
        saved={t('user.token.kept')}
        onClose={onClose}
      />
    );
  const options = account.roleNames.filter(({ when }) => when === 'NOW').map(({ code, name }) => ({ value: code, label: name }));
  return (
    <ActionDialog
      route={apiTokenRoutes.issueApiToken}
      params={{ id: account.id }}
      title={t('user.token.newTitle', { name: account.name })}
      text={t('user.token.text')}
      yes={t('user.token.issue')}
      guarded
      changes={[ACCOUNTS]}
      onDone={(reply) => setToken(reply.token)}
      onClose={onClose}
    >
      <TextField name="name" label="user.token.name" hint={t('user.token.nameHint')} width="full" autoFocus />
      <ChoicesField name="roles" label="user.token.roles" hint={t('user.token.rolesHint')} width="full" options={options} />
      <DateField name="untilDay" label="user.token.untilDay" width="half" />
    </ActionDialog>
  );
}
