import { ruleRoutes } from '@kuwei/contract/auth/rule';
import type { ReplyOf } from '@kuwei/contract/route';
import { ActionDialog } from '../../form/ActionDialog.tsx';
import { LastDayField } from '../../form/field/LastDayField.tsx';
import { useT } from '../../phrase/phrases.ts';

interface RenewDialogProps {
  ids: readonly string[];
  changes: readonly string[];
  onDone: (reply: ReplyOf<typeof ruleRoutes.batchRules>) => void;
  onClose: () => void;
}

/** Sets a new last day for rules. */
export function RenewDialog({ ids, ...rest }: RenewDialogProps) {
  const t = useT();
  return (
    <ActionDialog
      route={ruleRoutes.batchRules}
      params={{ action: 'renew' }}
      fixed={{ ids: [...ids] }}
      title={t('rights.rule.renewTitle', { n: ids.length })}
      text={t('rights.rule.renewText')}
      yes={t('rights.rule.renew')}
      {...rest}
    >
      <LastDayField name="untilDay" label="rights.rule.untilDay" />
    </ActionDialog>
  );
}
