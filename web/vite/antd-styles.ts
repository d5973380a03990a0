// antd ships its styles twice: as functions that generate CSS at run time, and as a static style sheet. The console uses the sheet
// (`zeroRuntime`); this plugin removes the functions from the bundle, which saves about 45 kB compressed and their run time, and removes
// unused rules from the sheet.
import type { Plugin } from 'vite';

/** Components whose rules are removed from the sheet, by folder in antd/es, with their class prefix. */
const UNUSED: Readonly<Record<string, string>> = {
  affix: 'affix',
  anchor: 'anchor',
  'back-top': 'back-top',
  'border-beam': 'border-beam',
  calendar: 'picker-calendar',
  carousel: 'carousel',
  'color-picker': 'color-picker',
  'float-button': 'float-btn',
  listy: 'listy',
  masonry: 'masonry',
  mentions: 'mentions',
  'qr-code': 'qrcode',
  rate: 'rate',
  tour: 'tour',
  transfer: 'transfer',
};

const STYLE_MODULE = /[\\/]antd[\\/]es[\\/](.+?)[\\/]style[\\/].+\.js$/;
const GENERATORS = new Set(['genStyleHooks', 'genSubStyleComponent', 'genComponentStyleHook']);

export function antdStyles(): Plugin {
  return {
    name: 'antd-styles',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: [/antd[\\/]dist[\\/]antd\.css$/, STYLE_MODULE, /genStyleUtils\.js$/, /useResetIconStyle\.js$/] },
      handler(code, id) {
        if (id.endsWith('antd.css')) return { code: usedRules(code), map: null };
        if (/cssinjs-utils.+genStyleUtils\.js$/.test(id)) {
          return { code: replaceOnce(code, 'if (memoizedZeroRuntime) {', 'if (true) {'), map: null };
        }
        if (id.endsWith('useResetIconStyle.js')) return { code: 'export default () => {};', map: null };
        return { code: withoutGenerators(code, this.parse(code)), map: null };
      },
    },
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        for (const id of chunk.type === 'chunk' ? chunk.moduleIds : []) {
          const used = STYLE_MODULE.exec(id)?.[1];
          if (used !== undefined && used in UNUSED)
            this.error(`antd's ${used} is used now: take it off the list in antd-styles.ts`);
        }
      }
    },
  };
}

interface Node {
  type: string;
  start: number;
  end: number;
  callee?: { name?: string };
  arguments?: Node[];
}

/** Passes `null` to antd's hooks instead of the CSS generators, so that these are tree-shaken. */
function withoutGenerators(code: string, program: Node): string {
  const cuts: Node[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (value === null || typeof value !== 'object' || !('type' in value)) return;
    const node = value as Node;
    if (node.type === 'CallExpression' && GENERATORS.has(node.callee?.name ?? '') && node.arguments?.[1]) {
      cuts.push(node.arguments[1]);
    } else Object.values(node).forEach(visit);
  };
  visit(program);
  return cuts.reduceRight((text, { start, end }) => `${text.slice(0, start)}null${text.slice(end)}`, code);
}

/** @throws if antd has changed, so that the removed code is not shipped unnoticed */
function replaceOnce(code: string, from: string, to: string): string {
  if (code.split(from).length !== 2) throw new Error(`antd changed: "${from}" is not there once`);
  return code.replace(from, to);
}

/** The sheet without the variables of antd's own theme (ours are set at run time) and without unused components. */
function usedRules(css: string): string {
  const classes = Object.values(UNUSED).join('|');
  const unused = new RegExp(`^\\.ant-(?:${classes})(?![a-z])`);
  return topLevelRules(css)
    .filter((rule) => {
      const selectors = rule.slice(0, rule.indexOf('{')).split(',');
      if (selectors[0]!.startsWith('@')) return true;
      return !selectors.every((selector) => selector.trim().startsWith('.css-var-_R') || unused.test(selector.trim()));
    })
    .join('');
}

function topLevelRules(css: string): string[] {
  const rules: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < css.length; at++) {
    if (css[at] === '{') depth++;
    else if (css[at] === '}' && --depth === 0) {
      rules.push(css.slice(start, at + 1));
      start = at + 1;
    }
  }
  return rules;
}
