// Demo users and organisations.
import type { Locale } from '@kuwei/contract/constants';
import { WMS_ROLES as R } from '@kuwei/contract/access';
import type { OrgType } from '@kuwei/contract/org';

/** Public: the demo data exists only on a loopback address, or with DEMO=1. */
export const DEMO_PASSWORD = 'kuwei-demo-2026';

export interface DemoOrg {
  code: string;
  name: string;
  nameEn: string;
  type: OrgType;
}
export const demoOrgs: DemoOrg[] = [
  { code: 'LAB-CATALYSIS', name: '催化化学课题组', nameEn: 'Catalysis Group', type: 'LAB' },
  { code: 'LAB-POLYMER', name: '高分子材料课题组', nameEn: 'Polymer Materials Group', type: 'LAB' },
  { code: 'LAB-BIO', name: '分子生物学课题组', nameEn: 'Molecular Biology Group', type: 'LAB' },
  { code: 'SUP-GUOYAO', name: '国药试剂供应商', nameEn: 'Guoyao Reagents', type: 'SUPPLIER' },
  { code: 'SUP-BOLIN', name: '博林耗材供应商', nameEn: 'Bolin Consumables', type: 'SUPPLIER' },
  { code: 'PURCHASE', name: '采购办公室', nameEn: 'Purchasing Office', type: 'PURCHASE' },
  { code: 'WAREHOUSE', name: '校仓储中心', nameEn: 'University Warehouse', type: 'WAREHOUSE' },
];

export interface DemoUser {
  username: string;
  name: string;
  roles: string[];
  orgs: [code: string, relation: 'LEADER' | 'MEMBER' | 'STUDENT' | 'KEEPER'][];
  /** Purpose of the account, shown in the list of accounts. */
  about: Record<Locale, string>;
}

const KEEPER = ['ROLE_WAREHOUSE_ADMIN', R.box, R.warehouse, R.product, R.warning];

export const demoUsers: DemoUser[] = [
  {
    username: 'teacher',
    name: '陈思远',
    roles: ['ROLE_TEACHER'],
    orgs: [
      ['LAB-CATALYSIS', 'LEADER'],
      ['LAB-POLYMER', 'MEMBER'],
    ],
    about: { zh: '课题组教师（两个课题组）', en: 'Teacher, two groups' },
  },
  {
    username: 'teacher2',
    name: '林晓雨',
    roles: ['ROLE_TEACHER'],
    orgs: [['LAB-BIO', 'LEADER']],
    about: { zh: '课题组教师（一个课题组）', en: 'Teacher, one group' },
  },
  {
    username: 'supplier',
    name: '赵国强',
    roles: ['ROLE_SUPPLIER'],
    orgs: [['SUP-GUOYAO', 'LEADER']],
    about: { zh: '供应商', en: 'Supplier' },
  },
  {
    username: 'staff',
    name: '孙丽',
    roles: ['ROLE_STAFF'],
    orgs: [['PURCHASE', 'MEMBER']],
    about: { zh: '采购人员', en: 'Purchasing staff' },
  },
  {
    username: 'reviewer',
    name: '周明',
    roles: ['ROLE_WAREHOUSE_ADMIN', R.inbound1, R.outbound1, R.inventory1],
    orgs: [['WAREHOUSE', 'MEMBER']],
    about: { zh: '初审', en: 'First reviewer' },
  },
  {
    username: 'reviewer2',
    name: '吴静',
    roles: ['ROLE_WAREHOUSE_ADMIN', R.inbound2, R.outbound2, R.inventory2],
    orgs: [['WAREHOUSE', 'MEMBER']],
    about: { zh: '复审', en: 'Second reviewer' },
  },
  {
    username: 'keeper',
    name: '李保平',
    roles: KEEPER,
    orgs: [['WAREHOUSE', 'KEEPER']],
    about: { zh: '保管员', en: 'Storekeeper' },
  },
  {
    username: 'keeper2',
    name: '王秀兰',
    roles: KEEPER,
    orgs: [['WAREHOUSE', 'KEEPER']],
    about: { zh: '第二保管员', en: 'Second storekeeper' },
  },
  {
    username: 'manager',
    name: '郑建国',
    roles: ['ROLE_WAREHOUSE_ADMIN', ...Object.values(R)],
    orgs: [['WAREHOUSE', 'LEADER']],
    about: { zh: '仓库主管（全部仓库权限）', en: 'Warehouse manager' },
  },
  {
    username: 'admin',
    name: '系统管理员',
    roles: ['ROLE_ADMIN'],
    orgs: [],
    about: { zh: '系统管理员', en: 'System administrator' },
  },
];

export function demoAccounts(): string {
  const width = Math.max(...demoUsers.map((user) => user.username.length));
  return [
    `  演示账号 Demo accounts (password ${DEMO_PASSWORD}):`,
    ...demoUsers.map((user) => `    ${user.username.padEnd(width)}  ${user.about.zh} ${user.about.en}`),
  ].join('\n');
}
