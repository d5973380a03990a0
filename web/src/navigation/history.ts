// The browser's history, with a guard that may ask before a page is left.

/** Where the console stands. */
export interface Place {
  pathname: string;
  search: string;
  hash: string;
  state: unknown;
  key: string;
}
export type To = string | Partial<Pick<Place, 'pathname' | 'search' | 'hash'>>;

/** Says whether the page may be left for `to`; a promise while somebody is asked. */
export type LeaveGuard = (to: Place) => boolean | Promise<boolean>;

interface Entry {
  /** Position in this window's history, so that a step back can be undone. */
  at: number;
  key: string;
  state: unknown;
}

export const fullPath = ({ pathname, search, hash }: Pick<Place, 'pathname' | 'search' | 'hash'>): string =>
  pathname + search + hash;

let keys = 0;
const newKey = (): string => `${Date.now().toString(36)}${(keys++).toString(36)}`;

class PageHistory {
  #place: Place;
  #at: number;
  #guard: LeaveGuard | null = null;
  readonly #listeners = new Set<() => void>();
  /** What the next popstate is for, where it is our own doing. */
  readonly #ownPops: (() => void)[] = [];

  constructor() {
    const entry = window.history.state as Entry | null;
    this.#at = entry?.at ?? 0;
    this.#place = placeOf(entry);
    if (!entry) window.history.replaceState(this.#entry(this.#place), '');
    window.addEventListener('popstate', this.#onPop);
  }

  get place(): Place {
    return this.#place;
  }

  /** Whether a step back stays in this console, also across a full load where the browser can tell. */
  get canGoBack(): boolean {
    const { navigation } = window as { navigation?: { canGoBack: boolean } };
    return navigation?.canGoBack ?? this.#at > 0;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** One guard at a time; null takes it away. */
  guard(guard: LeaveGuard | null): void {
    this.#guard = guard;
  }

  push = (to: To, state?: unknown): void => this.#navigate(to, state, false);
  replace = (to: To, state?: unknown): void => this.#navigate(to, state, true);
  go = (delta: number): void => window.history.go(delta);

  /** Goes there without asking anybody. */
  force(to: To): void {
    this.#enter(this.#resolve(to, null), false);
  }

  #url(to: To): URL {
    const text = typeof to === 'string' ? to : (to.pathname ?? this.#place.pathname) + (to.search ?? '') + (to.hash ?? '');
    return new URL(text, window.location.origin + fullPath(this.#place));
  }

  #resolve(to: To, state: unknown): Place {
    const { pathname, search, hash } = this.#url(to);
    return { pathname, search, hash, state: state ?? null, key: newKey() };
  }

  #navigate(to: To, state: unknown, replacing: boolean): void {
    const next = this.#resolve(to, state);
    const verdict = this.#guard?.(next) ?? true;
    if (verdict === true) this.#enter(next, replacing);
    else if (verdict !== false) void this.#enterIf(verdict, next, replacing);
  }

  async #enterIf(verdict: Promise<boolean>, next: Place, replacing: boolean): Promise<void> {
    if (await verdict) this.#enter(next, replacing);
  }

  #enter(next: Place, replacing: boolean): void {
    if (!replacing) this.#at++;
    window.history[replacing ? 'replaceState' : 'pushState'](this.#entry(next), '', fullPath(next));
    this.#settle(next);
  }

  #entry({ key, state }: Place): Entry {
    return { at: this.#at, key, state };
  }

  #settle(place: Place): void {
    this.#place = place;
    for (const listener of this.#listeners) listener();
  }

  /** Back and forward have already happened when we hear of them: to ask first, they are undone and perhaps done again. */
  #onPop = (): void => {
    const own = this.#ownPops.shift();
    if (own) return own();
    const entry = window.history.state as Entry | null;
    const next = placeOf(entry);
    const at = entry?.at ?? this.#at + 1;
    const verdict = this.#guard?.(next) ?? true;
    if (verdict === true || at === this.#at) {
      this.#at = at;
      if (!entry) window.history.replaceState(this.#entry(next), '');
      return this.#settle(next);
    }
    void this.#redoIf(verdict, next, at);
  };

  async #redoIf(verdict: boolean | Promise<boolean>, next: Place, at: number): Promise<void> {
    const steps = at - this.#at;
    const [leave] = await Promise.all([verdict, this.#goQuietly(-steps)]);
    if (!leave) return;
    await this.#goQuietly(steps);
    this.#at = at;
    this.#settle(next);
  }

  #goQuietly(steps: number): Promise<void> {
    return new Promise((resolve) => {
      this.#ownPops.push(resolve);
      window.history.go(steps);
    });
  }
}

function placeOf(entry: Entry | null): Place {
  const { pathname, search, hash } = window.location;
  return { pathname, search, hash, state: entry?.state ?? null, key: entry?.key ?? newKey() };
}

export const history = new PageHistory();
