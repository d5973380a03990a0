import { readTypedDay } from '@kuwei/contract/read-value';
import { locale } from '../../phrase/phrases.ts';

/** Parses a typed day: `27/12/31` is year first in Chinese, and rejected in English, where the year may also be last. */
export const typedDay = (text: string, edge: 'first' | 'last'): string | null => readTypedDay(text, edge, locale() === 'zh');
