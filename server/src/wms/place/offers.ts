// Boxes of a warehouse that could take goods. A large warehouse is not looked at whole: containers that cannot take them fall
// away first, then boxes come in the order in which they are offered, a part at a time.
import { sql, type Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';
import { boxesById, boxOf, likelyBoxes, loadBoxes, productsIn, type BoxRow } from './boxes.ts';
import { loadGrounds, type Grounds } from './grounds.ts';
import { rankAll, roomsAround, spread, type Offer } from './rank.ts';
import { aroundFault, isSpared, put, spareConditions, type Box, type Goods } from './rules.ts';

/** Boxes looked at first; nearly always they suffice. */
const FIRST = 200;

export class Offers {
  readonly #db: Kysely<DB>;
  readonly #grounds: Grounds;
  readonly #boxes = new Map<string, Box>();
  #isWhole = false;

  private constructor(db: Kysely<DB>, grounds: Grounds) {
    this.#db = db;
    this.#grounds = grounds;
  }

  /** @param productIds of all goods that will be asked about */
  static async open(db: Kysely<DB>, warehouseId: string, productIds: readonly string[]): Promise<Offers> {
    return new Offers(db, await loadGrounds(db, { warehouseIds: [warehouseId], asked: productIds }));
  }

  get grounds(): Grounds {
    return this.#grounds;
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
   * Boxes that together take the goods, best first, as far as there is room. For whatever is asked next they lie there.
   * @param without a box that is out of the question: the one the goods come from
   */
  async spread(goods: Goods, without?: string): Promise<Offer[]> {
    const { compatible } = this.#grounds;
    const isPartial = await this.#loadLikely(goods);
    const found = spread(this.#open(goods, without), goods, compatible);
    const rest = found.reduce((left, offer) => left - offer.qty, goods.qty);
    if (rest === 0n || !isPartial) return found;
    const used = new Set(found.map((offer) => offer.box));
    await this.#loadWhole();
    return [
      ...found,
      ...spread(
        this.#open(goods, without).filter((box) => !used.has(box)),
        { ...goods, qty: rest },
        compatible,
      ),
    ];
  }

  /** Boxes other than the one refused that could take all of the goods; where there is none, those that take most of them. */
  async instead(goods: Goods, refusedId: string, count: number): Promise<{ boxId: string; boxCode: string }[]> {
    await this.#loadLikely(goods);
    const others = this.#open(goods, refusedId);
    const offers = rankAll(others, goods, this.#grounds.compatible);
    const whole = offers.filter((offer) => offer.left === null || offer.left >= 0n);
    return (whole.length > 0 ? whole : offers).slice(0, count).map(({ box }) => ({ boxId: box.id, boxCode: box.code }));
  }

  /** Boxes that goods may be sent to. */
  #open({ product }: Goods, without?: string): Box[] {
    return [...this.#boxes.values()].filter((box) => box.id !== without && !isSpared(box.around, product));
  }

  /** @returns whether there may be more */
  async #loadLikely(goods: Goods): Promise<boolean> {
    if (this.#isWhole) return false;
    const { containerIds, around, compatible } = this.#grounds;
    const room = roomsAround(goods);
    const possible = containerIds
      .filter((id) => !isSpared(around(id), goods.product) && aroundFault(around(id), goods.product, compatible) === null)
      .map((id) => ({ id, room: room(around(id)), spare: spareConditions(around(id), goods.product) }))
      .filter((each) => each.room !== 0n);
    if (possible.length === 0) return false;
    const ids = await likelyBoxes(this.#db, goods, possible, FIRST);
    await this.#load(ids);
    return ids.length === FIRST;
  }

  /** Once for all goods: where one finds no room, others often find none either. */
  async #loadWhole(): Promise<void> {
    const { containerIds } = this.#grounds;
    await this.#add(await loadBoxes(this.#db, sql`b.container_id = any(${[...containerIds]}::uuid[]) and b.state = 'ACTIVE'`));
    this.#isWhole = true;
  }

  async #load(ids: readonly string[]): Promise<void> {
    const missing = ids.filter((id) => !this.#boxes.has(id));
    if (missing.length === 0) return;
    await this.#add(await boxesById(this.#db, missing));
  }

  async #add(rows: readonly BoxRow[]): Promise<void> {
    const own = rows.filter((row) => this.#grounds.has(row.containerId) && !this.#boxes.has(row.id));
    await this.#grounds.learn(productsIn(own));
    for (const row of own) this.#boxes.set(row.id, boxOf(row, this.#grounds));
  }
}
