import { loadCode } from '../browser/lazy-part.ts';
import { hasDatabase } from '../browser/databases.ts';
import { confirmDiscardAll } from '../page/leave.ts';
import { hasUnsavedElsewhere } from '../page/other-windows.ts';
import { usePages } from '../page/pages.ts';
import { loadPhrases, locale, t } from '../phrase/phrases.ts';
import { COUNT_DATABASES } from '../session/count-places.ts';
import { signOut } from '../session/sign.ts';
import { useUser } from '../session/user.ts';
import { ask } from '../ui/feedback.ts';

/** Signs out; asks first about unsaved changes here, in other windows (where they stay as drafts), and about counts not sent yet. */
export async function confirmSignOut(): Promise<void> {
  if ((await confirmDiscardAll()) && (await mayLeaveOthers()) && (await mayLeaveCounts())) await signOut();
}

async function mayLeaveCounts(): Promise<boolean> {
  const { user } = useUser.getState();
  if (!user || !(await hasDatabase(COUNT_DATABASES))) return true;
  const { getCounterId, listUnsent } = await loadCode(() => import('../session/device-counts.ts'));
  const count = (await listUnsent(getCounterId(user)).catch(() => [])).length;
  if (count === 0) return true;
  await loadCode(() => loadPhrases(locale(), 'count'));
  return ask({
    title: t('count.signOutTitle', { count }),
    text: t('count.signOutText', { count }),
    yes: t('count.signOutYes'),
    no: t('common.cancel'),
    danger: true,
  });
}

async function mayLeaveOthers(): Promise<boolean> {
  if (usePages.getState().dirty.size > 0 || !(await hasUnsavedElsewhere())) return true;
  return ask({
    title: t('leave.othersTitle'),
    text: t('leave.othersText'),
    yes: t('leave.othersYes'),
    no: t('common.cancel'),
  });
}
