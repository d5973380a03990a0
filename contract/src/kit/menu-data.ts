// The built-in menu. The server seeds it; the browser falls back to it.
import { POWERS, powersFor, WMS_ROLES as R, type PowerSubject } from './access.ts';
import type { MenuItem } from './menu-item.ts';

interface Entry {
  code: string;
  name: string;
  nameTag: string;
  url?: string;
  urlExp?: string[];
  role?: string[];
  pageRole?: string[];
  icon?: string;
  show?: false;
  subs?: Entry[];
}

const WAREHOUSE = { pageRole: ['ROLE_WAREHOUSE_ADMIN'] };
const ADMIN = { role: ['ROLE_ADMIN'], pageRole: ['ROLE_ADMIN'] };
/** Also open to viewers of the subject. */
const adminOr = (subject: PowerSubject) => ({ ...ADMIN, role: [...ADMIN.role, ...powersFor(subject, 'VIEW')] });

/** Entries common to teachers, suppliers and purchasing staff, each under its own address and page role. */
const owner = (code: string, name: string, role: string): Entry => {
  const own = { role: [role], pageRole: [role] };
  return {
    code,
    name,
    nameTag: `menu.${code}`,
    role: [role],
    icon: code,
    subs: [
      { code: `${code}.inbound`, name: '存放申请', nameTag: 'menu.deposit', url: `/${code}/wms/transaction/inbound`, ...own },
      { code: `${code}.outbound`, name: '领取申请', nameTag: 'menu.collect', url: `/${code}/wms/transaction/outbound`, ...own },
      { code: `${code}.space`, name: '存储空间', nameTag: 'menu.productSpace', url: `/${code}/wms/product-space`, ...own },
      { code: `${code}.stock`, name: '库存列表', nameTag: 'menu.productBox', url: `/${code}/wms/product-box/list`, ...own },
      { code: `${code}.warning`, name: '库存预警', nameTag: 'menu.warning', url: `/${code}/wms/ews-product`, ...own },
      { code: `${code}.limit`, name: '库存限值', nameTag: 'menu.limit', url: `/${code}/wms/ews-limit`, ...own },
      { code: `${code}.afterSales`, name: '售后', nameTag: 'menu.afterSalesOwn', url: `/${code}/wms/after-sales`, ...own },
      { code: `${code}.share`, name: '校内共享', nameTag: 'menu.share', url: `/${code}/wms/share/offer`, ...own },
      { code: `${code}.shares`, name: '共享申请', nameTag: 'menu.shares', url: `/${code}/wms/share`, ...own },
      { code: `${code}.permit`, name: '许可与备案', nameTag: 'menu.permit', url: `/${code}/wms/permit`, ...own },
      { code: `${code}.hazardFlow`, name: '流向登记', nameTag: 'menu.hazardFlow', url: `/${code}/wms/hazard-flow`, ...own },
      { code: `${code}.ledger`, name: '台账', nameTag: 'menu.ledger', url: `/${code}/wms/ledger`, ...own, show: false },
    ],
  };
};

const tree: Entry[] = [
  owner('teacher', '课题组存放', 'ROLE_TEACHER'),
  owner('supplier', '供应商存放', 'ROLE_SUPPLIER'),
  owner('staff', '采购存放', 'ROLE_STAFF'),
  {
    code: 'warehouse',
    name: '仓库管理',
    nameTag: 'menu.warehouse',
    role: ['ROLE_WAREHOUSE_ADMIN'],
    icon: 'warehouse',
    subs: [
      {
        code: 'warehouse.inbound',
        name: '入库审核',
        nameTag: 'menu.inboundReview',
        url: '/admin/wms/transaction/inbound',
        ...WAREHOUSE,
        role: [R.inbound1, R.inbound2],
      },
      {
        code: 'warehouse.outbound',
        name: '出库审核',
        nameTag: 'menu.outboundReview',
        url: '/admin/wms/transaction/outbound',
        ...WAREHOUSE,
        role: [R.outbound1, R.outbound2],
      },
      {
        code: 'warehouse.putaway',
        name: '入库上架',
        nameTag: 'menu.putaway',
        url: '/admin/wms/transaction/inbound?task=execute',
        ...WAREHOUSE,
        role: [R.box],
      },
      {
        code: 'warehouse.picking',
        name: '出库拣货',
        nameTag: 'menu.picking',
        url: '/admin/wms/transaction/outbound?task=execute',
        ...WAREHOUSE,
        role: [R.box],
      },
      {
        code: 'warehouse.move',
        name: '移库',
        nameTag: 'menu.move',
        url: '/admin/wms/transaction/move',
        ...WAREHOUSE,
        // Transfers are reviewed by the reviewers of collections.
        role: [R.box, R.outbound1, R.outbound2],
      },
      {
        code: 'warehouse.space',
        name: '存储空间',
        nameTag: 'menu.productSpace',
        url: '/admin/wms/product-space',
        ...WAREHOUSE,
        role: [R.box],
      },
      {
        code: 'warehouse.stock',
        name: '库位库存',
        nameTag: 'menu.warehouseBox',
        url: '/admin/wms/warehouse-box/list',
        ...WAREHOUSE,
        role: [R.box],
      },
      {
        code: 'warehouse.productBox',
        name: '库存列表',
        nameTag: 'menu.productBox',
        url: '/admin/wms/product-box/list',
        ...WAREHOUSE,
        role: [R.box],
      },
      {
        code: 'warehouse.standing',
        name: '不符合规则的存放',
        nameTag: 'menu.standing',
        url: '/admin/wms/storage-rule/standing',
        ...WAREHOUSE,
        role: [R.box],
      },
      {
        code: 'warehouse.ledger',
        name: '台账',
        nameTag: 'menu.ledger',
        url: '/admin/wms/ledger',
        ...WAREHOUSE,
        role: [R.box],
      },
      {
        code: 'warehouse.opening',
        name: '期初库存',
        nameTag: 'menu.opening',
        url: '/admin/wms/transaction/opening',
        ...WAREHOUSE,
        role: [R.opening],
      },
      {
        code: 'warehouse.shelf',
        name: '上下架',
        nameTag: 'menu.shelf',
        url: '/admin/wms/org-product',
        ...WAREHOUSE,
        role: [R.shelf],
      },
      {
        code: 'warehouse.warning',
        name: '库存预警',
        nameTag: 'menu.warning',
        url: '/admin/wms/ews-product',
        ...WAREHOUSE,
        role: [R.warning],
      },
      {
        code: 'warehouse.limit',
        name: '库存限值',
        nameTag: 'menu.limit',
        url: '/admin/wms/ews-limit',
        ...WAREHOUSE,
        role: [R.warning],
      },
      {
        code: 'warehouse.permit',
        name: '许可与备案',
        nameTag: 'menu.permit',
        url: '/admin/wms/permit',
        ...WAREHOUSE,
        role: [R.control, R.inbound1, R.inbound2, R.box],
      },
      {
        code: 'warehouse.hazardFlow',
        name: '流向登记',
        nameTag: 'menu.hazardFlow',
        url: '/admin/wms/hazard-flow',
        ...WAREHOUSE,
        role: [R.control, R.box],
      },
      {
        code: 'warehouse.statistics',
        name: '统计报表',
        nameTag: 'menu.statistics',
        url: '/admin/wms/statistics',
        ...WAREHOUSE,
        role: [R.statistic],
      },
    ],
  },
  {
    code: 'basic',
    name: '基础信息',
    nameTag: 'menu.basic',
    role: ['ROLE_WAREHOUSE_ADMIN'],
    icon: 'basic',
    subs: [
      {
        code: 'basic.product',
        name: '产品管理',
        nameTag: 'menu.product',
        url: '/admin/wms/product',
        urlExp: ['^/admin/wms/product/.*'],
        ...WAREHOUSE,
        role: [R.product, ...powersFor('WMS_PRODUCT', 'VIEW')],
      },
      {
        code: 'basic.batch',
        name: '批次',
        nameTag: 'menu.batch',
        url: '/admin/wms/batch',
        ...WAREHOUSE,
        role: [R.product],
      },
      {
        code: 'basic.container',
        name: '容器管理',
        nameTag: 'menu.container',
        url: '/admin/wms/container',
        ...WAREHOUSE,
        role: [R.warehouse],
      },
      {
        code: 'basic.storageRule',
        name: '储存规则',
        nameTag: 'menu.storageRule',
        url: '/admin/wms/storage-rule',
        ...WAREHOUSE,
        role: [R.warehouse],
      },
      {
        code: 'basic.warehouse',
        name: '仓库',
        nameTag: 'menu.warehouseList',
        url: '/admin/wms/warehouse',
        ...WAREHOUSE,
        role: [R.warehouse],
      },
    ],
  },
  {
    code: 'afterSales',
    name: '售后管理',
    nameTag: 'menu.afterSales',
    url: '/admin/wms/after-sales',
    icon: 'afterSales',
    role: [R.afterSales],
  },
  {
    code: 'inventory',
    name: '盘点管理',
    nameTag: 'menu.inventory',
    url: '/admin/wms/inventory',
    icon: 'inventory',
    role: [R.inventory1, R.inventory2],
  },
  {
    code: 'user',
    name: '用户管理',
    nameTag: 'menu.user',
    icon: 'user',
    role: ['ROLE_ADMIN'],
    subs: [
      { code: 'user.mg', name: '用户管理', nameTag: 'menu.user', url: '/mg/user/mg', ...adminOr('SYS_ACCOUNT') },
      { code: 'user.org', name: '组织', nameTag: 'menu.org', url: '/mg/wms/org', ...adminOr('SYS_ORG') },
    ],
  },
  {
    code: 'power',
    name: '权限管理',
    nameTag: 'menu.power',
    icon: 'power',
    role: ['ROLE_ADMIN'],
    subs: [
      { code: 'power.role', name: '角色', nameTag: 'menu.role', url: '/def/power/role', role: [POWERS.role] },
      { code: 'power.power', name: '权限点', nameTag: 'menu.powers', url: '/def/power/power', role: [POWERS.power] },
      {
        code: 'power.rule',
        name: '数据规则',
        nameTag: 'menu.rule',
        url: '/def/power/rule/USER/WMS_ORG?subject_model=select',
        urlExp: ['^/def/power/rule/.*'],
        role: [POWERS.rule],
      },
      { code: 'power.proxy', name: '切换用户', nameTag: 'menu.proxy', url: '/def/power/proxy', role: ['ROLE_ADMIN'] },
    ],
  },
  {
    code: 'system',
    name: '系统管理',
    nameTag: 'menu.system',
    icon: 'system',
    role: ['ROLE_ADMIN'],
    subs: [
      { code: 'system.firstSteps', name: '开始使用', nameTag: 'menu.firstSteps', url: '/def/sysbase/first-steps', ...ADMIN },
      { code: 'system.dic', name: '数据字典', nameTag: 'menu.dic', url: '/def/sysbase/dic', ...adminOr('SYS_DIC') },
      {
        code: 'system.sender',
        name: '消息发送',
        nameTag: 'menu.sender',
        url: '/def/sysbase/msg-inbox/sender',
        ...adminOr('SYS_MESSAGE'),
      },
      {
        code: 'system.sysconfig',
        name: '系统配置',
        nameTag: 'menu.sysconfig',
        url: '/def/sysbase/sysconfig',
        ...adminOr('SYS_CONFIG'),
      },
      {
        code: 'system.nightly',
        name: '夜间导入',
        nameTag: 'menu.nightly',
        url: '/def/sysbase/nightly',
        ...adminOr('SYS_NIGHTLY'),
      },
      { code: 'system.menu', name: '菜单管理', nameTag: 'menu.menu', url: '/def/sysbase/project/app/menu', ...ADMIN },
      {
        code: 'system.report',
        name: '报表查询',
        nameTag: 'menu.report',
        url: '/def/sysbase/report/query',
        role: [POWERS.report],
      },
      { code: 'system.log', name: '系统日志', nameTag: 'menu.log', url: '/def/sysbase/log', ...adminOr('SYS_LOG') },
      {
        code: 'system.bpm',
        name: '流程管理',
        nameTag: 'menu.bpm',
        url: '/def/sysbase/bpm',
        role: [POWERS.flow, POWERS.flowPublish],
      },
      { code: 'system.upgrade', name: '系统维护', nameTag: 'menu.upgrade', url: '/def/sysbase/maintain/upgrade', ...ADMIN },
    ],
  },
  {
    code: 'approval',
    name: '我的审批',
    nameTag: 'menu.approval',
    url: '/def/base/bpm/todo',
    urlExp: ['^/[^/]+/base/bpm/todo'],
    icon: 'inventory',
  },
  {
    code: 'reports',
    name: '报表',
    nameTag: 'menu.reports',
    url: '/def/base/report',
    urlExp: ['^/[^/]+/base/report'],
  },
  {
    // For assigned counters, including those who may not open counts.
    code: 'counting',
    name: '待我盘点',
    nameTag: 'menu.counting',
    url: '/admin/wms/inventory?mine=true',
    icon: 'inventory',
    ...WAREHOUSE,
    role: ['ROLE_WAREHOUSE_ADMIN'],
  },
  {
    code: 'other',
    name: '其他',
    nameTag: 'menu.other',
    show: false,
    subs: [
      { code: 'other.login', name: '登录', nameTag: 'menu.login', url: '/def/common/login', show: false },
      {
        code: 'other.password',
        name: '我的账户',
        nameTag: 'menu.account',
        url: '/def/base/user/change-password',
        urlExp: ['^/[^/]+/base/user/(profile|second-factor|session)$'],
        show: false,
      },
      { code: 'other.switchorg', name: '选择课题组', nameTag: 'menu.switchorg', url: '/def/wms/user/switchorg', show: false },
      { code: 'other.msgInbox', name: '消息', nameTag: 'menu.msgInbox', url: '/def/base/msg-inbox', show: false },
    ],
  },
];

/** With the powers of the entries below: otherwise the parent would hide them. */
const rolesOf = ({ role = [], subs = [] }: Entry): string[] =>
  role.length === 0 ? [] : [...new Set([...role, ...subs.flatMap(rolesOf).filter((code) => code.startsWith('POWER_'))])];

const flatten = (entries: Entry[], idParent: string | null): MenuItem[] =>
  entries.flatMap((entry) => flattenEntry(entry, idParent));

const flattenEntry = (entry: Entry, idParent: string | null): MenuItem[] => {
  const { code, name, nameTag, url, urlExp, pageRole, icon, show, subs } = entry;
  return [
    {
      id: code,
      idParent,
      code,
      name,
      nameTag,
      url: url ?? null,
      urlExp: JSON.stringify(urlExp ?? []),
      role: JSON.stringify(rolesOf(entry)),
      pageRole: JSON.stringify(pageRole ?? []),
      keepalive: true,
      show: show ?? true,
      icon: icon ?? null,
    },
    ...flatten(subs ?? [], code),
  ];
};

export const builtInMenu: readonly MenuItem[] = flatten(tree, null);
