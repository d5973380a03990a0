// Browser storage as JSON. If the browser refuses storage (full, or switched off), values are lost but the page works.

export interface Store {
  /** Null if missing or unreadable. The caller knows the type. */
  get: (key: string) => unknown;
  set: (key: string, value: unknown) => void;
  remove: (key: string) => void;
  /** Whether any key has this prefix. */
  has: (prefix: string) => boolean;
  /** Removes all keys with this prefix. @param kept prefixes of keys to keep */
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
        // not stored: the next visit starts with the default
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

/** Shared by all windows of this browser. */
export const local = storeOf(() => localStorage);
/** This window only; survives a reload. */
export const session = storeOf(() => sessionStorage);

/** Storage keys; agreed names are in the contract. */
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
  countsShown: 'counts_shown',
} as const;
