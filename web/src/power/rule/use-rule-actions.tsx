// Actions on one or many rules: revoking and renewing.
import { ruleRoutes, type Rule } from '@kuwei/contract/auth/rule';
import { Suspense, useState, type ReactNode } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { usePageWrite } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import type { Batch } from '../../table/batch.ts';
import type { RowAction } from '../../table/list-types.ts';
import { ask, noticeDone, noticeError } from '../../ui/feedback.ts';
import { ruleAddress } from './places.ts';

const RenewDialog = lazyPart(async () => (await import('./RenewDialog.tsx')).RenewDialog);

const CHANGES = ['/auth/power'];

interface Reply {
  done: number;
  refused: readonly { message: string }[];
}

export function useRuleActions(): { actionsOf: (rule: Rule) => RowAction[]; batch: Batch<Rule>; dialog: ReactNode } {
  const t = useT();
  const write = usePageWrite(ruleRoutes.batchRules, { changes: CHANGES });
  const [renewing, setRenewing] = useState<readonly string[]>([]);
  const reportOutcome = (title: string, { done, refused }: Reply): void => {
    if (refused[0]) noticeError(title, refused[0].message);
    else noticeDone(t('rights.rule.batchDone', { n: done }));
  };
  const end = async ({ id }: Rule): Promise<void> => {
    const question = { title: t('rights.rule.endAsk', { n: 1 }), text: t('rights.rule.endText'), yes: t('rights.rule.end') };
    if (!(await ask({ ...question, no: t('common.cancel'), danger: true }))) return;
    try {
      reportOutcome(
        t('rights.rule.end'),
        await write.mutateAsync({ params: { action: 'end' }, body: { ids: [id], untilDay: null } }),
      );
    } catch (error) {
      noticeError(t('rights.rule.end'), error instanceof Error ? error.message : String(error));
    }
  };
  return {
    actionsOf: (rule) => [
      {
        key: 'edit',
        label: t('rights.rule.edit'),
        to: ruleAddress({ owner: rule.ownerType, subject: rule.subjectType }, `/edit?id=${rule.id}`),
      },
      { key: 'renew', label: t('rights.rule.renew'), run: () => setRenewing([rule.id]) },
      ...(rule.when === 'OVER' ? [] : [{ key: 'end', label: t('rights.rule.end'), run: () => end(rule), danger: true }]),
    ],
    batch: {
      route: ruleRoutes.batchRules,
      actions: [
        { action: 'renew', label: 'rights.rule.renew', run: (ids) => setRenewing(ids) },
        { action: 'end', label: 'rights.rule.end', danger: true },
      ],
    },
    dialog: renewing.length > 0 && (
      <Suspense>
        <RenewDialog
          ids={renewing}
          changes={CHANGES}
          onDone={(reply) => {
            reportOutcome(t('rights.rule.renew'), reply);
            setRenewing([]);
          }}
          onClose={() => setRenewing([])}
        />
      </Suspense>
    ),
  };
}
