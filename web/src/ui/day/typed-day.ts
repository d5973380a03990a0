import { readTypedDay } from '@kuwei/contract/read-value';
import { locale } from '../../phrase/phrases.ts';

/** A day as somebody types it: `27/12/31` begins with its year in Chinese, and means no day in English, where it may end with it. */
export const typedDay = (text: string, edge: 'first' | 'last'): string | null => readTypedDay(text, edge, locale() === 'zh');
