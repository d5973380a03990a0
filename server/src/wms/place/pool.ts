// The boxes of a warehouse, ranked for given goods.
// One box for everything comes before any split, so that picking visits one place. Among boxes that take everything, in order of
// preference: same batch and owner, same product and owner, same product, no other storage group, no goods of other owners,
// fewest conditions offered beyond those needed, tightest fit. Goods without a storage group count as another group.
// Cabinets for storage groups are offered to harmless goods after every other place, and boxes with hazardous goods last. Without
// a single box, goods are split over the fewest boxes, preferring those with similar contents. Unmeasured products get boxes of
// their own.
// Hundreds of goods meet thousands of boxes: rules are evaluated once per class of equivalent boxes, and room is compared as
// doubles. The quantity for a box is then computed exactly by the rules.
import { BOX_REASONS, type BoxReason, type BoxRefusals } from '@kuwei/contract/wms/box-reason';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { createYielder } from '../../limiter.ts';
import type { DB } from '../../db/types.ts';
import { loadOtherBoxes, boxOf, loadBoxes, compatibilityKeyOf, partsOf } from './boxes.ts';
import { loadPlacement, type Placement } from './placement.ts';
import { countReasons, reasonOf } from './reasons.ts';
import {
  surroundingsFault,
  batchKey,
  boxFault,
  isHazardOnly,
  isReservedForOthers,
  isCapacityUnknown,
  least,
  lineKey,
  addGoods,
  roomIn,
  countUnusedConditions,
  hasLineFor,
  type Box,
  type Compatible,
  type Goods,
  type ProductFacts,
  type Surroundings,
} from './rules.ts';

export interface Offer {
  box: Box;
  /** Quantity to put there, in millionths of the base unit. */
  qty: bigint;
  why: (typeof REASONS)[number];
}

const REASONS = ['sameBatch', 'sameOwner', 'sameProduct', 'fit', 'empty'] as const;
/** Number of affinity ranks in a score; the last is for any other box. */
const AFFINITIES = 4;
/** Maximum boxes for one line. */
const SPLIT_MAX = 100;

/** Step of the score per affinity rank: smaller is better, negative means refused. */
const RANK_STEP = 2_000;
const MIXED_GROUPS_PENALTY = 1_000;
const OTHER_OWNER_PENALTY = 500;
/** Reserved for hazardous goods: suggested for harmless ones only where no other place has room. */
const HAZARD_ONLY = AFFINITIES * RANK_STEP;
/** Harmless goods beside hazardous ones: only where not even such a place has room. */
const BESIDE_HAZARDS = 2 * HAZARD_ONLY;
/** Reserved for other goods: listed last, never suggested. */
const RESERVED_PENALTY = 100_000;
const refusalScore = (reason: BoxReason): number => -1 - BOX_REASONS.indexOf(reason);

interface BoxRating {
  reason: BoxReason | null;
  isFull: boolean;
  score: number;
}

export class Pool {
  readonly placement: Placement;
  /** In code order. */
  readonly boxes: readonly Box[];
  readonly #at: ReadonlyMap<string, number>;
  /** Boxes that incoming goods go to and that are not offered. */
  readonly #beside = new Map<string, Box>();
  readonly #arounds: Surroundings[] = [];
  /** Indexes into `#arounds`. */
  readonly #aroundOf: Int32Array;
  /** Class of each box; boxes of a class are equivalent for goods not yet in them. */
  readonly #kindOf: Int32Array;
  readonly #kinds = new Map<string, number>();
  /** The only owner in each box: null if empty, undefined if several. */
  readonly #soleOwner: (string | null | undefined)[] = [];
  /** Boxes that hold a product. */
  readonly #holding = new Map<string, Set<number>>();
  readonly #freeVolume: Float64Array;
  readonly #freeMass: Float64Array;
  /** Score of each box for the goods judged last. */
  readonly #score: Int32Array;
  /** Room of each box for the goods measured last, in millionths of the base unit. */
  readonly #fits: Float64Array;
  /** Boxes with a lower score are open to the goods. */
  #reach = RESERVED_PENALTY;

  private constructor(placement: Placement, boxes: readonly Box[]) {
    this.placement = placement;
    this.boxes = boxes;
    this.#at = new Map(boxes.map((box, at) => [box.id, at]));
    this.#aroundOf = new Int32Array(boxes.length);
    this.#kindOf = new Int32Array(boxes.length);
    this.#freeVolume = new Float64Array(boxes.length);
    this.#freeMass = new Float64Array(boxes.length);
    this.#score = new Int32Array(boxes.length);
    this.#fits = new Float64Array(boxes.length);
  }

  /**
   * @param where condition over `wms_warehouse_box b`: the boxes to offer
   * @param productIds of all goods that will be asked about or put there
   * @param beside other boxes that goods will be put into, which share containers with offered ones
   * @param pause yields to other work; what it throws aborts
   */
  static async open(
    db: Kysely<DB>,
    warehouseId: string,
    productIds: readonly string[],
    {
      where = sql`true`,
      beside = [],
      pause = createYielder(),
    }: { where?: RawBuilder<unknown>; beside?: readonly string[]; pause?: () => Promise<void> } = {},
  ): Promise<Pool> {
    const rows = await loadBoxes(db, sql`b.warehouse_id = ${warehouseId} and ${where}`, productIds);
    const others = beside.length === 0 ? [] : await loadOtherBoxes(db, warehouseId, rows, beside);
    const placement = await loadPlacement(db, {
      warehouseIds: [warehouseId],
      containerIds: [...new Set([...rows, ...others].map((row) => row.containerId))],
      asked: productIds,
      known: 'everything',
    });
    const boxes: Box[] = [];
    for (const row of rows) {
      boxes.push(boxOf(row, placement));
      await pause();
    }
    const pool = new Pool(placement, boxes);
    for (const row of others) pool.#beside.set(row.id, boxOf(row, placement));
    const arounds = new Map<Surroundings, number>();
    for (const [at, box] of boxes.entries()) {
      const around = arounds.get(box.around) ?? pool.#arounds.push(box.around) - 1;
      arounds.set(box.around, around);
      pool.#aroundOf[at] = around;
      const { natures, owners, asked } = rows[at]!;
      pool.#learn(at, { natures: partsOf(natures), owners: partsOf(owners), productIds: partsOf(asked) });
      await pause();
    }
    return pool;
  }

  /** Puts incoming goods of others into their boxes; unknown boxes are ignored. */
  take(others: readonly (Goods & { boxId: string })[]): void {
    for (const other of others) {
      const at = this.#at.get(other.boxId);
      const box = this.#beside.get(other.boxId);
      if (at !== undefined) this.#put(at, other);
      else if (box) addGoods(box, other);
    }
  }

  /**
   * Boxes that together take the goods, best first, as far as there is room. The goods count as contents from then on.
   * @param without a box to exclude: the one the goods come from
   */
  async spread(
    goods: Goods,
    { without, pause = createYielder() }: { without?: string; pause?: () => Promise<void> } = {},
  ): Promise<Offer[]> {
    this.#judge(goods);
    if (without !== undefined) this.#leaveOut(without);
    const offers: Offer[] = [];
    const reaches = [HAZARD_ONLY, BESIDE_HAZARDS, RESERVED_PENALTY];
    this.#reach = reaches.shift()!;
    for (let rest = goods.qty; rest > 0n && offers.length < SPLIT_MAX;) {
      await pause();
      this.#measure(goods.product);
      const at = this.#best(Number(rest));
      if (at === -1) {
        const further = reaches.shift();
        if (further === undefined) break;
        this.#reach = further;
        continue;
      }
      const box = this.boxes[at]!;
      const why = box.content.size === 0 ? 'empty' : REASONS[Math.floor((this.#score[at]! % HAZARD_ONLY) / RANK_STEP)]!;
      this.#score[at] = refusalScore('BOX_CAPACITY');
      const qty = least(rest, roomIn(box, goods.product), ...box.around.chain.map((each) => roomIn(each, goods.product)))!;
      if (qty === 0n) continue;
      this.#put(at, { ...goods, qty });
      offers.push({ box, qty, why });
      rest -= qty;
    }
    return offers;
  }

  /** Boxes that each take all of the goods, best first, those reserved for other goods last. */
  ranked(goods: Goods): Box[] {
    this.#judge(goods);
    this.#measure(goods.product);
    const qty = Number(goods.qty);
    return this.#sorted((at) => this.#score[at]! >= 0 && this.#fits[at]! >= qty, this.#before).map((at) => this.boxes[at]!);
  }

  /** Alternatives to the refused box for all of the goods; without any, the boxes with most room. */
  instead(goods: Goods, refusedId: string, count: number): Box[] {
    this.#judge(goods);
    this.#reach = RESERVED_PENALTY;
    this.#leaveOut(refusedId);
    this.#measure(goods.product);
    const qty = Number(goods.qty);
    const whole = this.#sorted((at) => this.#isOpen(at) && this.#fits[at]! >= qty, this.#before);
    const most = (a: number, b: number): number => this.#fits[b]! - this.#fits[a]! || this.#score[a]! - this.#score[b]! || a - b;
    const found = whole.length > 0 ? whole : this.#sorted((at) => this.#isOpen(at) && this.#fits[at]! > 0, most);
    return found.slice(0, count).map((at) => this.boxes[at]!);
  }

  /** How many boxes refuse all of the goods by reason, most frequent first. */
  refusals(goods: Goods): BoxRefusals {
    this.#judge(goods);
    this.#measure(goods.product);
    const qty = Number(goods.qty);
    return countReasons(
      this.boxes.keys().map((at) => {
        const score = this.#score[at]!;
        if (score < 0) return BOX_REASONS[-1 - score]!;
        return this.#fits[at]! < qty ? 'BOX_CAPACITY' : null;
      }),
    );
  }

  #put(at: number, goods: Goods): void {
    const box = this.boxes[at]!;
    addGoods(box, goods);
    const lying = box.content.values().toArray();
    this.#learn(at, {
      natures: [...new Set(lying.map(({ product }) => compatibilityKeyOf(product)))],
      owners: [...new Set(lying.map(({ ownerOrgId }) => ownerOrgId))],
      productIds: [goods.product.id],
    });
  }

  /** Updates what matters about a box to any goods: on load, and after its contents changed. */
  #learn(at: number, { natures, owners, productIds }: BoxSummary): void {
    const box = this.boxes[at]!;
    const kind = kindOf(box, natures);
    this.#soleOwner[at] = owners.length > 1 ? undefined : (owners[0] ?? null);
    const number = this.#kinds.get(kind) ?? this.#kinds.size;
    this.#kinds.set(kind, number);
    this.#kindOf[at] = number;
    this.#freeVolume[at] = box.maxVolume === null ? Infinity : Number(box.maxVolume - box.usedVolume);
    this.#freeMass[at] = box.maxMass === null ? Infinity : Number(box.maxMass - box.usedMass);
    for (const id of productIds) {
      const holding = this.#holding.get(id);
      if (holding) holding.add(at);
      else this.#holding.set(id, new Set([at]));
    }
  }

  /** Scores boxes by the rules, regardless of room. */
  #judge(goods: Goods): void {
    const { compatible } = this.placement;
    const arounds = this.#arounds.map((around) => {
      const fault = surroundingsFault(around, goods.product, compatible);
      if (fault) return refusalScore(reasonOf(fault));
      return countUnusedConditions(around, goods.product) + reservationPenalty(around, goods.product);
    });
    const kinds: (BoxRating | undefined)[] = [];
    const holding = this.#holding.get(goods.product.id);
    for (let at = 0; at < this.boxes.length; at++) {
      const inside = holding?.has(at)
        ? rateBox(this.boxes[at]!, goods, compatible)
        : (kinds[this.#kindOf[at]!] ??= rateBox(this.boxes[at]!, goods, compatible));
      const around = arounds[this.#aroundOf[at]!]!;
      if (inside.reason !== null) this.#score[at] = refusalScore(inside.reason);
      else if (around < 0) this.#score[at] = around;
      else if (inside.isFull) this.#score[at] = refusalScore('BOX_CAPACITY');
      else {
        const sole = this.#soleOwner[at];
        this.#score[at] = inside.score + around + (sole === null || sole === goods.ownerOrgId ? 0 : OTHER_OWNER_PENALTY);
      }
    }
  }

  #leaveOut(boxId: string): void {
    const at = this.#at.get(boxId);
    if (at !== undefined) this.#score[at] = refusalScore('BOX_CAPACITY');
  }

  /** Doubles are exact up to 9,000 litres of room; beyond that only the ranking is slightly off. */
  #measure(product: ProductFacts): void {
    const step = 10 ** (6 - product.decimals);
    const volume = product.unitVolume > 0n ? Number(product.unitVolume) * step : 0;
    const mass = product.unitMass > 0n ? Number(product.unitMass) * step : 0;
    const rooms = this.#arounds.map(({ chain }) => {
      const room = least(...chain.map((container) => roomIn(container, product)));
      return room === null ? Infinity : Number(room);
    });
    const [noVolume, noMass] = [product.unmeasured.includes('volume'), product.unmeasured.includes('mass')];
    for (let at = 0; at < this.boxes.length; at++) {
      const isFull = (noVolume && this.#freeVolume[at]! <= 0) || (noMass && this.#freeMass[at]! <= 0);
      const byVolume = isFull ? 0 : volume === 0 ? Infinity : Math.floor(this.#freeVolume[at]! / volume) * step;
      const byMass = mass === 0 ? Infinity : Math.floor(this.#freeMass[at]! / mass) * step;
      this.#fits[at] = Math.max(0, Math.min(byVolume, byMass, rooms[this.#aroundOf[at]!]!));
    }
  }

  #isOpen(at: number): boolean {
    return this.#score[at]! >= 0 && this.#score[at]! < this.#reach;
  }

  /** Affinity first, then the tightest fit. */
  readonly #before = (a: number, b: number): number => {
    const [x, y] = [this.#fits[a]!, this.#fits[b]!];
    return this.#score[a]! - this.#score[b]! || (x === y ? a - b : x - y);
  };

  #sorted(which: (at: number) => boolean, by: (a: number, b: number) => number): number[] {
    return this.boxes.keys().filter(which).toArray().sort(by);
  }

  /** The first box to fill for a quantity; -1 where no box takes any. */
  #best(qty: number): number {
    const whole = this.#first(qty, this.#before);
    if (whole !== -1) return whole;
    const like = (a: number, b: number): number => this.#score[a]! - this.#score[b]! || this.#fits[b]! - this.#fits[a]! || a - b;
    return this.#first(this.#sparing(qty), like);
  }

  #first(least: number, by: (a: number, b: number) => number): number {
    let first = -1;
    for (let at = 0; at < this.boxes.length; at++) {
      if (this.#fits[at]! < least || this.#fits[at] === 0 || !this.#isOpen(at)) continue;
      if (first === -1 || by(at, first) < 0) first = at;
    }
    return first;
  }

  /** For a split: how much the first box must take to keep the number of boxes minimal. */
  #sparing(qty: number): number {
    const largest = this.#largest();
    let others = 0;
    let count = 0;
    while (count < largest.length && others + largest[count]! < qty) others += largest[count++]!;
    return largest[count] === undefined ? (largest[0] ?? 0) : Math.min(largest[count]!, qty - others);
  }

  /** Capacities of the roomiest boxes, largest first. */
  #largest(): number[] {
    const largest: number[] = [];
    for (let at = 0; at < this.boxes.length; at++) {
      const fits = this.#fits[at]!;
      if (fits === 0 || !this.#isOpen(at) || (largest.length > SPLIT_MAX && fits <= largest[SPLIT_MAX]!)) continue;
      let place = largest.length;
      while (place > 0 && largest[place - 1]! < fits) place--;
      largest.splice(place, 0, fits);
      largest.length = Math.min(largest.length, SPLIT_MAX + 1);
    }
    return largest;
  }
}

/** Score penalty for a place reserved for other goods. */
const reservationPenalty = (around: Surroundings, product: ProductFacts): number =>
  isReservedForOthers(around, product) ? RESERVED_PENALTY : isHazardOnly(around, product) ? HAZARD_ONLY : 0;

/** Contents of a box as far as they matter to any goods. */
interface BoxSummary {
  natures: readonly string[];
  owners: readonly string[];
  productIds: readonly string[];
}

/** Class key of a box: everything that matters to goods not yet in it, except its owners. */
function kindOf(box: Box, natures: readonly string[]): string {
  const { state, lockReason, ownerOrgId, keepers, mixPolicy, maxLines, maxVolume, maxMass } = box;
  const beside =
    mixPolicy === 'MIXED'
      ? ''
      : `${mixPolicy} ${[...new Set(box.content.values().map(({ ownerOrgId: owner }) => owner))].toSorted().join('+')}`;
  const isFull = maxLines !== null && box.content.size >= maxLines;
  const limits = `${maxVolume !== null} ${maxMass !== null}`;
  return `${state} ${lockReason} ${ownerOrgId} ${keepers} ${beside} ${isFull} ${limits} ${natures.toSorted().join(',')}`;
}

function rateBox(box: Box, goods: Goods, compatible: Compatible): BoxRating {
  const fault = boxFault(box, goods, compatible);
  return {
    reason: fault && reasonOf(fault),
    isFull: !hasLineFor(box, goods),
    score: affinityOf(box, goods) * RANK_STEP + (mixesGroups(box, goods) ? MIXED_GROUPS_PENALTY : 0) + mixingPenalty(box, goods),
  };
}

/** Score penalty for goods better kept apart from the contents of a box. */
function mixingPenalty(box: Box, goods: Goods): number {
  if (isCapacityUnknown(box, goods)) return RESERVED_PENALTY;
  return box.content.values().some(({ product }) => product.hazardous !== goods.product.hazardous) ? BESIDE_HAZARDS : 0;
}

/** Index into `REASONS`. */
function affinityOf(box: Box, goods: Goods): number {
  const batch = batchKey(goods);
  if (batch !== null && box.batches.has(batch)) return 0;
  if (box.content.has(lineKey(goods))) return 1;
  return box.content.values().some((other) => other.product.id === goods.product.id) ? 2 : 3;
}

/** Whether goods of another storage group, or without one beside grouped ones, are there. */
const mixesGroups = ({ content }: Box, { product: { storageGroup } }: Goods): boolean =>
  content.values().some(({ product: other }) => other.storageGroup !== storageGroup);
