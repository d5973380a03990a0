import { createElement, Fragment, type ReactNode } from 'react';
import { t } from '../phrase/phrases.ts';
import { ask } from './feedback.ts';

/** Asks to confirm a deletion. @param name the record's name @param more what is deleted with it */
export const confirmDelete = (name: string, more?: ReactNode): Promise<boolean> =>
  ask({
    title: t('common.confirmDelete'),
    text: more === undefined ? name : createElement(Fragment, null, createElement('p', null, name), more),
    yes: t('common.delete'),
    no: t('common.cancel'),
    danger: true,
  });
