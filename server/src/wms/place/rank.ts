// The order in which boxes are offered for goods. One box for all of them comes before any that takes a part: who collects
// them later walks to one place. Among boxes that take all, those come first where the same batch of the same owner lies,
// then the same product of the owner, then the same product, then no other storage group, then what offers the fewest
// conditions that the goods have no need of, then the tightest fit. Where no box takes all they lie in the
// fewest boxes that do, and of those in the ones where their like lies.
import {
  batchKey,
  least,
  lineKey,
  natureFault,
  put,
  roomIn,
  spareConditions,
  type Box,
  type Compatible,
  type Goods,
  type Surroundings,
} from './rules.ts';

export interface Offer {
  box: Box;
  /** How much to put there, millionths of the base unit. */
  qty: bigint;
  /** How much more would fit; below zero where not all of it does; null without limits. */
  left: bigint | null;
  why: (typeof WHY)[number];
}

const WHY = ['sameBatch', 'sameOwner', 'sameProduct', 'fit'] as const;
/** Boxes that one line may be split over. */
const SPLIT_MAX = 100;

interface Candidate {
  box: Box;
  /** Position in `WHY`. */
  rank: number;
  /** Whether goods of another storage group lie there. */
  mixed: boolean;
  /** Conditions offered there in vain. */
  spare: number;
  /** Room in the box, whatever is around it; null: no limit. */
  own: bigint | null;
}

/** Boxes that together take the goods, as far as there is room. */
export function spread(boxes: Iterable<Box>, goods: Goods, compatible: Compatible): Offer[] {
  const open = new Set(candidates(boxes, goods, compatible));
  const offers: Offer[] = [];
  for (let rest = goods.qty; rest > 0n && offers.length < SPLIT_MAX;) {
    const best = bestOf(open, { ...goods, qty: rest });
    if (!best) break;
    open.delete(best.candidate);
    put(best.offer.box, { ...goods, qty: best.offer.qty });
    offers.push(best.offer);
    rest -= best.offer.qty;
  }
  return offers;
}

/** Boxes that each by itself takes the goods, or some of them, best first. */
export function rankAll(boxes: Iterable<Box>, goods: Goods, compatible: Compatible): Offer[] {
  const rooms = roomsAround(goods);
  return candidates(boxes, goods, compatible)
    .map((candidate) => ({ candidate, offer: offerOf(candidate, rooms, goods) }))
    .filter(({ offer }) => offer.qty > 0n)
    .toSorted((a, b) => compare(a, b))
    .map(({ offer }) => offer);
}

function candidates(boxes: Iterable<Box>, goods: Goods, compatible: Compatible): Candidate[] {
  const found: Candidate[] = [];
  for (const box of boxes) {
    if (natureFault(box, goods, compatible)) continue;
    const holdsLine = box.content.has(lineKey(goods));
    if (!holdsLine && box.maxLines !== null && box.content.size >= box.maxLines) continue;
    found.push({
      box,
      rank: rankOf(box, goods),
      mixed: mixesGroups(box, goods),
      spare: spareConditions(box.around, goods.product),
      own: roomIn(box, goods.product),
    });
  }
  return found;
}

function mixesGroups({ content }: Box, { product: { storageGroup } }: Goods): boolean {
  if (storageGroup === null) return false;
  return content.values().some(({ product: other }) => other.storageGroup !== null && other.storageGroup !== storageGroup);
}

function rankOf(box: Box, goods: Goods): number {
  const batch = batchKey(goods);
  if (batch !== null && box.batches.has(batch)) return 0;
  if (box.content.has(lineKey(goods))) return 1;
  return box.content.values().some((other) => other.product.id === goods.product.id) ? 2 : 3;
}

/** Room in the containers around a box, reckoned once for boxes side by side. */
export function roomsAround({ product }: Goods): (around: Surroundings) => bigint | null {
  const known = new Map<Surroundings, bigint | null>();
  return (around) => {
    const before = known.get(around);
    if (before !== undefined) return before;
    const room = least(...around.chain.map((container) => roomIn(container, product)));
    known.set(around, room);
    return room;
  };
}

interface Ranked {
  candidate: Candidate;
  offer: Offer;
}

function bestOf(open: Iterable<Candidate>, goods: Goods): Ranked | null {
  const rooms = roomsAround(goods);
  const ranked: Ranked[] = [];
  for (const candidate of open) {
    const offer = offerOf(candidate, rooms, goods);
    if (offer.qty > 0n) ranked.push({ candidate, offer });
  }
  const first = firstOf(ranked, compare);
  return first === null || isWhole(first) ? first : firstOf(sparing(ranked, goods.qty), compareLike);
}

/** Of boxes that each take a part: those that it may begin with and still need no more boxes than there must be. */
function sparing(ranked: readonly Ranked[], qty: bigint): readonly Ranked[] {
  const largest = ranked.map(({ offer }) => offer.qty).toSorted((a, b) => (a > b ? -1 : 1));
  let others = 0n;
  let count = 0;
  while (count < largest.length && others + largest[count]! < qty) others += largest[count++]!;
  const enough = largest[count] === undefined ? largest[0]! : least(largest[count]!, qty - others)!;
  return ranked.filter(({ offer }) => offer.qty >= enough);
}

function firstOf(ranked: readonly Ranked[], by: (a: Ranked, b: Ranked) => number): Ranked | null {
  let first: Ranked | null = null;
  for (const each of ranked) if (first === null || by(each, first) < 0) first = each;
  return first;
}

function offerOf({ box, rank, own }: Candidate, rooms: (around: Surroundings) => bigint | null, { qty }: Goods): Offer {
  const fits = least(own, rooms(box.around));
  const left = fits === null ? null : fits - qty;
  return { box, qty: left === null || left >= 0n ? qty : fits!, left, why: WHY[rank]! };
}

const isWhole = ({ offer: { left } }: Ranked): boolean => left === null || left >= 0n;

/** Boxes that take all come first, where their like lies; then those that take most. */
function compare(a: Ranked, b: Ranked): number {
  const whole = isWhole(a);
  if (whole !== isWhole(b)) return whole ? -1 : 1;
  const [x, y] = [a.offer.left, b.offer.left];
  return whole || x === y ? compareLike(a, b) : x! > y! ? -1 : 1;
}

/** Where their like lies comes first, then the tightest fit. */
function compareLike(a: Ranked, b: Ranked): number {
  if (a.candidate.rank !== b.candidate.rank) return a.candidate.rank - b.candidate.rank;
  if (a.candidate.mixed !== b.candidate.mixed) return a.candidate.mixed ? 1 : -1;
  if (a.candidate.spare !== b.candidate.spare) return a.candidate.spare - b.candidate.spare;
  const [x, y] = [a.offer.left, b.offer.left];
  if (x === y) return a.offer.box.code < b.offer.box.code ? -1 : 1;
  if (x === null || y === null) return x === null ? 1 : -1;
  return x < y === x >= 0n ? -1 : 1;
}
