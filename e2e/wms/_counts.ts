// Stock counts of a test's own goods, with counters and reviewers over HTTP.
import { randomUUID } from 'node:crypto';
import { Client, type Reply } from '../_client.ts';
import { Goods, type Stock } from './_goods.ts';

export const COUNTS = '/admin/wms/inventory';

interface Count {
  id: string;
  no: string;
  rev: number;
  state: string;
  adjustmentId: string | null;
}
interface Line {
  id: string;
  ver: number;
  baseUnit: string;
  productName: string;
  mine: boolean;
  boxCode: string;
  qtyCount: string | null;
  counterName: string | null;
  said: { qty: string; name: string; conflict: boolean }[] | null;
}
interface Person {
  id: string;
  username: string;
}

const bodyOf = <T>({ status, body }: Reply<T>): T => {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
};

type Name = 'keeper' | 'keeper2' | 'manager' | 'reviewer' | 'reviewer2';

export class Counts {
  readonly goods: Goods;
  readonly #url: string;
  readonly #clients = new Map<Name, Promise<Client>>();

  private constructor(url: string, goods: Goods) {
    this.#url = url;
    this.goods = goods;
  }

  static async open(url: string): Promise<Counts> {
    return new Counts(url, await Goods.open(url));
  }

  /** Client of a warehouse user. */
  as(name: Name): Promise<Client> {
    const known = this.#clients.get(name) ?? Client.shared(this.#url, name, 'ROLE_WAREHOUSE_ADMIN', 'WAREHOUSE');
    this.#clients.set(name, known);
    return known;
  }

  /** Creates a product and stock of it. */
  async stock(name: string, qty: string): Promise<Stock> {
    return this.goods.deposit(await this.goods.product(name), qty);
  }

  /** Id of a possible counter. */
  async idOf(username: string): Promise<string> {
    const people = bodyOf(await (await this.as('manager')).get<Person[]>('/wms/inventory/counter'));
    return people.find((person) => person.username === username)!.id;
  }

  /** Draft of a count of these goods, with the storekeepers as counters. */
  async draft(goods: readonly Stock[], more: object = {}): Promise<Count> {
    const manager = await this.as('manager');
    const people = bodyOf(await manager.get<Person[]>('/wms/inventory/counter'));
    const assignees = people.filter(({ username }) => /^keeper2?$/.test(username)).map(({ id }) => id);
    const warehouses = bodyOf(await manager.get<{ id: string; code: string }[]>('/wms/warehouse/select'));
    const form = {
      warehouseId: warehouses.find(({ code }) => code === 'W2')!.id,
      type: 'SPOT',
      scope: 'PRODUCT',
      productIds: [...new Set(goods.map(({ productId }) => productId))],
      assignees,
    };
    return bodyOf(await manager.post<Count>('/wms/inventory', { ...form, ...more }));
  }

  async published(goods: readonly Stock[], more: object = {}): Promise<Count> {
    const { id, rev } = await this.draft(goods, more);
    return bodyOf(await (await this.as('manager')).put<Count>(`/wms/inventory/${id}/publish`, { rev }));
  }

  /** Counts everything that is open for a user. */
  async count(id: string, by: Name, qty: string): Promise<void> {
    const client = await this.as(by);
    const { list } = bodyOf(await client.get<{ list: Line[] }>(`/wms/inventory/${id}/line?open=true&size=200`));
    const values = list.map((line) => ({ id: randomUUID(), lineId: line.id, ver: line.ver, qty, unit: line.baseUnit }));
    bodyOf(await client.put(`/wms/inventory/${id}/count`, { values }));
  }

  /** Counts some of what is open for a user. */
  async countSome(id: string, by: Name, most: number, qty: string): Promise<{ lineId: string; boxCode: string }[]> {
    const client = await this.as(by);
    const list = (await this.lines(id, by, 'open=true&')).slice(0, most);
    const values = list.map((line) => ({ id: randomUUID(), lineId: line.id, ver: line.ver, qty, unit: line.baseUnit }));
    bodyOf(await client.put(`/wms/inventory/${id}/count`, { values }));
    return list.map((line) => ({ lineId: line.id, boxCode: line.boxCode }));
  }

  async lines(id: string, by: Name, query = ''): Promise<Line[]> {
    const client = await this.as(by);
    return bodyOf(await client.get<{ list: Line[] }>(`/wms/inventory/${id}/line?${query}size=200`)).list;
  }

  /** Opening stock, with codes of places. */
  async opening(rows: object[]): Promise<void> {
    const reply = bodyOf(await (await this.as('manager')).post<{ created: number }>('/wms/opening?dryRun=false', { rows }));
    if (reply.created !== rows.length) throw new Error(JSON.stringify(reply));
  }

  async step(id: string, by: Name, step: string, body: object = {}): Promise<Count> {
    const client = await this.as(by);
    const { rev } = bodyOf(await client.get<Count>(`/wms/inventory/${id}`));
    return bodyOf(await client.put<Count>(`/wms/inventory/${id}/${step}`, { rev, ...body }));
  }

  /** Cancels it, which unlocks its boxes. */
  async cancel(id: string): Promise<void> {
    await this.step(id, 'manager', 'cancel', { comment: '测试结束' });
  }
}
