// The order in which boxes are offered for goods: where the same product of the same owner lies, then the same product; there
// boxes that take all of it before smaller ones, the tightest fit first; then by code.
import { least, lineKey, natureFault, put, roomIn, type Box, type Compatible, type Goods, type Surroundings } from './rules.ts';

export interface Offer {
  box: Box;
  /** How much to put there, millionths of the base unit. */
  qty: bigint;
  /** How much more would fit; below zero where not all of it does; null without limits. */
  left: bigint | null;
  why: (typeof WHY)[number];
}

const WHY = ['sameOwner', 'sameProduct', 'fit'] as const;
/** Boxes that one line may be split over. */
const SPLIT_MAX = 100;

interface Candidate {
  box: Box;
  rank: number;
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
    const rank = holdsLine ? 0 : box.content.values().some((other) => other.product.id === goods.product.id) ? 1 : 2;
    found.push({ box, rank, own: roomIn(box, goods.product) });
  }
  return found;
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
  let best: Ranked | null = null;
  for (const candidate of open) {
    const each = { candidate, offer: offerOf(candidate, rooms, goods) };
    if (each.offer.qty > 0n && (best === null || compare(each, best) < 0)) best = each;
  }
  return best;
}

function offerOf({ box, rank, own }: Candidate, rooms: (around: Surroundings) => bigint | null, { qty }: Goods): Offer {
  const fits = least(own, rooms(box.around));
  const left = fits === null ? null : fits - qty;
  return { box, qty: left === null || left >= 0n ? qty : fits!, left, why: WHY[rank]! };
}

function compare(a: Ranked, b: Ranked): number {
  if (a.candidate.rank !== b.candidate.rank) return a.candidate.rank - b.candidate.rank;
  const [x, y] = [a.offer.left, b.offer.left];
  if (x === y) return a.offer.box.code < b.offer.box.code ? -1 : 1;
  if (x === null || y === null) return x === null ? (y! < 0n ? -1 : 1) : x < 0n ? 1 : -1;
  if (x >= 0n && y >= 0n) return x < y ? -1 : 1;
  return x > y ? -1 : 1;
}
