import type { Client } from '../_client.ts';

const WAREHOUSE = { code: 'REPLAY', name: '回放仓库 Replay', remark: 'Made by the replay of real data' };

/** A separate warehouse without limits: pharmacy shipments exceed a university's cabinets. */
export async function prepareWarehouse(keeper: Client): Promise<{ warehouseId: string; boxIds: string[] }> {
  const found = await keeper.get<{ list: { id: string; code: string }[] }>('/wms/warehouse?q=REPLAY');
  let warehouseId = found.body.list.find((warehouse) => warehouse.code === WAREHOUSE.code)?.id;
  if (warehouseId === undefined) {
    const me = await keeper.get<{ id: string }>('/auth/biz/user/by-me');
    const made = await keeper.post<{ id: string }>(
      '/wms/warehouse',
      { ...WAREHOUSE, keeperIds: [me.body.id] },
      'replay-warehouse',
    );
    warehouseId = made.body.id;
    const shelf = { warehouseId, type: 'SHELF', code: 'S', name: '货架', rows: 20, cols: 20 };
    const container = await keeper.post<{ id: string }>('/wms/container', shelf, 'replay-shelf');
    await keeper.post(`/wms/container/${container.body.id}/box/generate`, { rows: 20, cols: 20 }, 'replay-boxes');
  }
  const boxIds: string[] = [];
  for (let page = 1; page <= 2; page++) {
    const boxes = await keeper.get<{ list: { id: string }[] }>(
      `/wms/warehouse-box?warehouseId=${warehouseId}&size=200&sort=code&page=${page}`,
    );
    boxIds.push(...boxes.body.list.map((box) => box.id));
  }
  if (boxIds.length === 0) throw new Error('the replay has no boxes to put anything in');
  return { warehouseId, boxIds };
}
