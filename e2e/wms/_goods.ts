// A test's own goods: products, deposits and collections over HTTP.
import { Client, type Reply } from '../_client.ts';
import { unique } from '../_unique.ts';

interface Document {
  id: string;
  no: string;
  state: string;
  rev: number;
  lines: { id: string }[];
}
interface Suggestion {
  lineId: string;
  boxes: { boxId: string | null; productBoxId: string | null; qty: string }[];
}
export interface Stock {
  id: string;
  productId: string;
  productName: string;
  batchNo: string;
  boxId: string;
  boxCode: string;
  qty: string;
}

export interface Owner {
  username: string;
  role: string;
  group: string;
}
const CATALYSIS: Owner = { username: 'teacher', role: 'ROLE_TEACHER', group: 'LAB-CATALYSIS' };
export const BIO: Owner = { username: 'teacher2', role: 'ROLE_TEACHER', group: 'LAB-BIO' };

const bodyOf = <T>({ status, body }: Reply<T>): T => {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
};

export class Goods {
  /** In the names of everything created here. */
  readonly mark = unique();
  readonly owner: Client;
  readonly manager: Client;
  /** Executes: reviewers don't. */
  readonly #keeper: Client;
  readonly #warehouseId: string;
  readonly #categoryId: string;
  #products = 0;

  private constructor(owner: Client, manager: Client, keeper: Client, warehouseId: string, categoryId: string) {
    this.owner = owner;
    this.manager = manager;
    this.#keeper = keeper;
    this.#warehouseId = warehouseId;
    this.#categoryId = categoryId;
  }

  static async open(url: string, owner: Owner = CATALYSIS): Promise<Goods> {
    const own = await Client.shared(url, owner.username, owner.role, owner.group);
    const manager = await Client.shared(url, 'manager', 'ROLE_WAREHOUSE_ADMIN', 'WAREHOUSE');
    const keeper = await Client.shared(url, 'keeper', 'ROLE_WAREHOUSE_ADMIN', 'WAREHOUSE');
    const warehouses = bodyOf(await own.get<{ id: string; code: string }[]>('/wms/warehouse/select'));
    const categories = bodyOf(await manager.get<{ id: string; name: string }[]>('/wms/category'));
    const category = categories.find(({ name }) => name === '玻璃器皿')!;
    return new Goods(own, manager, keeper, warehouses.find(({ code }) => code === 'W2')!.id, category.id);
  }

  /** A harmless active product. @returns its id */
  async product(name = '产品'): Promise<string> {
    const code = `${this.mark}-${++this.#products}`;
    const form = {
      code,
      name: `${this.mark} ${name}`,
      categoryId: this.#categoryId,
      kind: 'CONSUMABLE',
      baseUnit: 'BOX',
      trackBatch: true,
      unitVolumeL: '0.5',
      unitMassKg: '0.1',
    };
    const { id, rev } = bodyOf(await this.manager.post<{ id: string; rev: number }>('/wms/product', form));
    bodyOf(await this.manager.put(`/wms/product/${id}/state`, { state: 'ACTIVE', rev }));
    return id;
  }

  /** Deposits goods. @returns the resulting stock row */
  async deposit(productId: string, qty: string, batchNo = 'B1', expiresOn: string | null = null): Promise<Stock> {
    const lines = [{ productId, batchNo, expiresOn, unit: 'BOX', qty }];
    const { id } = await this.#approved({ type: 'INBOUND', lines });
    await this.#carryOut(id);
    const { list } = bodyOf(await this.owner.get<{ list: Stock[] }>(`/wms/product-box?productId=${productId}`));
    return list.find((row) => row.batchNo === batchNo)!;
  }

  /** Requests a deposit or a collection, approved and awaiting execution. */
  waiting = (type: 'INBOUND' | 'OUTBOUND', lines: readonly object[]): Promise<Document> => this.#approved({ type, lines });

  /** Requests goods, which stay reserved. @returns number of the document */
  async reserve(stock: Stock, qty: string): Promise<string> {
    const { id } = await this.#made({ type: 'OUTBOUND', lines: [lineOf(stock, qty)] });
    return (await this.#submitted(id)).no;
  }

  /** Has a collection approved, not executed. @returns the document and its pick-up code */
  async leaving(stock: Stock, qty: string): Promise<{ id: string; code: string }> {
    const { id } = await this.#approved({ type: 'OUTBOUND', lines: [lineOf(stock, qty)] });
    return { id, code: bodyOf(await this.owner.get<{ code: string }>(`/wms/transaction/${id}/pickup-code`)).code };
  }

  /** Collects goods. @returns number of the document */
  async collect(stock: Stock, qty: string): Promise<string> {
    const { id, no } = await this.#approved({ type: 'OUTBOUND', lines: [lineOf(stock, qty)] });
    await this.#carryOut(id, bodyOf(await this.owner.get<{ code: string }>(`/wms/transaction/${id}/pickup-code`)).code);
    return no;
  }

  /** Approves and executes a submitted document. @param owner who can read its pick-up code */
  async finish(id: string, owner: Client): Promise<void> {
    const { rev, type } = bodyOf(await owner.get<Document & { type: string }>(`/wms/transaction/${id}`));
    bodyOf(await this.manager.put<Document>(`/wms/transaction/${id}/approve`, { rev }));
    const code = type === 'OUTBOUND' && bodyOf(await owner.get<{ code: string }>(`/wms/transaction/${id}/pickup-code`)).code;
    await this.#carryOut(id, code || undefined);
  }

  async #made(form: object): Promise<Document> {
    return bodyOf(await this.owner.post<Document>('/wms/transaction', { warehouseId: this.#warehouseId, ...form }));
  }

  async #submitted(id: string): Promise<Document> {
    const { rev } = bodyOf(await this.owner.get<Document>(`/wms/transaction/${id}`));
    return bodyOf(await this.owner.put<Document>(`/wms/transaction/${id}/submit`, { rev }));
  }

  async #approved(form: object): Promise<Document> {
    const { id } = await this.#made(form);
    const { rev } = await this.#submitted(id);
    return bodyOf(await this.manager.put<Document>(`/wms/transaction/${id}/approve`, { rev }));
  }

  async #carryOut(id: string, pickupCode?: string): Promise<void> {
    const path = `/wms/transaction/${id}`;
    const found = bodyOf(await this.#keeper.post<Suggestion[]>(`${path}/box/suggest`, {}));
    const lines = found.map(({ lineId, boxes }) => ({
      lineId,
      boxes: boxes.map(({ boxId, productBoxId, qty }) => ({ boxId, productBoxId, qty })),
    }));
    const { rev } = bodyOf(await this.#keeper.get<Document>(path));
    const planned = bodyOf(await this.#keeper.put<Document>(`${path}/box`, { rev, lines }));
    const done = bodyOf(
      await this.#keeper.put<Document>(`${path}/finish`, { rev: planned.rev, ...(pickupCode && { pickupCode }) }),
    );
    if (done.state !== 'DONE') throw new Error(`${done.no} is ${done.state}`);
  }
}

const lineOf = ({ id, productId }: Stock, qty: string) => ({ productId, productBoxId: id, unit: 'BOX', qty });
