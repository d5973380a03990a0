import type { Locale } from '@kuwei/contract/constants';
import { say, phraseOrKey } from '../../phrase.ts';
import type { Params } from './notify.ts';

/** A message in the reader's language: product messages are rendered per reader, text by people is kept. */
export function renderMessage(
  locale: Locale,
  { template, params, title, content }: { template: string | null; params: Params; title: string; content: string },
): { title: string; content: string } {
  if (template === null) return { title, content };
  const given = Object.entries(params);
  const values = Object.fromEntries(given.map(([key, value]) => [key, typeof value === 'object' ? value[locale] : value]));
  return { title: phraseOrKey(locale, template, values), content: say(locale, `${template}.text`, values) };
}
