// Changes by version, from the changelog that ships with the program.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Version {
  title: string;
  groups: { title: string; items: string[] }[];
}

const FILE = join(import.meta.dirname, '../../../../CHANGELOG.md');

/**
 * Second-level headings are versions, third-level headings kinds of changes, lines with a dash are items. Unreleased may be
 * empty.
 */
export function changesIn(text: string): Version[] {
  const versions: Version[] = [];
  for (const line of text.split('\n')) {
    const [, marks, title] = /^(#{2,3}) +(.+)$/.exec(line) ?? [];
    const item = /^- +(.+)$/.exec(line)?.[1];
    if (marks === '##') versions.push({ title: title!.replaceAll(/[[\]]/g, ''), groups: [] });
    else if (marks === '###') versions.at(-1)?.groups.push({ title: title!, items: [] });
    else if (item !== undefined) versions.at(-1)?.groups.at(-1)?.items.push(plainText(item));
  }
  return versions.filter(({ groups }) => groups.length > 0);
}

/** Strips Markdown: links become their text, code is kept. */
const plainText = (text: string): string => text.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, '');

let known: Version[] | null = null;
/** Empty if the file is missing. */
export function changes(): Version[] {
  try {
    known ??= changesIn(readFileSync(FILE, 'utf8'));
  } catch {
    known = [];
  }
  return known;
}
