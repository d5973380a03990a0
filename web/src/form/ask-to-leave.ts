import { t } from '../phrase/phrases.ts';
import { ask } from '../ui/feedback.ts';

/** Asks whether what was typed may be given up. */
export const askToLeave = (): Promise<boolean> =>
  ask({ title: t('form.leaveTitle'), text: t('form.leaveText'), yes: t('form.leave'), no: t('form.stay'), danger: true });
