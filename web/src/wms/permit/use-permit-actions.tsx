// Actions on a permit, for the list and the side pane.
import type { Permit } from '@kuwei/contract/wms/permit';
import { Suspense, useState, type ReactNode } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import type { RowAction } from '../../table/list-types.ts';

const CheckDialog = lazyPart(async () => (await import('./PermitDialogs.tsx')).CheckDialog);
const StopDialog = lazyPart(async () => (await import('./PermitDialogs.tsx')).StopDialog);

interface PermitActions {
  actionsOf: (permit: Permit) => RowAction[];
  /** Render beside the actions. */
  dialog: ReactNode;
}

export function usePermitActions(): PermitActions {
  const t = useT();
  const { path } = usePage();
  const [asked, setAsked] = useState<{ what: 'check' | 'stop'; permit: Permit } | null>(null);
  const close = (): void => setAsked(null);
  return {
    actionsOf: (permit) => [
      ...(permit.mayCheck ? [{ key: 'check', label: t('permit.check'), run: () => setAsked({ what: 'check', permit }) }] : []),
      ...(permit.mayEdit ? [{ key: 'edit', label: t('form.edit'), to: `${path}/edit?id=${permit.id}` }] : []),
      ...(permit.mayRevoke
        ? [{ key: 'stop', label: t('permit.stop'), danger: true, run: () => setAsked({ what: 'stop', permit }) }]
        : []),
    ],
    dialog: (
      <Suspense>
        {asked?.what === 'check' && <CheckDialog permit={asked.permit} onClose={close} />}
        {asked?.what === 'stop' && <StopDialog permit={asked.permit} onClose={close} />}
      </Suspense>
    ),
  };
}
