// Built-in roles and powers. Their codes are fixed, as routes and workflows name them; each start adds missing ones and leaves
// the site's names unchanged.
import { POWERS, WMS_ROLES as R } from '@kuwei/contract/access';
import type { Fault } from '@kuwei/contract/error';

/** Reserved prefixes: later versions may add codes with them, so sites may not (decision 199). */
export const PRODUCT_PREFIXES = ['ROLE_WMS_', 'ROLE_SYS_', 'POWER_WMS_', 'POWER_SYS_'] as const;

/** Faults of a code for a new custom role or power. */
export function prefixFaults(code: string): Fault[] {
  const prefix = PRODUCT_PREFIXES.find((each) => code.startsWith(each));
  return prefix === undefined ? [] : [{ path: 'code', key: 'rule.productPrefix', params: { prefix } }];
}

/** Listed in this order: page roles come first. */
export const BUILT_IN_ROLES: readonly (readonly [code: string, name: string, nameEn: string])[] = [
  ['ROLE_TEACHER', '教师（课题组）', 'Teacher (research group)'],
  ['ROLE_SUPPLIER', '供应商', 'Supplier'],
  ['ROLE_STAFF', '采购人员', 'Purchasing staff'],
  ['ROLE_WAREHOUSE_ADMIN', '仓库管理员', 'Warehouse administrator'],
  [R.inbound1, '入库初审', 'Inbound review, first'],
  [R.inbound2, '入库复审', 'Inbound review, second'],
  [R.outbound1, '出库初审', 'Outbound review, first'],
  [R.outbound2, '出库复审', 'Outbound review, second'],
  [R.box, '库存保管', 'Stock keeping'],
  [R.shelf, '产品上下架', 'Shelf listing'],
  [R.warning, '库存预警', 'Stock warnings'],
  [R.statistic, '统计报表', 'Statistics'],
  [R.product, '产品管理', 'Products'],
  [R.warehouse, '仓库与容器', 'Warehouses and containers'],
  [R.afterSales, '售后处理', 'After-sales'],
  [R.inventory1, '盘点初审', 'Stock count review, first'],
  [R.inventory2, '盘点复审', 'Stock count review, second'],
  [R.opening, '期初库存', 'Opening stock'],
  [R.control, '管控物品', 'Controlled goods'],
  ['ROLE_SYSTEM', '系统', 'System'],
  ['ROLE_ADMIN', '系统管理员', 'System administrator'],
  ['ROLE_LOGIN', '已登录用户', 'Signed-in user'],
  ['ROLE_OPEN', '公开', 'Everyone'],
];

export const BUILT_IN_POWERS: readonly (readonly [code: string, name: string, nameEn: string, module: string])[] = [
  [POWERS.role, '角色管理', 'Manage roles', 'RIGHTS'],
  [POWERS.power, '权限点管理', 'Manage permissions', 'RIGHTS'],
  [POWERS.rule, '数据规则管理', 'Manage data rules', 'RIGHTS'],
  [POWERS.flow, '流程设计', 'Draw up workflows', 'SYSTEM'],
  [POWERS.flowPublish, '流程发布', 'Publish workflows', 'SYSTEM'],
  [POWERS.report, '报表管理', 'Manage reports', 'REPORT'],
];
