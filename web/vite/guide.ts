// The user guide as pages of the console, `/guide/zh.html` and `/guide/en.html`, for the help menu item.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const LANGUAGES = { zh: 'zh-CN', en: 'en' } as const;
const source = (language: string): string => resolve(import.meta.dirname, `../../docs/guide.${language}.md`);

const STYLE = `:root { color-scheme: light dark }
body { max-width: 46em; margin: 0 auto; padding: 24px 20px 64px; font: 15px/1.75 system-ui, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif; color: light-dark(#1b2330, #e4e8ee); background: light-dark(#fff, #161a20) }
h1 { font-size: 24px } h2 { margin-top: 2em; font-size: 18px } h3 { font-size: 15px } li { margin: 6px 0 }
a { color: light-dark(#0958d9, #7fb0ff) } code { padding: 0 4px; border-radius: 3px; background: light-dark(#f0f2f5, #252c37) }`;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const inline = (text: string): string =>
  escaped(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\[([^\]]+)\]\(guide\.(\w+)\.md\)/g, '<a href="/guide/$2.html">$1</a>');

/**
 * Converts the guide to HTML. Supports headings, paragraphs and one-level lists.
 * @throws Error for any other line
 */
export function htmlOf(markdown: string): string {
  const html: string[] = [];
  let list: 'ul' | 'ol' | null = null;
  const switchList = (next: typeof list): void => {
    if (next === list) return;
    if (list !== null) html.push(`</${list}>`);
    if (next !== null) html.push(`<${next}>`);
    list = next;
  };
  for (const line of markdown.split('\n')) {
    const heading = /^(#{1,3}) (.+)$/.exec(line);
    const item = /^(-|\d+\.) (.+)$/.exec(line);
    switchList(item ? (item[1] === '-' ? 'ul' : 'ol') : null);
    if (heading) html.push(`<h${heading[1]!.length}>${inline(heading[2]!)}</h${heading[1]!.length}>`);
    else if (item) html.push(`<li>${inline(item[2]!)}</li>`);
    else if (/^(?!\*\*)[\s|>`~*+#-]/.test(line)) throw new Error(`The guide has a line that its page cannot show: ${line}`);
    else if (line !== '') html.push(`<p>${inline(line)}</p>`);
  }
  switchList(null);
  return html.join('\n');
}

function pageOf(language: keyof typeof LANGUAGES): string {
  const body = htmlOf(readFileSync(source(language), 'utf8'));
  const title = /<h1>(.+)<\/h1>/.exec(body)![1];
  return `<!doctype html>
<html lang="${LANGUAGES[language]}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${STYLE}</style></head>
<body><main>
${body}
</main></body>
</html>
`;
}

export const guide = (): Plugin => ({
  name: 'guide',
  generateBundle() {
    for (const language of ['zh', 'en'] as const)
      this.emitFile({ type: 'asset', fileName: `guide/${language}.html`, source: pageOf(language) });
  },
  configureServer({ middlewares }) {
    middlewares.use('/guide', (request, response, next) => {
      const language = /^\/(zh|en)\.html$/.exec(request.url ?? '')?.[1] as keyof typeof LANGUAGES | undefined;
      if (language === undefined) return next();
      response.setHeader('content-type', 'text/html; charset=utf-8').end(pageOf(language));
    });
  },
});
