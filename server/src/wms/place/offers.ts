// Boxes of a warehouse that could take goods. A large warehouse is not looked at whole: containers that cannot take them fall
// away first, then boxes come in the order in which they are offered, a part at a time.
import type { Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';
import { boxesById, boxOf, likelyBoxes, productsIn } from './boxes.ts';
import { loadGrounds, type Grounds } from './grounds.ts';
import { rankAll, roomsAround, spread, type Offer } from './rank.ts';
import { aroundFault, put, type Box, type Goods } from './rules.ts';

/** Boxes looked at first; nearly always they suffice. */
const FIRST = 200;

export class Offers {
  readonly #db: Kysely<DB>;
  readonly #grounds: Grounds;
  readonly #goods: Goods;
  readonly #boxes = new Map<string, Box>();

  /** @param grounds of a whole warehouse, loaded for the goods */
  constructor(db: Kysely<DB>, grounds: Grounds, goods: Goods) {
    this.#db = db;
    this.#grounds = grounds;
    this.#goods = goods;
  }

  static async open(db: Kysely<DB>, warehouseId: string, goods: Goods): Promise<Offers> {
    return new Offers(db, await loadGrounds(db, { warehouseIds: [warehouseId], asked: [goods.product.id] }), goods);
  }

  /** Puts other goods where they are going to lie; those for another warehouse take nothing here. */
  async take(others: readonly (Goods & { boxId: string })[]): Promise<void> {
    await this.#load(others.map((other) => other.boxId));
    for (const other of others) {
      const box = this.#boxes.get(other.boxId);
      if (box) put(box, other);
    }
  }

  /**
   * Boxes that together take the goods, best first, as far as there is room.
   * @param without a box that is out of the question: the one the goods come from
   */
  async spread(without?: string): Promise<Offer[]> {
    const { compatible } = this.#grounds;
    const isPartial = await this.#loadLikely(FIRST);
    const found = spread(this.#open(without), this.#goods, compatible);
    const rest = found.reduce((left, offer) => left - offer.qty, this.#goods.qty);
    if (rest === 0n || !isPartial) return found;
    const used = new Set(found.map((offer) => offer.box));
    await this.#loadLikely(null);
    return [
      ...found,
      ...spread(
        this.#open(without).filter((box) => !used.has(box)),
        { ...this.#goods, qty: rest },
        compatible,
      ),
    ];
  }

  /** Boxes other than the one refused that could take all of the goods; where there is none, those that take most of them. */
  async instead(refusedId: string, count: number): Promise<{ boxId: string; boxCode: string }[]> {
    await this.#loadLikely(FIRST);
    const others = this.#open(refusedId);
    const offers = rankAll(others, this.#goods, this.#grounds.compatible);
    const whole = offers.filter((offer) => offer.left === null || offer.left >= 0n);
    return (whole.length > 0 ? whole : offers).slice(0, count).map(({ box }) => ({ boxId: box.id, boxCode: box.code }));
  }

  #open(without?: string): Box[] {
    return [...this.#boxes.values()].filter((box) => box.id !== without);
  }

  /** @returns whether there may be more */
  async #loadLikely(limit: number | null): Promise<boolean> {
    const { containerIds, around, compatible } = this.#grounds;
    const room = roomsAround(this.#goods);
    const possible = containerIds
      .filter((id) => aroundFault(around(id), this.#goods.product, compatible) === null)
      .map((id) => ({ id, room: room(around(id)) }))
      .filter((each) => each.room !== 0n);
    if (possible.length === 0) return false;
    const ids = await likelyBoxes(this.#db, this.#goods, possible, limit);
    await this.#load(ids);
    return ids.length === limit;
  }

  async #load(ids: readonly string[]): Promise<void> {
    const missing = ids.filter((id) => !this.#boxes.has(id));
    if (missing.length === 0) return;
    const rows = await boxesById(this.#db, missing);
    const own = rows.filter((row) => this.#grounds.has(row.containerId));
    await this.#grounds.learn(productsIn(own));
    for (const row of own) this.#boxes.set(row.id, boxOf(row, this.#grounds));
  }
}
