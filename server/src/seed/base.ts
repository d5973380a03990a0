// What every installation starts with: roles, powers, the menu, dictionaries, configuration, storage groups.
// Runs at every start and adds what is missing; what the site has changed stays.
import { POWERS, WMS_ROLES as R } from '@kuwei/contract/access';
import { APP_ID } from '@kuwei/contract/constants';
import { builtInMenu } from '@kuwei/contract/menu-data';
import { SETTINGS } from '@kuwei/contract/setting';
import type { Trx } from '../db/open.ts';
import { storageGroups, storageSource } from './storage-groups.ts';
import { seedDictionaries } from '../sys/dic/seed.ts';
import { seedSystemUser } from '../sys/system-user.ts';
import { seedWorkflows } from './workflows.ts';

/** [code, Chinese, English, powers]; the order is the order of listing: page roles come first. */
const roles: [code: string, name: string, nameEn: string, powers?: string[]][] = [
  ['ROLE_TEACHER', '教师（课题组）', 'Teacher (research group)'],
  ['ROLE_SUPPLIER', '供应商', 'Supplier'],
  ['ROLE_STAFF', '采购人员', 'Purchasing staff'],
  ['ROLE_WAREHOUSE_ADMIN', '仓库管理员', 'Warehouse administrator'],
  [R.inbound1, '入库初审', 'Inbound review, first'],
  [R.inbound2, '入库复审', 'Inbound review, second'],
  [R.outbound1, '出库初审', 'Outbound review, first'],
  [R.outbound2, '出库复审', 'Outbound review, second'],
  [R.box, '库存保管', 'Stock keeping'],
  [R.shelf, '产品上下架', 'Shelf'],
  [R.warning, '库存预警', 'Stock warnings'],
  [R.statistic, '统计报表', 'Statistics'],
  [R.product, '产品管理', 'Products'],
  [R.warehouse, '仓库与容器', 'Warehouses and containers'],
  [R.afterSales, '售后处理', 'After-sales'],
  [R.inventory1, '盘点初审', 'Stock count review, first'],
  [R.inventory2, '盘点复审', 'Stock count review, second'],
  ['ROLE_SYSTEM', '系统', 'System'],
  ['ROLE_ADMIN', '系统管理员', 'System administrator', Object.values(POWERS)],
  ['ROLE_LOGIN', '已登录用户', 'Signed-in user'],
  ['ROLE_OPEN', '公开', 'Everyone'],
];
const RESERVED = new Set(['ROLE_SYSTEM', 'ROLE_ADMIN', 'ROLE_LOGIN', 'ROLE_OPEN']);

const powers: Record<string, [name: string, nameEn: string]> = {
  [POWERS.role]: ['角色管理', 'Manage roles'],
  [POWERS.power]: ['权限点管理', 'Manage powers'],
  [POWERS.rule]: ['数据规则管理', 'Manage data rules'],
};

export async function seedBase(trx: Trx): Promise<void> {
  await trx
    .insertInto('sys_power')
    .values(Object.entries(powers).map(([code, [name, name_en]]) => ({ code, name, name_en })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const added = await trx
    .insertInto('sys_role')
    .values(roles.map(([code, name, name_en], sort) => ({ code, name, name_en, sort, reserved: RESERVED.has(code) })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('code')
    .execute();
  const fresh = new Set(added.map((role) => role.code));
  const links = roles.flatMap(([role_code, , , list = []]) =>
    fresh.has(role_code) ? list.map((power_code) => ({ role_code, power_code })) : [],
  );
  if (links.length > 0)
    await trx
      .insertInto('sys_role_power')
      .values(links)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  await seedMenu(trx);
  await trx
    .insertInto('sys_config')
    .values(
      Object.entries(SETTINGS).map(([code, { value, public: isPublic, description }]) => ({
        code,
        value,
        public: isPublic,
        description,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await seedDictionaries(trx);
  await seedStorageGroups(trx);
  await seedSystemUser(trx);
  await seedWorkflows(trx);
}

async function seedMenu(trx: Trx): Promise<void> {
  await trx
    .insertInto('sys_menu')
    .values(
      builtInMenu.map((item, sort) => ({
        id: item.id,
        app_id: APP_ID,
        id_parent: item.idParent,
        code: item.code,
        name: item.name,
        name_tag: item.nameTag,
        url: item.url,
        url_exp: item.urlExp,
        role: item.role,
        page_role: item.pageRole,
        keepalive: item.keepalive ?? true,
        show: item.show ?? true,
        icon: item.icon,
        sort,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function seedStorageGroups(trx: Trx): Promise<void> {
  const added = await trx
    .insertInto('wms_storage_group')
    .values(storageGroups.map(({ code, name, nameEn }) => ({ code, name, name_en: nameEn, source: storageSource })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('code')
    .execute();
  if (added.length === 0) return;
  await trx
    .insertInto('wms_storage_group_pair')
    .values(
      storageGroups.flatMap(({ code, box, cabinet }) => [
        ...[...box].map((other) => ({ level: 'BOX' as const, a: code, b: other })),
        ...[...cabinet].map((other) => ({ level: 'CABINET' as const, a: code, b: other })),
      ]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
