import { t } from '../phrase/phrases.ts';
import { ask } from '../ui/feedback.ts';

/** Asks whether what was changed and not saved may be given up. */
export const askToLeave = (): Promise<boolean> =>
  ask({ title: t('leave.title'), text: t('leave.text'), yes: t('leave.leave'), no: t('leave.stay'), danger: true });
