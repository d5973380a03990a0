// A one-time password: confirmed first, then shown once.
import { accountRoutes, type Account } from '@kuwei/contract/auth/account';
import { Modal } from 'antd';
import { useState } from 'react';
import { usePageWrite } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { busyProps } from '../../ui/BusyButton.tsx';
import { ACCOUNTS } from './changes.ts';
import { ShownOnce } from './ShownOnce.tsx';

export function PasswordDialog({ account: { id, name, username }, onClose }: { account: Account; onClose: () => void }) {
  const t = useT();
  const [password, setPassword] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const issue = usePageWrite(accountRoutes.issuePassword, { changes: [ACCOUNTS] });
  const run = async (): Promise<void> => {
    try {
      setPassword((await issue.mutateAsync({ params: { id } })).password);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  if (password !== null)
    return (
      <ShownOnce
        title={t('user.account.passwordTitle', { name })}
        facts={[[t('user.account.username'), username]]}
        label={t('user.account.passwordOne')}
        secret={password}
        text={t('user.account.passwordOnce')}
        saved={t('user.account.passwordKept')}
        onClose={onClose}
      />
    );
  return (
    <Modal
      open
      title={t('user.account.passwordAsk', { name })}
      okText={t('user.account.passwordYes')}
      cancelText={t('common.cancel')}
      okButtonProps={busyProps(issue.isPending)}
      onOk={() => void run()}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <p>{t('user.account.passwordText')}</p>
      {problem !== null && <p role="alert">{problem}</p>}
    </Modal>
  );
}
