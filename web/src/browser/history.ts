// Browser history with a guard that can ask before a page is left.

/** A location in the console. */
export interface Place {
  pathname: string;
  search: string;
  hash: string;
}
type To = string | Partial<Place>;

/** Whether the page may be left for `to`; a promise while the user is asked. */
type LeaveGuard = (to: Place) => boolean | Promise<boolean>;

/** State stored with each history entry. */
interface Entry {
  /** Position, so that a step back can be undone. */
  at: number;
}

export const fullPath = ({ pathname, search, hash }: Place): string => pathname + search + hash;

class PageHistory {
  #place = placeNow();
  #at = entryNow()?.at ?? 0;
  #guard: LeaveGuard | null = null;
  #asking = false;
  /** Closes the window open over the page; returns false if there is none. */
  #closeWindow: () => boolean = () => false;
  /** The next step back was triggered by the console. */
  #isOwnBack = false;
  readonly #listeners = new Set<() => void>();
  /** Callbacks for popstate events that we triggered. */
  readonly #ownPops: (() => void)[] = [];

  constructor() {
    this.#assignPosition();
    window.addEventListener('popstate', () => this.#popped());
  }

  get place(): Place {
    return this.#place;
  }

  /** Whether a step back stays in this console, across full loads too if the browser reports it. */
  get canGoBack(): boolean {
    const { navigation } = window as { navigation?: { canGoBack: boolean } };
    return navigation?.canGoBack ?? this.#at > 0;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Sets the only guard; null removes it. */
  guard(guard: LeaveGuard | null): void {
    this.#guard = guard;
  }

  /** The user's step back first closes the window over the page, and stays. */
  closing(closeWindow: () => boolean): void {
    this.#closeWindow = closeWindow;
  }

  /** A window has opened over the page: adds an entry if a step back would leave the console. */
  hold(): void {
    if (this.#at > 0) return;
    this.#at = 1;
    window.history.pushState({ at: 1 } satisfies Entry, '', fullPath(this.#place));
  }

  push(to: To): void {
    const next = this.#resolve(to);
    void this.#enter(next, fullPath(next) === fullPath(this.#place));
  }

  replace(to: To): void {
    void this.#enter(this.#resolve(to), true);
  }

  back(): void {
    this.#isOwnBack = true;
    window.history.back();
  }

  #resolve(to: To): Place {
    const text = typeof to === 'string' ? to : fullPath({ ...this.#place, ...to });
    const { pathname, search, hash } = new URL(text, window.location.origin + fullPath(this.#place));
    return { pathname, search, hash };
  }

  async #enter(next: Place, replacing: boolean): Promise<void> {
    const verdict = this.#guard?.(next) ?? true;
    // Without a question this runs synchronously; callers may rely on it.
    if (verdict !== true && !(await verdict)) return;
    if (!replacing) this.#at++;
    window.history[replacing ? 'replaceState' : 'pushState']({ at: this.#at } satisfies Entry, '', fullPath(next));
    this.#settle(next);
  }

  #settle(place: Place): void {
    this.#place = place;
    for (const listener of this.#listeners) listener();
  }

  /** Assigns a position to an entry that is not ours (the first one, a hash typed by hand). */
  #assignPosition(): void {
    if (!entryNow()) window.history.replaceState({ at: this.#at } satisfies Entry, '');
  }

  /** popstate fires after the fact: to ask first, the step is undone and redone if confirmed. */
  #popped(): void {
    const own = this.#ownPops.shift();
    if (own) return own();
    const at = entryNow()?.at ?? this.#at + 1;
    const steps = at - this.#at;
    const next = placeNow();
    const isOwn = this.#isOwnBack;
    this.#isOwnBack = false;
    if (steps < 0 && !isOwn && !this.#asking && this.#closeWindow()) return void this.#redoIf(false, next, steps);
    const verdict = this.#asking ? false : (this.#guard?.(next) ?? true);
    if (verdict !== true && steps !== 0) return void this.#redoIf(verdict, next, steps);
    this.#at = at;
    this.#assignPosition();
    return this.#settle(next);
  }

  async #redoIf(verdict: boolean | Promise<boolean>, next: Place, steps: number): Promise<void> {
    const isFirst = !this.#asking;
    this.#asking = true;
    const [leave] = await Promise.all([verdict, this.#goQuietly(-steps)]);
    if (isFirst) this.#asking = false;
    if (!leave) return;
    await this.#goQuietly(steps);
    this.#at += steps;
    this.#settle(next);
  }

  #goQuietly(steps: number): Promise<void> {
    return new Promise((resolve) => {
      this.#ownPops.push(resolve);
      window.history.go(steps);
    });
  }
}

function placeNow(): Place {
  const { pathname, search, hash } = window.location;
  return { pathname, search, hash };
}

const entryNow = (): Entry | null => window.history.state as Entry | null;

export const history = new PageHistory();
