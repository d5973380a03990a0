import { nameIn } from '@kuwei/contract/name';
import { orgRecordRoutes, type OrgRecord, type OrgRow } from '@kuwei/contract/wms/org-record';
import { Suspense, useState, type ReactNode } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { confirmDelete } from '../../ui/confirm-delete.ts';
import { usePage } from '../../page/page.ts';
import { usePageCall, usePageWrite } from '../../page/query.ts';
import { locale, useT } from '../../phrase/phrases.ts';
import type { RowAction } from '../../table/list-types.ts';
import { ask, noticeDone, noticeError } from '../../ui/feedback.ts';
import { ORG_CHANGES } from './changes.ts';
import { ownedText } from './owned-text.ts';

const MergeDialog = lazyPart(async () => (await import('./MergeDialog.tsx')).MergeDialog);

type Org = OrgRow | OrgRecord;

/** Actions on an organisation except editing, shared by row, detail and form. */
export function useOrgActions(onGone?: () => void): { actionsOf: (org: Org) => RowAction[]; dialog: ReactNode } {
  const t = useT();
  const page = usePage();
  const call = usePageCall();
  const setState = usePageWrite(orgRecordRoutes.setOrgState, { changes: ORG_CHANGES });
  const remove = usePageWrite(orgRecordRoutes.deleteOrg, { changes: ORG_CHANGES });
  const [merging, setMerging] = useState<Org | null>(null);

  const done = async (message: string, work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      noticeDone(message);
      return true;
    } catch (error) {
      noticeError(t('org.failed'), error instanceof Error ? error.message : String(error));
      return false;
    }
  };
  const change = async (org: Org): Promise<void> => {
    const name = nameIn(locale(), org);
    const disabling = org.state === 'ACTIVE';
    if (disabling && !(await asked(org, name))) return;
    const body = { state: disabling ? 'DISABLED' : 'ACTIVE', rev: org.rev } as const;
    await done(t(disabling ? 'org.disabled' : 'org.enabled', { name }), () =>
      setState.mutateAsync({ params: { id: org.id }, body }),
    );
  };
  const asked = async (org: Org, name: string): Promise<boolean> => {
    const owns = await call(orgRecordRoutes.getOwned, { params: { id: org.id } }).then(
      (of) => {
        const owned = ownedText(of);
        return owned === null ? null : t('org.disableOwns', { owned });
      },
      () => t('org.disableUnknown'),
    );
    const text = [t('org.disableText'), owns].filter(Boolean).join(locale() === 'en' ? ' ' : '');
    return ask({ title: t('org.disableAsk', { name }), text, yes: t('org.disable'), no: t('common.cancel'), danger: true });
  };
  const drop = async (org: Org): Promise<void> => {
    const name = nameIn(locale(), org);
    if (!(await confirmDelete(name))) return;
    if (await done(t('org.deleted', { name }), () => remove.mutateAsync({ params: { id: org.id } }))) onGone?.();
  };
  const actionsOf = (org: Org): RowAction[] => [
    {
      key: 'edit',
      label: t('org.edit'),
      to: `${page.path.replace(/\/edit$/, '')}/edit?id=${org.id}`,
      route: orgRecordRoutes.updateOrg,
    },
    org.state === 'ACTIVE'
      ? { key: 'disable', label: t('org.disable'), run: () => change(org), route: orgRecordRoutes.setOrgState }
      : {
          key: 'enable',
          label: t('org.enable'),
          run: () => change(org),
          route: orgRecordRoutes.setOrgState,
          ...(org.mergedInto && { reason: t('org.merged', { name: org.mergedInto.name }) }),
        },
    {
      key: 'merge',
      label: t('org.mergeInto'),
      run: () => setMerging(org),
      route: orgRecordRoutes.mergeOrg,
      ...(org.mergedInto && { reason: t('org.merged', { name: org.mergedInto.name }) }),
    },
    { key: 'delete', label: t('org.delete'), run: () => drop(org), danger: true, route: orgRecordRoutes.deleteOrg },
  ];
  return { actionsOf, dialog: <Suspense>{merging && <MergeDialog org={merging} onClose={() => setMerging(null)} />}</Suspense> };
}
