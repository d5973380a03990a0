// node tools/stop-words.ts [--lower]: counts unidiomatic words in code, tests and documents. Each group has a ceiling that only
// falls: `--lower` sets it to the current count. Texts of the user interface have a glossary and tests of their own.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
const CEILINGS = join(import.meta.dirname, 'stop-words.json');
const FILES = ['{contract,server,web,e2e,bench,scripts,tools}/**/*.{ts,tsx,mjs}', '*.md', '{docs,server,web,e2e}/**/*.md'];
/** Texts of the user interface, build output, and this tool. */
const LEFT_OUT = /node_modules|[\\/]dist[\\/]|contract[\\/]src[\\/]phrases|docs[\\/]guide|tools[\\/]stop-words/;

/** By name in the report, with suggested replacements. */
const PATTERNS: Record<string, { words: RegExp; instead: string }> = {
  whoever: { words: /\b(whoever|whomever)\b/gi, instead: 'a user, the caller, anyone who' },
  nobody: { words: /\b(nobody|no one)\b/gi, instead: 'not … any, without, “Don’t …”' },
  anew: { words: /\banew\b/gi, instead: 'again, new' },
  besides: { words: /\bbesides\b/gi, instead: 'also, as well' },
  told: { words: /\b(told|tells?|telling)\b/gi, instead: 'notify, report, log' },
  said: { words: /\bsaid\b/gi, instead: 'report, state, return' },
  laid: { words: /\b(laid|born|worn|dwells?)\b/gi, instead: 'created, merged, active' },
  'goes by': { words: /\b(goes by|go by|comes to|come to|stands? in|lies in wait)\b/gi, instead: 'uses, happens, is' },
  'what nobody': { words: /\b(that which|he who|those who|who is who)\b/gi, instead: 'a noun phrase' },
};

const counts: Record<string, number> = Object.fromEntries(Object.keys(PATTERNS).map((name) => [name, 0]));
for (const file of globSync(FILES, { cwd: ROOT, exclude: (path) => LEFT_OUT.test(path) })) {
  if (LEFT_OUT.test(file)) continue;
  const text = readFileSync(join(ROOT, file), 'utf8');
  for (const [name, { words }] of Object.entries(PATTERNS)) counts[name] = (counts[name] ?? 0) + (text.match(words)?.length ?? 0);
}

const ceilings = JSON.parse(readFileSync(CEILINGS, 'utf8')) as Record<string, number>;
const isLowering = process.argv.includes('--lower');
const above = Object.entries(counts).filter(([name, count]) => count > (ceilings[name] ?? 0));
for (const [name, count] of above)
  console.error(`${name}: ${count}, at most ${ceilings[name] ?? 0}. Write instead: ${PATTERNS[name].instead}`);
if (isLowering && above.length === 0) writeFileSync(CEILINGS, `${JSON.stringify(counts, null, 2)}\n`);
process.exit(above.length === 0 ? 0 : 1);
