// The people and organisations of the demo world.
import { WMS_ROLES as R } from '@kuwei/contract/access';
import type { OrgType } from '@kuwei/contract/wms/org';

/** Known to everyone: the demo world exists on a loopback address only, or where DEMO=1 asks for it. */
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
  /** What the account is for, in the list of accounts. */
  about: string;
}

const KEEPER = ['ROLE_WAREHOUSE_ADMIN', R.box, R.warehouse, R.product];

export const demoUsers: DemoUser[] = [
  {
    username: 'teacher',
    name: '陈思远',
    roles: ['ROLE_TEACHER'],
    orgs: [
      ['LAB-CATALYSIS', 'LEADER'],
      ['LAB-POLYMER', 'MEMBER'],
    ],
    about: '课题组教师（两个课题组） teacher, two groups',
  },
  {
    username: 'teacher2',
    name: '林晓雨',
    roles: ['ROLE_TEACHER'],
    orgs: [['LAB-BIO', 'LEADER']],
    about: '课题组教师（一个课题组） teacher, one group',
  },
  { username: 'supplier', name: '赵国强', roles: ['ROLE_SUPPLIER'], orgs: [['SUP-GUOYAO', 'LEADER']], about: '供应商 supplier' },
  { username: 'staff', name: '孙丽', roles: ['ROLE_STAFF'], orgs: [['PURCHASE', 'MEMBER']], about: '采购人员 purchasing staff' },
  {
    username: 'reviewer',
    name: '周明',
    roles: ['ROLE_WAREHOUSE_ADMIN', R.inbound1, R.outbound1, R.inventory1],
    orgs: [['WAREHOUSE', 'MEMBER']],
    about: '初审 first reviewer',
  },
  {
    username: 'reviewer2',
    name: '吴静',
    roles: ['ROLE_WAREHOUSE_ADMIN', R.inbound2, R.outbound2, R.inventory2],
    orgs: [['WAREHOUSE', 'MEMBER']],
    about: '复审 second reviewer',
  },
  { username: 'keeper', name: '李保平', roles: KEEPER, orgs: [['WAREHOUSE', 'KEEPER']], about: '保管员 keeper' },
  { username: 'keeper2', name: '王秀兰', roles: KEEPER, orgs: [['WAREHOUSE', 'KEEPER']], about: '第二保管员 second keeper' },
  {
    username: 'manager',
    name: '郑建国',
    roles: ['ROLE_WAREHOUSE_ADMIN', ...Object.values(R)],
    orgs: [['WAREHOUSE', 'LEADER']],
    about: '仓库主管（全部仓库权限） warehouse manager',
  },
  { username: 'admin', name: '系统管理员', roles: ['ROLE_ADMIN'], orgs: [], about: '系统管理员 system administrator' },
];

export function demoAccounts(): string {
  const width = Math.max(...demoUsers.map((user) => user.username.length));
  return [
    `  演示账号 Demo accounts (password ${DEMO_PASSWORD}):`,
    ...demoUsers.map((user) => `    ${user.username.padEnd(width)}  ${user.about}`),
  ].join('\n');
}
