// What the browser keeps for us, as JSON. A browser that refuses storage (full, or switched off) costs memory, not the page.

export interface Store {
  /** Null where nothing, or nothing readable, is kept. Who asks knows what was put there. */
  get: (key: string) => unknown;
  set: (key: string, value: unknown) => void;
  remove: (key: string) => void;
  /** Whether any key begins like this. */
  has: (prefix: string) => boolean;
  /** Removes every key that begins like this. @param kept but those that begin with one of these */
  removeAll: (prefix: string, kept?: readonly string[]) => void;
}

function storeOf(area: () => Storage): Store {
  return {
    get: (key) => {
      try {
        return JSON.parse(area().getItem(key) ?? 'null') as unknown;
      } catch {
        return null;
      }
    },
    set: (key, value) => {
      try {
        area().setItem(key, JSON.stringify(value));
      } catch {
        // kept by nobody: the next visit starts with the default
      }
    },
    remove: (key) => {
      try {
        area().removeItem(key);
      } catch {
        // nothing was kept
      }
    },
    has: (prefix) => {
      try {
        return Object.keys(area()).some((key) => key.startsWith(prefix));
      } catch {
        return false;
      }
    },
    removeAll: (prefix, kept = []) => {
      try {
        for (const key of Object.keys(area()))
          if (key.startsWith(prefix) && !kept.some((each) => key.startsWith(each))) area().removeItem(key);
      } catch {
        // nothing was kept
      }
    },
  };
}

/** Shared by all windows of this browser, until removed. */
export const local = storeOf(() => localStorage);
/** This window only; survives a reload. */
export const session = storeOf(() => sessionStorage);

/** Keys in the browser's storage; those with names that are agreed on stand in the contract. */
export const KEYS = {
  device: 'device_id',
  session: 'session',
  sessionEnd: 'session_end',
  pageRole: 'page_role',
  pageRolePaths: 'page_role_paths',
  org: 'org',
  speaksFor: 'speaks_for',
  theme: 'theme',
  switched: 'switched',
  acting: 'acting',
  ended: 'ended',
  way: 'way_back',
  sso: 'sso',
  tabs: 'tabs',
  unsaved: 'unsaved',
  titles: 'titles',
  left: 'left_open',
  tabsFolded: 'tabs_folded',
  finderRecent: 'finder_recent',
  chunkReload: 'chunk_reload',
  placeTree: 'place_tree',
  labelSheet: 'label_sheet',
  labelPrinter: 'label_printer',
} as const;
