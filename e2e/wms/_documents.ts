// Documents brought to a given state over HTTP, as fixtures.
import type { LineForm } from '@kuwei/contract/wms/transaction-form';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import type { TransactionType } from '@kuwei/contract/wms/transaction-type';
import type { WarehouseOption } from '@kuwei/contract/wms/warehouse';
import { Client } from '../_client.ts';
import { PASSWORD } from '../_product.ts';
import { expect } from '../_world.ts';

export interface LineSpec extends Partial<Pick<LineForm, 'batchNo' | 'expiresOn' | 'unit' | 'unitPrice'>> {
  /** Code of a demo product. */
  code: string;
  qty: string;
}

export interface DocumentSpec {
  type: TransactionType;
  warehouse: 'W1' | 'W2';
  lines: readonly LineSpec[];
  purpose?: string;
}

interface ProductRow {
  id: string;
  code: string;
  baseUnit: string;
}

/** Demo users over HTTP; each signs in once. */
export class Crew {
  readonly #url: string;
  readonly #clients = new Map<string, Promise<Client>>();

  constructor(url: string) {
    this.#url = url;
  }

  #as(username: string, pageRole: string, group?: string): Promise<Client> {
    const known = this.#clients.get(username);
    if (known) return known;
    const client = Client.shared(this.#url, username, pageRole, group);
    this.#clients.set(username, client);
    return client;
  }
  teacher = (): Promise<Client> => this.#as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  warehouse = (username: 'reviewer' | 'reviewer2' | 'keeper' | 'keeper2' | 'manager'): Promise<Client> =>
    this.#as(username, 'ROLE_WAREHOUSE_ADMIN');

  /** Created and submitted by the teacher. */
  async submitted({ type, warehouse, lines, purpose }: DocumentSpec): Promise<Transaction> {
    const teacher = await this.teacher();
    const warehouses = await teacher.get<WarehouseOption[]>('/wms/warehouse/select');
    const body = {
      type,
      warehouseId: warehouses.body.find(({ code }) => code === warehouse)!.id,
      contact: '陈思远',
      phone: '13800001234',
      purpose: purpose ?? '课题实验',
      ...(type === 'OUTBOUND' && { planDate: '2099-12-31' }),
      lines: await Promise.all(lines.map((line) => this.#line(line))),
    };
    const draft = await bodyOf(teacher.post<Transaction>('/wms/transaction', body));
    return bodyOf(teacher.put<Transaction>(`/wms/transaction/${draft.id}/submit`, { rev: draft.rev }));
  }

  async #line({ code, qty, unit, ...rest }: LineSpec) {
    const teacher = await this.teacher();
    const { body } = await teacher.get<{ list: ProductRow[] }>(`/wms/product/select?q=${code}`);
    const product = body.list.find((row) => row.code === code)!;
    return { productId: product.id, unit: unit ?? product.baseUnit, qty, ...rest };
  }

  /** Approved at every level. */
  async approved(wanted: DocumentSpec): Promise<Transaction> {
    return this.#review(await this.submitted(wanted));
  }

  async #review(submitted: Transaction): Promise<Transaction> {
    let document = submitted;
    for (const name of ['reviewer', 'reviewer2'] as const) {
      if (document.state === 'APPROVED') break;
      const reviewer = await this.warehouse(name);
      document = await bodyOf(reviewer.put<Transaction>(`/wms/transaction/${document.id}/approve`, { rev: document.rev }));
    }
    return document;
  }

  /** Put away in the suggested boxes. */
  async done(wanted: DocumentSpec & { type: 'INBOUND' }): Promise<Transaction> {
    const { id, rev } = await this.approved(wanted);
    const keeper = await this.warehouse('keeper');
    const suggested = await bodyOf(
      keeper.post<{ lineId: string; boxes: { boxId: string; qty: string }[] }[]>(`/wms/transaction/${id}/box/suggest`, {}),
    );
    const lines = suggested.map(({ lineId, boxes }) => ({ lineId, boxes: boxes.map(({ boxId, qty }) => ({ boxId, qty })) }));
    const assigned = await bodyOf(keeper.put<Transaction>(`/wms/transaction/${id}/box`, { rev, lines }));
    const { rev: last } = assigned.toxic ? await this.#cosigned(assigned) : assigned;
    return bodyOf(keeper.put<Transaction>(`/wms/transaction/${id}/finish`, { rev: last }));
  }

  async #cosigned({ id, rev, lines }: Transaction): Promise<Transaction> {
    const boxes = lines.flatMap((line) => line.boxes).map((box) => ({ id: box.id, qty: box.qty }));
    const body = { rev, what: 'FINISH', boxes, password: PASSWORD };
    return bodyOf((await this.warehouse('keeper2')).put<Transaction>(`/wms/transaction/${id}/cosign`, body));
  }

  /** Moves a stock row inside a warehouse, as far as a storekeeper can execute it. */
  async moving(warehouseId: string, line: Pick<LineForm, 'productId' | 'productBoxId' | 'unit' | 'qty'>): Promise<Transaction> {
    const keeper = await this.warehouse('keeper');
    const body = { type: 'MOVE', warehouseId, targetWarehouseId: warehouseId, lines: [line] };
    const draft = await bodyOf(keeper.post<Transaction>('/wms/transaction', body));
    const document = await bodyOf(keeper.put<Transaction>(`/wms/transaction/${draft.id}/submit`, { rev: draft.rev }));
    return this.#review(document);
  }

  read = async (id: string): Promise<Transaction> =>
    bodyOf((await this.warehouse('manager')).get<Transaction>(`/wms/transaction/${id}`));
}

async function bodyOf<T>(reply: Promise<{ status: number; body: T }>): Promise<T> {
  const { status, body } = await reply;
  expect(status, JSON.stringify(body).slice(0, 400)).toBeLessThan(300);
  return body;
}

/** The day so many days from now, in the time zone of the warehouse. */
export const inDays = (days: number): string =>
  new Intl.DateTimeFormat('sv', { timeZone: 'Asia/Shanghai', dateStyle: 'short' }).format(Date.now() + days * 86_400_000);

/** The day two hours ago: a month is closed, and its balances are written, an hour after its end. */
const settledDay = (): string => inDays(-2 / 24);
/** The last month that is over for certain. */
export const lastMonth = (): string => inDays(-2 / 24 - Number(settledDay().slice(8))).slice(0, 7);
/** Whether the balances of the month before this one may not be written yet. */
export const isMonthNew = (): boolean => settledDay().slice(0, 7) !== inDays(0).slice(0, 7);
