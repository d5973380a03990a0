// Constants shared by browser and server.

export const API_BASE = '/api';
export const SOCKET_PATH = '/ws/msg';

/** Application id of this console in the version call; the system's own id is `SYSTEM_APP_ID`. */
export const APP_ID = 'mg';
export const SYSTEM_APP_ID = '0';

export const MAX_TABS = 15;
export const MAX_CACHED_PAGES = 20;
export const PAGE_UPDATE_POLL_MS = 60_000;
export const PREFETCH_START_MS = 5_000;
export const PREFETCH_IDLE_MS = 2_000;
export const SIDEBAR_COLLAPSE_WIDTH = 1_500;

export const LOCALES = ['zh', 'en'] as const;
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = 'zh';
export const LOCALE_STORAGE_MS = 31_536_000_000;
export const LOCALE_KEY = 'i18n_local';
export const COLLAPSE_KEY = 'page_collapse';

export const CHUNK_RELOAD_GUARD_MS = 60_000;
export const LOADING_DOT_MS = 500;
export const UNREAD_UNKNOWN = -1;
export const ROOT_FONT_MIN_PX = 100;
export const ROOT_FONT_MAX_PX = 130;

/** `type` of an organisation that is a research group (课题组). */
export const ORG_TYPE_LAB = 'LAB';

/** Fraction of a token's lifetime during which it counts as fresh. */
export const TOKEN_FRESH_PART = 0.8;
/** During a refresh the fresh marker is set this far into the future, so that no second refresh starts. */
export const REFRESH_MARKER_MS = 60_000;
export const RETRY_DEPTH_401 = 1;

export const SOCKET_TIMEOUT_MS = 3_000;
export const SOCKET_HEARTBEAT_MS = 29_000;
export const SOCKET_RECONNECT_GAP_MS = 10_000;
/** The server closes a socket after this long without a message. */
export const SOCKET_SILENCE_MS = 90_000;

/** Header names. `X-Driver-Id` identifies the browser; the spelling is part of the protocol. */
export const DEVICE_HEADER = 'X-Driver-Id';
export const PAGE_ROLE_HEADER = 'X-Page-Role';
/** The organisation shown on the page; a write is refused if it is not the session's. */
export const ORG_HEADER = 'X-Org-Id';
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/** Valid first path segments of a screen; only part of the address, they grant nothing. */
export const ROLE_PREFIXES = ['teacher', 'supplier', 'staff', 'admin', 'mg', 'def'] as const;
export type RolePrefix = (typeof ROLE_PREFIXES)[number];

export const IMAGE_SIZES = [50, 100, 150, 200, 400, 800, 1200, 1920] as const;
