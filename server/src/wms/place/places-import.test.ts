// @module-tag long
import { boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import { containerRoutes } from '@kuwei/contract/wms/container';
import { warehouseForm, warehouseRoutes } from '@kuwei/contract/wms/warehouse';
import type { ImportReply, ImportsRoutes } from '@kuwei/contract/workbook/workbook';
import { writeXlsx } from 'hucre/xlsx';
import * as z from 'zod/mini';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRows } from '../../../test/_workbook.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';

let world: World;
let manager: Person;
beforeAll(async () => {
  world = await openWorld();
  manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
});
afterAll(() => world.end());

type ImportRoute =
  | typeof boxRoutes.importBoxes
  | typeof containerRoutes.importContainers
  | typeof warehouseRoutes.importWarehouses;
type Row = Record<string, string | number | null>;
async function send(route: ImportRoute, rows: readonly Row[], { dryRun = false, partial = false } = {}): Promise<ImportReply> {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const sheet = { name: 'Sheet', rows: [keys, ...rows.map((row) => keys.map((key) => row[key] ?? null))] };
  const content = Buffer.from(await writeXlsx({ sheets: [sheet] }));
  return (await manager.upload(route, content, 'places.xlsx', { query: { dryRun, partial } })).data;
}
const errorCells = ({ errors }: ImportReply) => errors.map(({ row, column }) => `${row} ${column}`).toSorted();
const undo = async (routes: Pick<ImportsRoutes, 'lookAtUndo' | 'undoImport'>, id: string) => {
  const params = { import: id };
  const look = (await manager.call(routes.lookAtUndo, { params })).data;
  return (await manager.call(routes.undoImport, { params, body: { expected: look.restored + look.deleted } })).data;
};

test('[S2.33] creates and updates warehouses from a workbook, and undoes the import', async () => {
  const rows: Row[] = [
    { 仓库编号: 'w7', 仓库名称: '北区仓库', 校区: '北校区', 保管员: 'keeper; manager' },
    { 仓库编号: 'W1', 仓库名称: '化学品仓库', 校区: '南校区', 保管员: 'keeper; keeper2; manager' },
  ];
  const stored = async (code: string) => {
    const { list } = (await manager.call(warehouseRoutes.listWarehouses, { query: { q: code } })).data;
    const found = list.find((each) => each.code === code);
    return found && z.parse(z.object(warehouseForm.shape), found);
  };
  const before = await stored('W1');
  const bad = await send(warehouseRoutes.importWarehouses, [
    { 仓库编号: 'W8', 仓库名称: null, 校区: null, 保管员: '没有此人' },
    { 仓库编号: 'W 9', 仓库名称: '空格', 校区: null, 保管员: 'teacher' },
  ]);
  expect(bad).toMatchObject({ refused: 2, written: false });
  expect(errorCells(bad)).toEqual(['2 仓库名称', '2 保管员', '3 仓库编号', '3 保管员']);
  expect(await send(warehouseRoutes.importWarehouses, rows, { dryRun: true })).toMatchObject({
    created: 1,
    updated: 1,
    missing: 1,
  });
  const written = await send(warehouseRoutes.importWarehouses, rows);
  expect(written).toMatchObject({ created: 1, updated: 1, written: true });
  expect(await stored('W1')).toEqual({ ...before, campus: '南校区', keeperIds: expect.any(Array) });
  expect(await stored('W7')).toMatchObject({ name: '北区仓库', campus: '北校区', address: null });
  expect(await send(warehouseRoutes.importWarehouses, rows)).toMatchObject({ unchanged: 2, written: false });
  const undone = await undo(
    { lookAtUndo: warehouseRoutes.lookAtWarehouseUndo, undoImport: warehouseRoutes.undoWarehouseImport },
    written.importId!,
  );
  expect(undone).toMatchObject({ restored: 1, deleted: 1, left: 0 });
  expect([await stored('W1'), await stored('W7')]).toEqual([before, undefined]);
});

test('[S2.34] creates nested containers from a workbook, and removes them by undo', async () => {
  const row = (code: string, more: Row = {}): Row => ({
    仓库: 'W2',
    容器编号: code,
    容器名称: `柜 ${code}`,
    类型: '柜',
    ...more,
  });
  const bad = await send(containerRoutes.importContainers, [
    row('N1', { 仓库: 'W99' }),
    row('N2', { 类型: '抽屉' }),
    row('N3', { 上级容器: 'NONE' }),
    row('N4', { 存放条件: '月光' }),
    row('N5', { '最大体积（升）': '很多' }),
    row('N6'),
    row('N6', { 容器名称: '另一个' }),
  ]);
  expect(bad).toMatchObject({ created: 1, refused: 6, written: false });
  expect(errorCells(bad).filter((each) => each.startsWith('2 '))).toEqual(['2 仓库']);
  const rows = [
    row('K1', { 类型: '房间' }),
    row('K2', { 上级容器: 'K1', 存放条件: '通风', 可放危险品: '否', 行数: 2, 列数: 3 }),
    row('A', { 容器名称: 'A 排货架', 类型: '架', 上级容器: 'R1' }),
  ];
  const written = await send(containerRoutes.importContainers, rows);
  expect(written).toMatchObject({ created: 2, refused: 0, written: true });
  const { list } = (await manager.call(containerRoutes.listContainers, { query: { q: 'K2' } })).data;
  expect(list[0]).toMatchObject({ parentCode: 'K1', hazardAllowed: false, rows: 2, cols: 3, conditionsOffered: ['VENTED'] });
  expect(await send(containerRoutes.importContainers, rows.slice(0, 2))).toMatchObject({ unchanged: 2, written: false });
  const undone = await undo(
    { lookAtUndo: containerRoutes.lookAtContainerUndo, undoImport: containerRoutes.undoContainerImport },
    written.importId!,
  );
  expect(undone.restored + undone.deleted).toBeGreaterThan(0);
});

test('[F-3B14] reads limits with the unit of their column or an exactly convertible one, and no other', async () => {
  const read = async (route: ImportRoute, row: Row) => {
    const looked = await send(route, [row], { dryRun: true });
    return looked.errors.length > 0 ? errorCells(looked) : looked.changes[0]!.fields.map(({ after }) => after);
  };
  const box = { 仓库: 'W2', 库位编号: 'X6', 容器: 'A' };
  const cabinet = { 仓库: 'W2', 容器编号: 'X6', 容器名称: '柜', 类型: '柜', 上级容器: 'R1' };
  for (const [route, row] of [
    [boxRoutes.importBoxes, box],
    [containerRoutes.importContainers, cabinet],
  ] as const) {
    const limits = await read(route, { ...row, '最大体积（升）': '60 L', '最大质量（千克）': '12公斤' });
    expect(limits).toEqual(expect.arrayContaining(['60', '12']));
    const converted = await read(route, { ...row, '最大体积（升）': '60 mL', '最大质量（千克）': '12 g' });
    expect(converted).toEqual(expect.arrayContaining(['0.06', '0.012']));
    expect(await read(route, { ...row, '最大体积（升）': '60 kg', '最大质量（千克）': '12 磅' })).toEqual([
      '2 最大体积（升）',
      '2 最大质量（千克）',
    ]);
  }
});

test('refuses only the repeating row of a container', async () => {
  const cabinet = { 仓库: 'W1', 容器编号: 'C01' };
  const rows: Row[] = [
    { ...cabinet, 列数: 6 },
    { ...cabinet, 列数: 1 },
  ];
  expect(errorCells(await send(containerRoutes.importContainers, rows, { dryRun: true }))).toEqual(['3 容器编号']);
});

test('[F-3N15] refuses boxes outside the grid of their container, except those already outside', async () => {
  const row = (code: string, more: Row = {}): Row => ({ 仓库: 'W2', 库位编号: code, 容器: 'A', ...more });
  const bad = await send(boxRoutes.importBoxes, [row('X7', { 行: 99, 列: 1 }), row('X8', { 行: 1, 列: 99 })], { dryRun: true });
  expect(bad).toMatchObject({ created: 0, refused: 2 });
  expect(errorCells(bad)).toEqual(['2 行', '3 列']);
  expect(bad.errors[0]!.message).toContain('所在容器只有');
  const { db } = world.services;
  await send(boxRoutes.importBoxes, [row('X9')]);
  await db.updateTable('wms_warehouse_box').set({ row_no: 99, col_no: 1 }).where('code', '=', 'X9').execute();
  const kept = await send(boxRoutes.importBoxes, [row('X9', { 行: 99, 列: 1, 备注: '柜外' })], { dryRun: true });
  expect(kept).toMatchObject({ updated: 1, refused: 0 });
  expect(errorCells(await send(boxRoutes.importBoxes, [row('X9', { 行: 98, 列: 1 })], { dryRun: true }))).toEqual(['2 行']);
});

test('[S2.35] imports twenty thousand boxes, with errors at their cells', async () => {
  const row = (code: string, more: Row = {}): Row => ({ 仓库: '综合仓库', 库位编号: code, 容器: 'R2', ...more });
  const bad = await send(boxRoutes.importBoxes, [
    row('X1', { 仓库: 'W99' }),
    row('X2', { 容器: 'C01' }),
    row('X3', { 类型: '专用' }),
    row('X4', { 专用组织: 'LAB-BIO' }),
    row('X5', { 行: 1, 列: 1 }),
    row('X6', { 行: 1, 列: 1 }),
    row('x x'),
    row('W2-A-R1-B1', { 容器: 'A', 行: 1, 列: 1, '最大体积（升）': '60', '最大质量（千克）': '80' }),
  ]);
  expect(bad).toMatchObject({ created: 1, unchanged: 1, refused: 6, written: false });
  expect(errorCells(bad)).toEqual(['2 仓库', '3 容器编号', '4 专用组织', '5 专用组织', '7 行', '8 库位编号']);
  const many = Array.from({ length: 20_000 }, (_, at) => row(`N-${at}`, { '最大体积（升）': 30 }));
  const written = await send(boxRoutes.importBoxes, many);
  expect(written).toMatchObject({ created: 20_000, refused: 0, written: true });
  expect(await send(boxRoutes.importBoxes, many.slice(0, 500), { dryRun: true })).toMatchObject({ unchanged: 500, refused: 0 });
  const changed = await send(boxRoutes.importBoxes, [
    row('N-1', { '最大体积（升）': 12.5 }),
    row('N-2', { '最大体积（升）': 30 }),
  ]);
  expect(changed).toMatchObject({ updated: 1, unchanged: 1, written: true });
  const { list } = (await manager.call(boxRoutes.listBoxes, { query: { q: 'N-1' } })).data;
  expect(list.find(({ code }) => code === 'N-1')).toMatchObject({ maxVolumeL: '12.5' });
  const routes = { lookAtUndo: boxRoutes.lookAtBoxUndo, undoImport: boxRoutes.undoBoxImport };
  expect(await undo(routes, changed.importId!)).toMatchObject({ restored: 1 });
  expect(await undo(routes, written.importId!)).toMatchObject({ deleted: 20_000, left: 0 });
});

test('a template has the columns of the import, and an example row that it skips', async () => {
  for (const [template, route] of [
    [boxRoutes.getBoxTemplate, boxRoutes.importBoxes],
    [containerRoutes.getContainerTemplate, containerRoutes.importContainers],
    [warehouseRoutes.getWarehouseTemplate, warehouseRoutes.importWarehouses],
  ] as const) {
    const answer = await manager.call(template);
    const read = await manager.upload(route, answer.raw, 'template.xlsx', { query: { dryRun: true } });
    expect([read.status, read.error.message]).toEqual([422, expect.stringContaining('没有数据行')]);
  }
});

test('ignores self-chosen display names when matching storekeepers', async () => {
  const { db } = world.services;
  const named = (name: string, chosen: string | null) =>
    db.updateTable('sys_user').set({ name, chosen_name: chosen }).where('username', '=', 'keeper2').execute();
  const { name } = await db.selectFrom('sys_user').where('username', '=', 'keeper2').select('name').executeTakeFirstOrThrow();
  const row = (keeper: string): Row => ({ 仓库编号: 'W9', 仓库名称: '南库', 校区: '南校区', 保管员: keeper });
  const look = (keeper: string) => send(warehouseRoutes.importWarehouses, [row(keeper)], { dryRun: true });
  try {
    await named('新来的人', '新来的人');
    expect(errorCells(await look('新来的人'))).toEqual(['2 保管员']);
    expect(await look('keeper2')).toMatchObject({ created: 1, refused: 0 });
    // Nor does a self-chosen name make that of another user ambiguous.
    await named('keeper', 'keeper');
    expect(await look('keeper')).toMatchObject({ created: 1, refused: 0 });
    await named('新来的人', null);
    expect(await look('新来的人')).toMatchObject({ created: 1, refused: 0 });
  } finally {
    await named(name, null);
  }
});

test('[F-3N6][F-3B19] refuses children of a refused container and writes the others; 货架 means 架', async () => {
  const row = (code: string, more: Row = {}): Row => ({ 仓库: 'W2', 容器编号: code, 容器名称: code, 类型: '柜', ...more });
  const rows = [
    row('L1', { 类型: '货架' }),
    row('L2', { 容器名称: null, 类型: '房间' }),
    row('L3', { 上级容器: 'L2' }),
    row('L4', { 上级容器: 'L3' }),
    row('LOOPA', { 上级容器: 'LOOPB' }),
    row('LOOPB', { 上级容器: 'LOOPA' }),
  ];
  const looked = await send(containerRoutes.importContainers, rows, { dryRun: true });
  expect(looked).toMatchObject({ created: 1, refused: 5 });
  expect(looked.notes.map(({ row: at, message }) => [at, message])).toEqual([[2, '“货架”读作“架”']]);
  expect(looked.errors.map(({ row: at, message }) => `${at} ${message}`)).toEqual([
    '3 该字段不能为空',
    '4 上级容器在第 3 行，该行有错误',
    '5 上级容器在第 4 行，该行有错误',
    '6 上级容器要先在系统中，或排在这一行前面',
    '7 上级容器在第 6 行，该行有错误',
  ]);
  const written = await send(containerRoutes.importContainers, rows, { partial: true });
  expect(written).toMatchObject({ created: 1, refused: 5, written: true });
});

test('[F-3U8] imports and exports English names of containers', async () => {
  const one = { 仓库: 'W2', 容器编号: 'EN-IMPORT', 容器名称: '酸柜', 英文名称: 'Acid cabinet', 上级容器: null, 类型: '柜' };
  expect(await send(containerRoutes.importContainers, [one])).toMatchObject({ errors: [], created: 1 });
  const rows = await readRows(await manager.call(containerRoutes.exportContainers, { query: { q: 'EN-IMPORT' } }));
  expect(rows).toMatchObject([{ 容器编号: 'EN-IMPORT', 容器名称: '酸柜', 英文名称: 'Acid cabinet' }]);
});
