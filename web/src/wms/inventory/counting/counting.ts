// A count on this device. Local data comes first, so that counting works offline; server data is merged in, and values are sent
// when there is a connection.
import { readNumber } from '@kuwei/contract/read-value';
import { decimal, type Refusal } from '@kuwei/contract/rule';
import { factorIn } from '@kuwei/contract/wms/amount';
import type { CountPack, PackLine, ValueOutcome } from '@kuwei/contract/wms/inventory';
import { create } from 'zustand';
import { ApiError } from '../../../api/error.ts';
import { checkServer, useServer } from '../../../browser/server-up.ts';
import { say, t } from '../../../phrase/phrases.ts';
import {
  saveCounter,
  openDevice,
  type Device,
  type StoredCount,
  type StoredText,
  type StoredValue,
} from '../../../session/device-counts.ts';
import { getStoredSite } from '../../../session/version.ts';
import { countFault, getUnits } from '../../goods/units.ts';
import {
  deleteValue,
  closedBy,
  isFinal,
  isUndelivered,
  saveClosed,
  savePack,
  saveText,
  saveValue,
  deleteStoredCount,
  loadStoredCount,
  loadStoredBoxes,
  type Lines,
  type NewValue,
} from './count-store.ts';
import { sendStoredValues, type Send } from './send.ts';
import { withCountLock, onCountChange, type CountChange } from './windows.ts';

/** What needs a connection. */
export interface Remote {
  pack: () => Promise<CountPack>;
  send: Send;
}

interface CountingState {
  /** `failed`: nothing stored here, and nothing loaded. */
  phase: 'loading' | 'here' | 'failed';
  error: Error | null;
  kept: StoredCount | null;
  lines: Lines;
  values: readonly StoredValue[];
  /** Typed text by line. */
  texts: ReadonlyMap<string, Pick<StoredText, 'qty' | 'unit'>>;
  faults: ReadonlyMap<string, string>;
  sending: boolean;
  /** Why the server accepts nothing for now. */
  why: string | null;
  /** By the device's clock. */
  awaySince: string | null;
}

/** After a live event the whole list is refetched; large ones less often. */
const REFRESH_MS = 4_000;
const REFRESH_LINE_MS = 10;
const FAILED_AGAIN_MS = 15_000;
const TEXT_MS = 300;

/** Parses a number as people write it, `１２`, `1,000`; null for other text, such as a code, which `1E3` may be as well. */
export function numberIn(text: string): string | null {
  const read = /e/i.test(text) ? null : readNumber(text);
  return read?.unit === '' ? read.value : null;
}

export class Counting {
  readonly use = create<CountingState>(() => ({
    phase: 'loading',
    error: null,
    kept: null,
    lines: new Map(),
    values: [],
    texts: new Map(),
    faults: new Map(),
    sending: false,
    why: null,
    awaySince: null,
  }));
  readonly countId: string;
  readonly #person: { id: string; name: string };
  readonly #remote: Remote | null;
  #device: Promise<Device> | null = null;
  #refreshTimer: ReturnType<typeof setTimeout> | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #textTimers = new Map<string, ReturnType<typeof setTimeout>>();
  #refreshedAt = 0;
  #sendAgain = false;

  /** @param remote null when offline */
  constructor(countId: string, person: { id: string; name: string }, remote: Remote | null) {
    this.countId = countId;
    this.#person = person;
    this.#remote = remote;
  }

  /** @returns a function that stops it */
  start(): () => void {
    this.#device ??= openDevice(this.#person.id);
    const stops = [
      onCountChange((changed) => void this.#reload(changed)),
      useServer.subscribe(({ away }, before) => {
        this.#setAway(away);
        if (before.away && !away) void this.sync();
      }),
    ];
    this.#setAway(useServer.getState().away);
    const onOffline = (): void => void checkServer();
    window.addEventListener('offline', onOffline);
    void this.#load();
    return () => {
      for (const stop of stops) stop();
      window.removeEventListener('offline', onOffline);
      clearTimeout(this.#refreshTimer);
      clearTimeout(this.#retryTimer);
      for (const [lineId, timer] of this.#textTimers) {
        clearTimeout(timer);
        void this.#storeText(lineId);
      }
      this.#textTimers.clear();
    };
  }

  #setAway(away: boolean): void {
    const { awaySince } = this.use.getState();
    if (away !== (awaySince !== null)) this.use.setState({ awaySince: away ? new Date().toISOString() : null });
  }

  async #load(): Promise<void> {
    try {
      const loaded = await loadStoredCount(await this.#device!, this.countId);
      this.use.setState({
        ...loaded,
        texts: new Map(loaded.texts.map(({ lineId, qty, unit }) => [lineId, { qty, unit }])),
        ...(loaded.kept && { phase: 'here' }),
      });
    } catch (error) {
      return this.use.setState({ phase: 'failed', error: new Error(t('count.device.none'), { cause: error }) });
    }
    if (this.#remote) await this.sync();
    else if (!this.use.getState().kept) this.use.setState({ phase: 'failed' });
  }

  /** Sends unsent values, then refetches the list. */
  async sync(): Promise<void> {
    await this.send();
    await this.refresh();
  }

  async refresh(): Promise<void> {
    const remote = this.#remote;
    if (!remote || isFinal(this.use.getState().kept)) return;
    clearTimeout(this.#refreshTimer);
    this.#refreshTimer = undefined;
    this.#refreshedAt = performance.now();
    const device = await this.#device!;
    try {
      await withCountLock(this.countId, async () => savePack(device, await remote.pack(), getStoredSite()));
      await saveCounter(this.#person.id, this.#person.name);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const isRefused = ['forbidden', 'notFound', 'general'].includes(error.kind);
      const { kept, values } = this.use.getState();
      const isForgotten = isRefused && !values.some(isUndelivered);
      if (isForgotten) await deleteStoredCount(device, this.countId);
      else if (isRefused) await saveClosed(device, this.countId, closedBy(error));
      if (isForgotten || !kept) this.use.setState({ phase: 'failed', error });
      if (error.kind === 'abnormal') void checkServer();
    }
  }

  /** Refetches the list after a live event, throttled. */
  refreshSoon(): void {
    if (this.#refreshTimer !== undefined) return;
    const { lines } = this.use.getState();
    const every = REFRESH_MS + REFRESH_LINE_MS * [...lines.values()].reduce((sum, each) => sum + each.length, 0);
    const wait = Math.max(300, this.#refreshedAt + every - performance.now());
    this.#refreshTimer = setTimeout(() => void this.refresh(), wait);
  }

  async send(): Promise<void> {
    const remote = this.#remote;
    this.#sendAgain = true;
    if (!remote || this.use.getState().sending || useServer.getState().away) return;
    clearTimeout(this.#retryTimer);
    this.use.setState({ sending: true });
    try {
      // Values entered while sending are included.
      while (this.#sendAgain) {
        this.#sendAgain = false;
        const sent = await sendStoredValues(await this.#device!, this.countId, remote.send);
        this.use.setState({ why: sent.end === 'failed' ? sent.why : null });
        if (sent.end === 'failed') this.#retryTimer = setTimeout(() => void this.send(), FAILED_AGAIN_MS);
        if (sent.end !== 'all') break;
      }
    } finally {
      this.use.setState({ sending: false });
    }
  }

  async #reload({ countId, boxIds }: CountChange): Promise<void> {
    if (countId !== this.countId) return;
    const device = await this.#device!;
    if (boxIds === 'all') {
      const { kept, lines, values } = await loadStoredCount(device, countId);
      return this.use.setState({ kept, lines, values, ...(kept && { phase: 'here' }) });
    }
    const { kept, values, lines } = await loadStoredBoxes(device, countId, boxIds);
    this.use.setState((state) => ({ kept, values, lines: new Map([...state.lines, ...lines]) }));
  }

  type(line: PackLine, patch: Partial<Pick<StoredText, 'qty' | 'unit'>>): void {
    const { id, baseUnit } = line;
    this.use.setState(({ texts, faults }) => {
      const text = { qty: '', unit: baseUnit, ...texts.get(id), ...patch };
      return { texts: new Map(texts).set(id, text), faults: without(faults, id) };
    });
    clearTimeout(this.#textTimers.get(id));
    this.#textTimers.set(
      id,
      setTimeout(() => {
        this.#textTimers.delete(id);
        void this.#storeText(id);
      }, TEXT_MS),
    );
  }

  async #storeText(lineId: string): Promise<void> {
    const text = this.use.getState().texts.get(lineId) ?? { qty: '', unit: '' };
    await saveText(await this.#device!, { countId: this.countId, lineId, ...text });
  }

  /** Saves the typed text of a line, or `given`, and sends it. @returns whether it was saved */
  async enter(line: PackLine, given?: Pick<StoredText, 'qty' | 'unit'>): Promise<boolean> {
    const text = given ?? this.use.getState().texts.get(line.id);
    const { unit = line.baseUnit } = text ?? {};
    const plain = numberIn(text?.qty ?? '') ?? (text?.qty ?? '').trim();
    const fault = qtyFault(plain, unit, line);
    if (fault !== null) {
      this.use.setState(({ faults }) => ({ faults: new Map(faults).set(line.id, fault) }));
      return false;
    }
    const { id: lineId, boxId, ver, productName: name } = line;
    await this.#store({ boxId, lineId, found: null, name, qty: plain, unit, note: null, ver });
    return true;
  }

  /** Adds goods that no line lists; `found` null: described by name until their product is found. */
  find(value: Pick<NewValue, 'boxId' | 'found' | 'name' | 'ownerName' | 'qty' | 'unit' | 'note'>): Promise<void> {
    return this.#store({ ...value, lineId: null, ver: 0 });
  }

  async #store(value: Omit<NewValue, 'countId'>): Promise<void> {
    const { lineId } = value;
    await saveValue(await this.#device!, { ...value, countId: this.countId });
    await this.#reload({ countId: this.countId, boxIds: [] });
    if (lineId !== null) {
      clearTimeout(this.#textTimers.get(lineId));
      this.#textTimers.delete(lineId);
      this.use.setState(({ texts, faults }) => ({ texts: without(texts, lineId), faults: without(faults, lineId) }));
    }
    void this.send();
  }

  /** Discards a value whose outcome was seen, or that should no longer be sent. */
  drop = async (value: StoredValue): Promise<void> => deleteValue(await this.#device!, value);

  untype(lineId: string): void {
    this.use.setState(({ texts }) => ({ texts: without(texts, lineId) }));
    void this.#storeText(lineId);
  }

  /** Deletes the count from this device. */
  leave = async (): Promise<void> => deleteStoredCount(await this.#device!, this.countId);
}

/** Why a quantity cannot be counted, worded as in a deposit; null when it can. */
function qtyFault(qty: string, unit: string, { baseUnit, factors }: Pick<PackLine, 'baseUnit' | 'factors'>): string | null {
  const refused: Refusal | undefined = qty === '' ? { key: 'count.badQty' } : decimal(qty);
  if (refused) return say(refused.key, refused.params);
  // A list stored by an earlier version has no factors: the server checks those units.
  const units = (factors as PackLine['factors'] | undefined) ?? [];
  return factorIn({ baseUnit, units }, unit) === undefined ? null : countFault(qty, unit, { baseUnit, units }, getUnits());
}

const without = <T>(map: ReadonlyMap<string, T>, key: string): ReadonlyMap<string, T> => {
  const rest = new Map(map);
  rest.delete(key);
  return rest;
};

/** The last value entered on this device for each line: unsent, or not accepted. */
export const mapLastValues = (values: readonly StoredValue[]): ReadonlyMap<string, StoredValue> =>
  new Map(values.flatMap((value) => (value.lineId === null ? [] : [[value.lineId, value] as const])));

/** Whether a line is still to be counted here; an unsent value counts as counted. */
export const isOpen = (line: PackLine, lastValues: ReadonlyMap<string, StoredValue>): boolean => {
  const value = lastValues.get(line.id);
  return line.mine && (value === undefined || value.outcome !== null);
};

export const isConflict = ({ outcome }: ValueOutcome): boolean => outcome === 'CONFLICT';
