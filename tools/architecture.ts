// Generates the diagrams of docs/architecture.md from the imports of the three packages: node tools/architecture.ts
// A test checks that the page is up to date, and checks what the linter cannot see in a single file.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'vite';
import { folderOf, PACKAGES, siteOf, type Room } from './rooms.ts';

const ROOT = join(import.meta.dirname, '..');
export const PAGE = join(ROOT, 'docs/architecture.md');

export interface Arrow {
  from: string;
  to: string;
}

/** Every source file except tests, relative to the project folder. */
export const sources = (): string[] =>
  PACKAGES.flatMap(({ name }) =>
    readdirSync(join(ROOT, name, 'src'), { recursive: true, encoding: 'utf8' })
      .map((path) => posix.join(name, 'src', path.replaceAll('\\', '/')))
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file)),
  ).toSorted();

/** Imports of each file: type, static or `import()`. */
export const arrowsOf = (files: readonly string[]): Arrow[] =>
  files.flatMap((from) => importsIn(from, readFileSync(join(ROOT, from), 'utf8')).map((to) => ({ from, to })));

export function importsIn(file: string, text: string): string[] {
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} does not parse`);
  const asked = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value)),
    ...module.dynamicImports.map(({ moduleRequest }) => literal(text.slice(moduleRequest.start, moduleRequest.end))),
  ];
  const found = asked.map((wanted) => (wanted === undefined ? null : fileOf(file, wanted)));
  return [...new Set(found.filter((each) => each !== null))];
}

const literal = (text: string): string | undefined => /^(['"`])([^$]*)\1$/.exec(text)?.[2];

function fileOf(from: string, wanted: string): string | null {
  const [, name] = /^@kuwei\/contract\/(.+)$/.exec(wanted) ?? [];
  if (name !== undefined)
    return [`contract/src/${name}.ts`, `contract/src/kit/${name}.ts`].find((file) => existsSync(join(ROOT, file)))!;
  return wanted.startsWith('.') ? posix.join(posix.dirname(from), wanted.replace(/\?.*/, '')) : null;
}

/** Strongly connected components (Tarjan), largest first. */
export function findCycles(arrows: readonly Arrow[]): string[][] {
  const next = Map.groupBy(arrows, ({ from }) => from);
  const index = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): number => {
    index.set(file, index.size);
    lowest.set(file, index.get(file)!);
    open.push(file);
    for (const { to } of next.get(file) ?? []) {
      const reached = index.has(to) ? (open.includes(to) ? index.get(to)! : Infinity) : visit(to);
      lowest.set(file, Math.min(lowest.get(file)!, reached));
    }
    if (lowest.get(file) === index.get(file)) {
      const circle = open.splice(open.indexOf(file));
      if (circle.length > 1) circles.push(circle);
    }
    return lowest.get(file)!;
  };
  for (const { from } of arrows) if (!index.has(from)) visit(from);
  return circles.sort((a, b) => b.length - a.length);
}

/** The page with diagrams of the given imports. */
export function pageNow(arrows: readonly Arrow[], page = readFileSync(PAGE, 'utf8')): string {
  return PACKAGES.reduce((text, { name }) => {
    const [start, end] = [`<!-- ${name}: drawn by tools/architecture.ts -->\n`, `<!-- /${name} -->`];
    const [from, to] = [text.indexOf(start), text.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`docs/architecture.md has no part for ${name}`);
    return `${text.slice(0, from + start.length)}\n${drawn(name, arrows)}\n${text.slice(to)}`;
  }, page);
}

function drawn(name: string, arrows: readonly Arrow[]): string {
  const { levels, up, folders } = PACKAGES.find((each) => each.name === name)!;
  const rooms = levels.flat();
  const taken = new Map(rooms.map((room) => [room.name, new Set<string>()]));
  for (const { from, to } of arrows) {
    const [here, there] = [siteOf(from), siteOf(to)];
    if (here?.of.name === name && there?.of.name === name && here.room !== there.room)
      taken.get(here.room.name)!.add(there.room.name);
  }
  const takenBy = (room: Room): Room[] => rooms.filter((each) => taken.get(room.name)!.has(each.name));
  const isUp = (room: Room, other: Room): boolean => rooms.indexOf(other) > rooms.indexOf(room);
  const down = (room: Room): Room[] => takenBy(room).filter((other) => !isUp(room, other));
  // Transitive arrows are omitted.
  const reached = (room: Room): Room[] => down(room).flatMap((other) => [other, ...reached(other)]);
  const near = (room: Room): Room[] => down(room).filter((other) => !down(room).some((each) => reached(each).includes(other)));
  const topFirst = rooms.toReversed();
  return [
    '```mermaid',
    'flowchart TD',
    ...topFirst.flatMap((room) => near(room).map((other) => `  ${room.name} --> ${other.name}`)),
    ...topFirst.flatMap((room) =>
      takenBy(room)
        .filter((other) => isUp(room, other))
        .map((other) => `  ${room.name} -.-> ${other.name}`),
    ),
    '```',
    '',
    '| Room | What it is | Imports |',
    '|---|---|---|',
    ...rooms.map(
      (room) =>
        `| ${placeOf(room)} | ${room.says} | ${takenBy(room)
          .map((each) => each.name)
          .join(', ')} |`,
    ),
    '',
    ...(up.length === 0 ? [] : ['Upwards, file by file:', '', ...up.map(formatUpwardImport), '']),
    ...(folders ? [...folderTable(folders.room, name, arrows), ''] : []),
  ].join('\n');
}

function placeOf({ name, at }: Room): string {
  const places = at.filter((each) => each !== `${name}/`).map((each) => `\`${each === '' ? '*.ts' : each}\``);
  return `**${name}**${places.length === 0 ? '' : ` ${places.join(' ')}`}`;
}

const formatUpwardImport = ({ from, to, why }: { from: readonly string[]; to: readonly string[]; why: string }): string =>
  `- ${from.map((file) => `\`${file}\``).join(', ')} → ${to.join(', ')}: ${why}`;

function folderTable(room: string, name: string, arrows: readonly Arrow[]): string[] {
  const pairs = arrows.flatMap(({ from, to }) => {
    const [here, there] = [siteOf(from), siteOf(to)];
    if (here?.of.name !== name || here.room.name !== room || there?.room !== here.room) return [];
    const [own, other] = [folderOf(here.path), folderOf(there.path)];
    return own === other ? [] : [{ own, other: `\`${other}\`` }];
  });
  const lines = byName([...new Set(pairs.map(({ own }) => own))]).map((own) => {
    const others = new Set(pairs.filter((pair) => pair.own === own).map(({ other }) => other));
    return `| \`${own}\` | ${byName([...others]).join(', ')} |`;
  });
  return ['| Folder | Imports of other folders |', '|---|---|', ...lines];
}

const byName = (names: readonly string[]): string[] => names.toSorted((a, b) => (a < b ? -1 : 1));

if (import.meta.main) writeFileSync(PAGE, pageNow(arrowsOf(sources())));
