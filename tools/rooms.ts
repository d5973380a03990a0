// The rooms of each package from the bottom up, and the allowed imports between them. The linter refuses all others
// (`rooms-rule.ts`), `architecture.ts` draws them.

export interface Room {
  name: string;
  says: string;
  /** Folders, ending in `/`, and files, relative to the package's `src`. */
  at: readonly string[];
}

interface Package {
  name: 'contract' | 'server' | 'web';
  /** A room imports rooms of lower levels only: none above, none on its own level. */
  levels: readonly (readonly Room[])[];
  /** Exceptions: allowed upward imports. */
  up: readonly { from: readonly string[]; to: readonly string[]; why: string }[];
  /** Allowed imports between the folders of a room. */
  folders?: {
    room: string;
    /** Generic folders: all others may import them, they import none. */
    shared: readonly string[];
    takes: Readonly<Record<string, readonly string[]>>;
  };
}

/** Maximum number of files in an import cycle, including `import()`. */
export const CIRCLE_MAX = 12;

const contract: Package = {
  name: 'contract',
  levels: [
    [{ name: 'phrases', says: 'Every text, in Chinese and in English.', at: ['phrases/'] }],
    [{ name: 'kit', says: 'Routes, fields, rules, errors; menu and screens.', at: ['kit/'] }],
    [{ name: 'workbook', says: 'Imports and exports: their calls, headings and what is read from a cell.', at: ['workbook/'] }],
    [{ name: 'auth', says: 'Calls about persons, roles, sessions.', at: ['auth/'] }],
    [{ name: 'bpm', says: 'Calls about workflows.', at: ['bpm/'] }],
    [{ name: 'wms', says: 'Calls of the warehouse, and the rules that both sides follow.', at: ['wms/'] }],
    [{ name: 'sys', says: 'Calls about messages, files, settings, finding.', at: ['sys/'] }],
  ],
  up: [],
};

const server: Package = {
  name: 'server',
  levels: [
    [{ name: 'kit', says: 'Configuration, log, errors, events.', at: [''] }],
    [{ name: 'db', says: 'The database: bundled or given, migrations, columns, lists.', at: ['db/'] }],
    [
      {
        name: 'services',
        says: 'What a process has one of: settings, stored files, the log of calls, the key of the ledger, the login of reports.',
        at: ['services/'],
      },
    ],
    [
      {
        name: 'session',
        says: 'Who calls: sessions, acting as another person, and the context that a handler gets.',
        at: ['session/', 'context.ts'],
      },
    ],
    [{ name: 'http', says: 'Requests, replies, the socket, and the transaction of a write.', at: ['http/'] }],
    [{ name: 'platform', says: 'Workbooks, imports, mails, messages, menu: kits that know no entity.', at: ['platform/'] }],
    [{ name: 'auth', says: 'Sign-in, accounts, roles, rules, second step.', at: ['auth/'] }],
    [{ name: 'bpm', says: 'Approval: definitions, tasks, decisions.', at: ['bpm/'] }],
    [{ name: 'wms', says: 'The warehouse: products, places, stock, documents, ledger.', at: ['wms/'] }],
    [
      {
        name: 'site',
        says: 'The office of the administrator, which may ask every entity: organisations, settings, dictionaries, log, finding.',
        at: ['site/'],
      },
    ],
    [{ name: 'report', says: 'Reporting views, the login that reads them, reports and their runs.', at: ['report/'] }],
    [{ name: 'maintain', says: 'Backups, restores and what else keeps an installation running.', at: ['maintain/'] }],
    [{ name: 'seed', says: 'What a new installation begins with, and the demo.', at: ['seed/'] }],
    [
      {
        name: 'app',
        says: 'Puts the server together: routes, jobs, the program itself.',
        at: ['main.ts', 'start.ts', 'routes.ts', 'jobs.ts', 'http/app.ts', 'http/openapi.ts'],
      },
    ],
  ],
  up: [{ from: ['auth/sign-in/handlers.ts'], to: ['seed'], why: 'The demo offers its people at the sign-in.' }],
};

const web: Package = {
  name: 'web',
  levels: [
    [
      {
        name: 'browser',
        says: 'What the browser gives: storage, history, files, code that comes when it is wanted. Knows nothing of ours.',
        at: ['browser/'],
      },
    ],
    [{ name: 'phrase', says: 'Texts in both languages, and `t()`.', at: ['phrase/'] }],
    [
      {
        name: 'api',
        says: 'Every call, with what it carries: token, organisation, role. Kept answers, live events.',
        at: ['api/'],
      },
    ],
    [{ name: 'session', says: 'Who is signed in, and what the server publishes to them.', at: ['session/'] }],
    [{ name: 'navigation', says: 'From an address to the page that may be shown there.', at: ['navigation/'] }],
    [
      {
        name: 'page',
        says: 'Pages that are open: tabs, drafts, unsaved changes; the hooks that a page is given.',
        at: ['page/'],
      },
    ],
    [{ name: 'ui', says: 'Parts that screens are made of, colours, formats, notices.', at: ['ui/'] }],
    [
      { name: 'table', says: 'Lists: columns, filters, selection, import and export.', at: ['table/'] },
      { name: 'form', says: 'Forms and their fields, from the body of a route.', at: ['form/'] },
    ],
    [
      {
        name: 'screens',
        says: 'The screens, in folders named as their addresses are.',
        at: ['base/', 'common/', 'power/', 'sysbase/', 'user/', 'wms/'],
      },
    ],
    [{ name: 'shell', says: 'The start, and the frame: header, sidebar, tabs, finder.', at: ['shell/'] }],
    [{ name: 'main', says: 'Which screens there are, handed in before the console starts.', at: ['main.tsx', 'screens.ts'] }],
  ],
  up: [],
  folders: {
    room: 'screens',
    shared: ['wms/addresses.ts', 'wms/goods', 'wms/place', 'wms/wanted-goods.ts'],
    takes: {
      'base/bpm': ['wms/after-sales', 'wms/document', 'wms/inventory', 'wms/review', 'wms/share'],
      'power/power': ['power/role'],
      'power/role': ['user/mg'],
      'power/rule': ['power/role'],
      'sysbase/bpm': ['base/bpm'],
      'sysbase/maintain': ['wms/ledger'],
      'sysbase/msg-inbox': ['base/msg-inbox'],
      'wms/after-sales': ['base/bpm'],
      'wms/container': ['wms/warehouse-box'],
      'wms/document': ['wms/user'],
      'wms/ews-limit': ['wms/warehouse'],
      'wms/ews-product': ['wms/warehouse'],
      'wms/goods': ['wms/addresses.ts'],
      'wms/hazard-flow': ['wms/ledger', 'wms/warehouse'],
      'wms/inventory': ['base/bpm', 'wms/document', 'wms/lines', 'wms/review', 'wms/transaction', 'wms/warehouse'],
      'wms/lines': ['wms/category', 'wms/document', 'wms/warehouse'],
      'wms/permit': ['wms/document', 'wms/warehouse'],
      'wms/place': ['wms/goods'],
      'wms/product': ['wms/category'],
      'wms/product-box': ['wms/batch', 'wms/category', 'wms/document', 'wms/ledger', 'wms/review', 'wms/user', 'wms/warehouse'],
      'wms/product-space': ['wms/warehouse'],
      'wms/putaway': ['wms/document', 'wms/lines', 'wms/review'],
      'wms/review': ['base/bpm', 'wms/document'],
      'wms/scan': ['wms/document', 'wms/product-box', 'wms/user', 'wms/warehouse-box'],
      'wms/share': ['base/bpm', 'wms/category', 'wms/document'],
      'wms/storage-rule': ['wms/warehouse'],
      'wms/statistics': ['wms/category', 'wms/warehouse'],
      'wms/transaction': ['base/bpm', 'wms/document', 'wms/ledger', 'wms/lines', 'wms/putaway', 'wms/review', 'wms/warehouse'],
      'wms/warehouse-box': ['wms/batch', 'wms/warehouse'],
    },
  },
};

export const PACKAGES = [contract, server, web] as const;

interface Site {
  of: Package;
  room: Room;
  level: number;
  /** Relative to the package's `src`. */
  path: string;
}

/**
 * Room of a file; null outside the packages, and for tests, which may import everything. @param file relative to the project
 * folder, with `/`
 */
export function siteOf(file: string): Site | null {
  const [, name, path] = /^(\w+)\/src\/(.+)$/.exec(file) ?? [];
  const of = PACKAGES.find((each) => each.name === name);
  if (!of || path === undefined || path.includes('.test.')) return null;
  const folder = path.slice(0, path.indexOf('/') + 1);
  // A listed file takes precedence over its folder.
  for (const wanted of [path, folder])
    for (const [level, rooms] of of.levels.entries())
      for (const room of rooms) if (room.at.includes(wanted)) return { of, room, level, path };
  return null;
}

/** Folder of a screen: `wms/product`, or a file at the top level. */
export const folderOf = (path: string): string => path.split('/').slice(0, 2).join('/');

/** Why a file may not import another; null if it may. @param from @param to relative to the project folder, with `/` */
export function refusalOf(from: string, to: string): string | null {
  const [here, there] = [siteOf(from), siteOf(to)];
  if (!here || !there || here.of !== there.of) return null;
  if (here.room === there.room) return folderRefusal(here, there);
  if (there.level < here.level || isUp(here, there)) return null;
  const where = there.level === here.level ? 'beside' : 'above';
  return `${here.of.name}: ${there.room.name} stands ${where} ${here.room.name}: ${here.path} may not import ${there.path} (tools/rooms.ts)`;
}

const isUp = (here: Site, there: Site): boolean =>
  here.of.up.some(({ from, to }) => from.includes(here.path) && to.includes(there.room.name));

function folderRefusal(here: Site, there: Site): string | null {
  const { folders } = here.of;
  const [own, other] = [folderOf(here.path), folderOf(there.path)];
  if (folders?.room !== here.room.name || own === other) return null;
  const may = folders.takes[own]?.includes(other) || (folders.shared.includes(other) && !folders.shared.includes(own));
  return may
    ? null
    : `${here.of.name}: ${own} takes nothing from ${other}: ${here.path} may not import ${there.path} (tools/rooms.ts)`;
}
