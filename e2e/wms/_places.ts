// A test's own warehouse, so that test files don't interfere.
import { containerForm } from '@kuwei/contract/wms/container';
import { Client } from '../_client.ts';
import { unique } from '../_unique.ts';

export const CONTAINERS = '/admin/wms/container';
export const WAREHOUSES = '/admin/wms/warehouse';
export const BOXES = '/admin/wms/warehouse-box/list';

interface Named {
  id: string;
  code: string;
}
interface Box extends Named {
  rev: number;
  qrToken: string;
}

export class PlaceFixtures {
  readonly client: Client;
  /** Unique code of the warehouse. */
  readonly code: string;
  readonly warehouseId: string;

  private constructor(client: Client, code: string, warehouseId: string) {
    this.client = client;
    this.code = code;
    this.warehouseId = warehouseId;
  }

  /** Signs in over HTTP and creates a warehouse. */
  static async open(url: string): Promise<PlaceFixtures> {
    const client = await Client.shared(url, 'manager', 'ROLE_WAREHOUSE_ADMIN');
    const keepers = await client.get<Named[]>('/wms/warehouse/keeper');
    const code = unique();
    const form = { code, name: `${code} 仓库`, keeperIds: keepers.body.slice(0, 1).map(({ id }) => id) };
    return new PlaceFixtures(client, code, (await bodyOf(client.post<Named>('/wms/warehouse', form))).id);
  }

  async container(code: string, more: Record<string, unknown> = {}): Promise<string> {
    const form = { warehouseId: this.warehouseId, type: 'CABINET', code, name: `${this.code} ${code}`, ...more };
    return (await bodyOf(this.client.post<Named>('/wms/container', form))).id;
  }

  async boxes(containerId: string, rows: number, cols: number): Promise<Box[]> {
    await bodyOf(this.client.post(`/wms/container/${containerId}/box/generate`, { rows, cols }));
    const { list } = await bodyOf(this.client.get<{ list: Box[] }>(`/wms/warehouse-box?containerId=${containerId}&size=200`));
    return list;
  }

  /** Moves a container, concurrently with whoever displays it. */
  async moveInto(id: string, parentId: string): Promise<void> {
    const now = await bodyOf(this.client.get<Record<string, unknown>>(`/wms/container/${id}`));
    const names = [...Object.keys(containerForm.shape), 'rev'];
    await bodyOf(
      this.client.put(`/wms/container/${id}`, { ...Object.fromEntries(names.map((name) => [name, now[name]])), parentId }),
    );
  }
}

async function bodyOf<T>(reply: Promise<{ status: number; body: T }>): Promise<T> {
  const { status, body } = await reply;
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}
