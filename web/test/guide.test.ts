// The user guide as a page of the console.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { htmlOf } from '../vite/guide.ts';

test('[F-W15] the guide is rendered in both languages, and a line it cannot render fails the build', () => {
  for (const language of ['zh', 'en']) {
    const markdown = readFileSync(resolve(import.meta.dirname, `../../docs/guide.${language}.md`), 'utf8');
    const html = htmlOf(markdown);
    expect(html.match(/<h2>/g)).toHaveLength(markdown.match(/^## /gm)!.length);
    expect(html.match(/<li>/g)).toHaveLength(markdown.match(/^(-|\d+\.) /gm)!.length);
    expect(html).not.toMatch(/\*\*|\]\(|`/);
  }
  expect(htmlOf('# A & B\n\n1. **x** `<y>`\n2. z\n\n[中文](guide.zh.md)')).toBe(
    '<h1>A &amp; B</h1>\n<ol>\n<li><strong>x</strong> <code>&lt;y&gt;</code></li>\n<li>z</li>\n</ol>\n<p><a href="/guide/zh.html">中文</a></p>',
  );
  expect(() => htmlOf('| a | b |')).toThrow('| a | b |');
});
