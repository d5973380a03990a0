import { configRoutes, type SettingChange, type SettingRecord } from '@kuwei/contract/sys/config';
import { Input } from 'antd';
import { ActionDialog } from '../../form/ActionDialog.tsx';
import { AreaField } from '../../form/field/AreaField.tsx';
import { FormField } from '../../form/FormField.tsx';
import { useT } from '../../phrase/phrases.ts';
import { noticeDone } from '../../ui/feedback.ts';

/** Actions on a setting other than editing its value. */
export type SettingAction = { is: 'secret' } | { is: 'reset' } | { is: 'restore'; change: SettingChange };

interface ChangeDialogProps {
  setting: SettingRecord;
  action: SettingAction;
  onClose: () => void;
}

export function ChangeDialog({ setting, action, onClose }: ChangeDialogProps) {
  const t = useT();
  const { id, rev } = setting;
  const common = {
    params: { id },
    changes: ['/sys/config'],
    onClose,
    onDone: () => {
      noticeDone(t('common.modified'));
      onClose();
    },
  };
  const reason = <AreaField name="reason" label="config.reason" hint={t('config.reasonHint')} />;
  if (action.is === 'secret')
    return (
      <ActionDialog
        {...common}
        route={configRoutes.changeConfig}
        fixed={{ rev }}
        title={t('config.setSecretOf', { name: setting.name })}
        text={t('config.secretText')}
        yes={t('config.setSecret')}
      >
        <FormField name="value" label="config.secret" width="full" needed>
          <Input.Password autoComplete="new-password" spellCheck={false} />
        </FormField>
        {reason}
      </ActionDialog>
    );
  if (action.is === 'restore')
    return (
      <ActionDialog
        {...common}
        route={configRoutes.restoreConfig}
        fixed={{ rev, to: action.change.rev }}
        title={t('config.restoreOf', { value: action.change.shown })}
        text={t('config.restoreText', { now: setting.shown, next: action.change.shown })}
        yes={t('config.restore')}
      >
        {reason}
      </ActionDialog>
    );
  const isSecret = setting.kind === 'secret';
  return (
    <ActionDialog
      {...common}
      route={configRoutes.resetConfig}
      fixed={{ rev }}
      title={t(isSecret ? 'config.unset' : 'config.reset')}
      text={t('config.restoreText', { now: setting.shown, next: setting.shownDefault })}
      yes={t(isSecret ? 'config.unset' : 'config.reset')}
      danger={isSecret}
    >
      {reason}
    </ActionDialog>
  );
}
