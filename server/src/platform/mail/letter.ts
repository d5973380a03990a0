// Renders a mail as plain text and as simple HTML.
import type { Locale } from '@kuwei/contract/constants';
import { t } from '../../phrase.ts';
import type { Mailing } from './settings.ts';

export interface Paragraph {
  title?: string;
  text: string;
  /** Path inside the console, and its label. */
  link?: { to: string; label: string };
}

export interface Letter {
  locale: Locale;
  to: { name: string; address: string };
  subject: string;
  parts: readonly Paragraph[];
  /** Why they receive it. */
  foot: string;
}

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** A single line, to prevent header injection. */
const line = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex -- they are what is taken out
    .replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ')
    .trim();

const SUBJECT_MAX = 200;

export function renderLetter({ locale, to, subject, parts, foot }: Letter, { site, titles }: Mailing): RenderedMail {
  const title = titles[locale];
  const addressOf = (link: Paragraph['link']): string | null => (link && site !== null ? `${site}${link.to}` : null);
  const greeting = t(locale, 'mail.greeting', { name: line(to.name) });
  const paragraphs = parts.map(({ title: head, text, link }) => {
    const url = addressOf(link);
    return [head, text, url === null ? undefined : `${link!.label}${t(locale, 'mail.colon')}${url}`]
      .filter((each) => each !== undefined && each !== '')
      .join('\n');
  });
  return {
    subject: line(`[${title}] ${subject}`).slice(0, SUBJECT_MAX),
    text: `${[greeting, ...paragraphs, `-- \n${foot}`].join('\n\n')}\n`,
    html: page(locale, [
      `<p>${escaped(greeting)}</p>`,
      ...parts.map(({ title: head, text, link }) => {
        const url = addressOf(link);
        return [
          head === undefined ? '' : `<p style="margin:20px 0 4px"><strong>${escaped(head)}</strong></p>`,
          text === '' ? '' : `<p style="margin:4px 0;white-space:pre-line">${escaped(text)}</p>`,
          url === null ? '' : `<p style="margin:4px 0"><a href="${escaped(url)}">${escaped(link!.label)}</a></p>`,
        ].join('');
      }),
      `<p style="margin-top:28px;color:#595959;font-size:13px">${escaped(foot)}</p>`,
    ]),
  };
}

const page = (locale: Locale, blocks: readonly string[]): string =>
  `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"></head><body style="font:15px/1.6 system-ui,sans-serif;max-width:640px">${blocks.join('')}</body></html>`;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);
