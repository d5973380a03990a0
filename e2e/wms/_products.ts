// A test's own products, so that test files don't interfere.
import { Client } from '../_client.ts';
import { unique } from '../_unique.ts';

export const LIST = '/admin/wms/product';

interface Category {
  id: string;
  code: string;
  name: string;
}

export class Shelf {
  readonly mark = unique();
  readonly #client: Client;
  readonly #category: Category;

  private constructor(client: Client, category: Category) {
    this.#client = client;
    this.#category = category;
  }

  /** Signs in over HTTP; codes and names of its products contain `mark`. */
  static async open(url: string): Promise<Shelf> {
    const client = await Client.shared(url, 'keeper', 'ROLE_WAREHOUSE_ADMIN');
    const { body } = await client.get<Category[]>('/wms/category');
    return new Shelf(
      client,
      body.find(({ name }) => name === '玻璃器皿')!,
    );
  }

  get category(): Category {
    return this.#category;
  }

  /** Code of the n-th product. */
  code = (number: number): string => `${this.mark}-${String(number).padStart(3, '0')}`;

  async add(number: number, more: Record<string, unknown> = {}): Promise<string> {
    const body = {
      code: this.code(number),
      name: `${this.mark} 产品 ${number}`,
      categoryId: this.#category.id,
      kind: 'CONSUMABLE',
      baseUnit: 'BOX',
      ...more,
    };
    const { status, body: made } = await this.#client.post<{ id: string }>('/wms/product', body);
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(made)}`);
    return made.id;
  }

  async addMany(count: number): Promise<void> {
    for (let number = 1; number <= count; number++) await this.add(number);
  }

  async count(): Promise<number> {
    return (await this.#client.get<{ total: number }>(`/wms/product?q=${this.mark}`)).body.total;
  }
}
