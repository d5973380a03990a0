// Chunks load separately: a class styled only in another page's file stays unstyled until that page has been opened.
import { readFileSync, globSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../src');
const files = globSync('**/*.{ts,tsx,css}', { cwd: ROOT }).map((path) => join(ROOT, path));
const texts = new Map(files.map((path) => [path, readFileSync(path, 'utf8')]));

/** Static imports of a module, including styles. */
function importsOf(path: string): string[] {
  const found = (texts.get(path) ?? '').matchAll(/^(?:import|export)\b(?! type)[^;'"]*['"](\.[^'"]+)['"]/gm);
  return [...found].map(([, to]) => resolve(dirname(path), to!)).filter((to) => texts.has(to));
}

const closures = new Map<string, ReadonlySet<string>>();
function loadedWith(path: string): ReadonlySet<string> {
  const known = closures.get(path);
  if (known) return known;
  const seen = new Set<string>([path]);
  const left = [path];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const more = importsOf(next).filter((to) => !seen.has(to));
    for (const to of more) seen.add(to);
    left.push(...more);
  }
  closures.set(path, seen);
  return seen;
}

/** Files that style a class by itself or, if there are none, within another class. */
const styled = new Map<string, readonly string[]>();
for (const begins of [false, true]) {
  const found = new Map<string, string[]>();
  for (const [path, text] of texts) {
    if (!path.endsWith('.css')) continue;
    const selectors = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/(?<=^|[},])\s*([^{}@,]+)(?=[,{])/g);
    const names = [...selectors].flatMap(([, selector]) => {
      const classes = [...selector!.matchAll(/\.([a-z]+(?:-[\w-]+)+)/gi)].map(([, name]) => name!);
      return begins ? classes.filter((name) => selector!.trim().startsWith(`.${name}`)) : classes;
    });
    for (const name of new Set(names)) found.set(name, [...(found.get(name) ?? []), path]);
  }
  for (const [name, paths] of found) styled.set(name, paths);
}

/** Classes that a module renders. */
function classesIn(text: string): string[] {
  const written = [...text.matchAll(/className=(?:"([^"]*)"|\{`([^`]*)`\}|\{([^{}]*)\})/g)].flatMap(
    ([, plain, template, code]) => {
      if (plain !== undefined) return [plain];
      if (template !== undefined) return [template.replaceAll(/\$\{[^}]*\}/g, ' ')];
      return [...code!.matchAll(/'([^']*)'|"([^"]*)"/g)].map(([, one, other]) => one ?? other!);
    },
  );
  return [...new Set(written.flatMap((each) => each.split(/\s+/)).filter((each) => each !== ''))];
}

/** Lazily loaded modules. */
const lazy = new Set(
  [...texts].flatMap(([path, text]) =>
    [...text.matchAll(/import\('(\.[^']+)'\)/g)].map(([, to]) => resolve(dirname(path), to!)).filter((to) => texts.has(to)),
  ),
);

test('every lazily loaded module imports the styles of all it renders', () => {
  const always = loadedWith(join(ROOT, 'main.tsx'));
  const missing = [...lazy].flatMap((root) => {
    const own = loadedWith(root);
    return [...own].flatMap((path) => {
      if (!path.endsWith('.tsx') || always.has(path)) return [];
      return classesIn(texts.get(path)!).flatMap((name) => {
        const places = styled.get(name);
        if (!places || places.some((each) => own.has(each) || always.has(each))) return [];
        const relativePaths = [root, path, ...places].map((each) => each.slice(ROOT.length + 1));
        return [`${relativePaths[0]}: ${name} in ${relativePaths[1]}, styled by ${relativePaths.slice(2).join(', ')}`];
      });
    });
  });
  expect(missing).toEqual([]);
});
