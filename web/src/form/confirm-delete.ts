import { t } from '../phrase/phrases.ts';
import { ask } from '../ui/feedback.ts';

/** Asks whether a record may be deleted. @param name what a person calls it @param more what goes with it */
export const confirmDelete = (name: string, more?: string): Promise<boolean> =>
  ask({
    title: t('common.confirmDelete'),
    text: more === undefined ? name : `${name} · ${more}`,
    yes: t('common.delete'),
    no: t('common.cancel'),
    danger: true,
  });
