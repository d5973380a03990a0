import type { UnsavedPages } from '../page/leave.ts';
import { t } from '../phrase/phrases.ts';
import { choose } from '../ui/feedback.ts';

const UNNAMED: UnsavedPages = { names: [], save: null };

/**
 * Asks whether unsaved changes may be discarded, or offers to save a draft first if possible.
 * @returns true if discarded or saved
 */
export async function askToLeave({ names, save }: UnsavedPages = UNNAMED): Promise<boolean> {
  const [name] = names;
  const several = names.length > 1;
  const answer = await choose({
    title: several ? t('leave.titleMany', { count: names.length }) : name ? t('leave.titleOf', { name }) : t('leave.title'),
    text: several ? `${names.join(t('leave.comma'))} ${t('leave.text')}` : t('leave.text'),
    yes: t('leave.leave'),
    no: t('leave.stay'),
    danger: true,
    ...(save && { other: t('leave.saveDraft') }),
  });
  return answer === 'other' ? save!() : answer === 'yes';
}
