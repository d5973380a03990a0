import { ApiError } from '../../../../api/error.ts';
import { t } from '../../../../phrase/phrases.ts';
import { noticeRefused } from '../../../../ui/feedback.ts';

export const CHANGES = ['/sys/project/app/menu'];

/** Runs an action, or shows why it failed. @returns whether it succeeded */
export async function runOrNotify(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    noticeRefused(error instanceof ApiError ? (error.fields[0]?.message ?? error.message) : t('menus.failed'));
    return false;
  }
}
