// What has changed, version by version, out of the file that comes with the program.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Version {
  title: string;
  groups: { title: string; items: string[] }[];
}

const FILE = join(import.meta.dirname, '../../../../CHANGELOG.md');

/** Headings of the second rank are versions, of the third kinds of changes; items are lines that begin with a dash. What is not released yet may be nothing. */
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

/** Without what Markdown marks: links by their words, code as it is. */
const plainText = (text: string): string => text.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, '');

let known: Version[] | null = null;
/** Empty where the file is not there. */
export function changes(): Version[] {
  try {
    known ??= changesIn(readFileSync(FILE, 'utf8'));
  } catch {
    known = [];
  }
  return known;
}
