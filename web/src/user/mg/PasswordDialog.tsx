// A one-time password: confirmed first, then shown once.
import { accountRoutes, type Account } from '@kuwei/contract/auth/account';
import { Modal } from 'antd';
import { useState } from 'react';
import { usePageWrite } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { busyProps } from '../../ui/BusyButton.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import './password-dialog.css';
import { ACCOUNTS } from './changes.ts';

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
      <Modal
        open
        title={t('user.account.passwordTitle', { name })}
        onCancel={onClose}
        // It cannot be shown again: closes only on the button that confirms it was saved.
        keyboard={false}
        closable={false}
        mask={{ closable: false }}
        footer={
          <button type="button" className="kw-button primary" onClick={onClose}>
            {t('user.account.passwordKept')}
          </button>
        }
      >
        <dl className="one-time">
          <dt>{t('user.account.username')}</dt>
          <dd className="kw-code">{username}</dd>
          <dt>{t('user.account.passwordOne')}</dt>
          <dd className="kw-code">
            {password} <CopyButton text={password} />
          </dd>
        </dl>
        <p>{t('user.account.passwordOnce')}</p>
      </Modal>
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
