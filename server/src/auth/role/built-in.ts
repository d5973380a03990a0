// Built-in roles and powers. Their codes are fixed, as routes and workflows name them; each start adds missing ones and leaves
// the site's names unchanged.
import { POWERS, POWER_SUBJECTS, powerOn, WMS_ROLES as R, type PowerAction, type PowerSubject } from '@kuwei/contract/access';
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

const ACTIONS: Record<PowerAction, readonly [name: string, nameEn: string]> = {
  VIEW: ['查看', 'view'],
  EDIT: ['新建、修改', 'create and change'],
  DELETE: ['删除', 'delete'],
  EXPORT: ['导出', 'export'],
  IMPORT: ['导入', 'import'],
  CREDENTIALS: ['密码、二次验证、登录', 'passwords, second factors, sessions'],
};
const SUBJECTS: Record<PowerSubject, readonly [name: string, nameEn: string, module: string]> = {
  SYS_ACCOUNT: ['用户', 'Users', 'RIGHTS'],
  SYS_ORG: ['组织', 'Organisations', 'RIGHTS'],
  SYS_DIC: ['数据字典', 'Dictionaries', 'SYSTEM'],
  SYS_CONFIG: ['系统配置', 'Settings', 'SYSTEM'],
  SYS_LOG: ['系统日志', 'System log', 'SYSTEM'],
  SYS_MESSAGE: ['消息与邮件', 'Messages and e-mail', 'SYSTEM'],
  SYS_NIGHTLY: ['夜间导入', 'Nightly imports', 'SYSTEM'],
  WMS_PRODUCT: ['产品与分类', 'Products and categories', 'WAREHOUSE'],
};

const SUBJECT_POWERS = (Object.keys(POWER_SUBJECTS) as PowerSubject[]).flatMap((subject) =>
  POWER_SUBJECTS[subject].map((action) => {
    const [name, nameEn, module] = SUBJECTS[subject];
    return [powerOn(subject, action), `${name}：${ACTIONS[action][0]}`, `${nameEn}: ${ACTIONS[action][1]}`, module] as const;
  }),
);

export const BUILT_IN_POWERS: readonly (readonly [code: string, name: string, nameEn: string, module: string])[] = [
  [POWERS.role, '角色管理', 'Manage roles', 'RIGHTS'],
  [POWERS.power, '权限点管理', 'Manage permissions', 'RIGHTS'],
  [POWERS.rule, '数据规则管理', 'Manage data rules', 'RIGHTS'],
  [POWERS.flow, '流程设计', 'Draw up workflows', 'SYSTEM'],
  [POWERS.flowPublish, '流程发布', 'Publish workflows', 'SYSTEM'],
  [POWERS.report, '报表管理', 'Manage reports', 'REPORT'],
  ...SUBJECT_POWERS,
];

/** Whether administrators have a power. What the warehouse does is left to its own people. */
export const isPowerOfAdministrators = (code: string): boolean => !code.startsWith('POWER_WMS_');

/** Roles of an office, added once, as examples that a site changes or deletes. */
export const EXAMPLE_ROLES: readonly (readonly [code: string, name: string, nameEn: string, powers: readonly string[]])[] = [
  ['ROLE_SYS_HELPDESK', '服务台', 'Helpdesk', ['POWER_SYS_ACCOUNT_VIEW', 'POWER_SYS_ACCOUNT_CREDENTIALS']],
  [
    'ROLE_SYS_AUDITOR',
    '审计',
    'Auditor',
    [
      ...(['SYS_ACCOUNT', 'SYS_ORG', 'SYS_CONFIG', 'SYS_LOG', 'WMS_PRODUCT'] as const).flatMap((subject) => [
        powerOn(subject, 'VIEW'),
        powerOn(subject, 'EXPORT'),
      ]),
      'POWER_SYS_DIC_VIEW',
      'POWER_SYS_NIGHTLY_VIEW',
    ],
  ],
  ['ROLE_SYS_DICTIONARY', '字典维护', 'Dictionary clerk', POWER_SUBJECTS.SYS_DIC.map((action) => powerOn('SYS_DIC', action))],
  [
    'ROLE_SYS_CATALOGUE',
    '产品目录维护',
    'Product clerk',
    POWER_SUBJECTS.WMS_PRODUCT.map((action) => powerOn('WMS_PRODUCT', action)),
  ],
];
