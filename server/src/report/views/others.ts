// Reporting views of places, organisations, people and warnings.
import {
  among,
  column,
  JOIN_PRODUCT,
  hasReaderWarehouses,
  nameOf,
  ofParties,
  orgColumns,
  PRODUCT,
  canReaderSeePeople,
  WAREHOUSE,
  type ReportView,
} from './view.ts';

const ORG = orgColumns('o', 'org', '组织', 'Organisation');

const boxes: ReportView = {
  name: 'boxes',
  zh: '库位',
  en: 'Boxes',
  rowZh: '一个库位',
  rowEn: 'one box',
  columns: [
    ...WAREHOUSE,
    column('text', 'campus', '校区', 'Campus', 'w.campus'),
    column('code', 'container_code', '容器编码', 'Container: code', 'k.code'),
    column('text', 'container_name', '容器', 'Container', 'k.name'),
    column('text', 'container_name_en', '容器英文名称', 'Container: English name', 'k.name_en'),
    column('code', 'container_type', '容器类型', 'Type of container', 'k.type', { dic: 'WMS_CONTAINER_TYPE' }),
    column('code', 'box_code', '库位', 'Box', 'b.code'),
    column('code', 'type', '库位类型', 'Type of box', 'b.type', { dic: 'WMS_BOX_TYPE' }),
    column('code', 'state', '库位状态', 'State of the box', 'b.state', { dic: 'WMS_BOX_STATE' }),
    column('text', 'owner_name', '专用组织', 'Reserved for', nameOf('o')),
    column(
      'count',
      'lines',
      '库存条数',
      'Stock records',
      '(select count(*) from wms_product_box s where s.box_id = b.id and s.qty > 0)',
    ),
    column('count', 'max_lines', '最多条数', 'At most', 'b.max_lines'),
    column(
      'count',
      'volume_l',
      '已用体积（升）',
      'Volume in use (l)',
      '(select sum(s.qty * p.unit_volume_l) from wms_product_box s join wms_product p on p.id = s.product_id where s.box_id = b.id and s.qty > 0)',
    ),
    column('count', 'max_volume_l', '最大体积（升）', 'Volume at most (l)', 'b.max_volume_l'),
  ],
  from: `wms_warehouse_box b left join wms_container k on k.id = b.container_id left join wms_warehouse w on w.id = b.warehouse_id
    left join wms_org o on o.id = b.owner_org_id
   where ${among('b.warehouse_id', 'warehouses')} or ${among('b.container_id', 'containers')}`,
};

const quotas: ReportView = {
  name: 'quotas',
  zh: '存储配额',
  en: 'Storage quotas',
  rowZh: '一个组织在一个仓库的配额与占用',
  rowEn: 'one quota of an organisation in a warehouse, and what is used of it',
  columns: [
    ...ORG,
    ...WAREHOUSE,
    column('count', 'boxes', '已用库位', 'Boxes in use', 'x.boxes'),
    column('count', 'max_boxes', '库位配额', 'Boxes at most', 'q.max_boxes'),
    column(
      'count',
      'boxes_percent',
      '库位占用（%）',
      'Boxes used (%)',
      'round(100 * x.boxes::numeric / nullif(q.max_boxes, 0), 1)',
    ),
    column('count', 'volume_l', '已用体积（升）', 'Volume in use (l)', 'x.volume_l'),
    column('count', 'max_volume_l', '体积配额（升）', 'Volume at most (l)', 'q.max_volume_l'),
    column(
      'count',
      'volume_percent',
      '体积占用（%）',
      'Volume used (%)',
      'round(100 * x.volume_l / nullif(q.max_volume_l, 0), 1)',
    ),
  ],
  from: `wms_org_quota q left join wms_org o on o.id = q.org_id left join wms_warehouse w on w.id = q.warehouse_id
    cross join lateral (
      select count(distinct s.box_id) as boxes, coalesce(sum(s.qty * p.unit_volume_l), 0) as volume_l
        from wms_product_box s join wms_product p on p.id = s.product_id
       where s.owner_org_id = q.org_id and s.warehouse_id = q.warehouse_id and s.qty > 0) x
   where ${ofParties('q.org_id', 'q.warehouse_id')}`,
};

const warnings: ReportView = {
  name: 'warnings',
  zh: '预警',
  en: 'Warnings',
  rowZh: '一条库存预警',
  rowEn: 'one warning about stock',
  columns: [
    column('code', 'warning_kind', '预警类型', 'Kind of warning', 'e.kind', { dic: 'WMS_WARNING_KIND' }),
    column('code', 'severity', '预警级别', 'Severity', 'e.severity', { dic: 'WMS_WARNING_SEVERITY' }),
    column('code', 'state', '状态', 'State', 'e.state', { dic: 'WMS_WARNING_STATE' }),
    ...ORG,
    ...WAREHOUSE,
    ...PRODUCT,
    column('code', 'batch_no', '批号', 'Batch', 'a.batch_no'),
    column('count', 'value', '当前值', 'Value', 'e.value'),
    column('count', 'threshold', '阈值', 'Threshold', 'e.threshold'),
    column('moment', 'since', '始于', 'Since', 'e.since'),
    column('moment', 'resolved_at', '解除时间', 'Resolved', 'e.resolved_at'),
    column('text', 'reason', '说明', 'Reason', 'e.reason'),
  ],
  from: `wms_ews e ${JOIN_PRODUCT('e.product_id')} left join wms_org o on o.id = e.org_id left join wms_warehouse w on w.id = e.warehouse_id
    left join wms_batch a on a.id = e.batch_id
   where ${ofParties('e.org_id', 'e.warehouse_id')}`,
};

const organisations: ReportView = {
  name: 'organisations',
  zh: '组织',
  en: 'Organisations',
  rowZh: '一个课题组、供应商、采购部门或仓库部门',
  rowEn: 'one research group, supplier, purchasing office or warehouse office',
  columns: [
    ...ORG,
    column('code', 'type', '组织类型', 'Type', 'o.type', { dic: 'WMS_ORG_TYPE' }),
    column('flag', 'valid', '有效', 'Valid', 'o.valid'),
    column('count', 'members', '成员数', 'Members', '(select count(*) from wms_org_user m where m.org_id = o.id)'),
    column('day', 'since', '建立日期', 'Since', 'o.created_at::date'),
  ],
  from: `wms_org o where ${canReaderSeePeople} or ${among('o.id', 'orgs')} or ${hasReaderWarehouses}`,
};

const people: ReportView = {
  name: 'people',
  zh: '用户',
  en: 'People',
  rowZh: '一个账户',
  rowEn: 'one account',
  columns: [
    column('code', 'username', '用户名', 'Username', 'u.username'),
    column('text', 'name', '姓名', 'Name', 'coalesce(u.chosen_name, u.name)'),
    column('code', 'staff_no', '工号或学号', 'Campus number', 'u.staff_no'),
    column('code', 'identity', '身份', 'Identity', 'u.identity', { dic: 'SYS_IDENTITY' }),
    column('code', 'state', '账户状态', 'State of the account', 'u.state', { words: 'user.account.state' }),
    column('day', 'until_day', '有效期至', 'Last day', 'u.until_day'),
    column('day', 'last_sign_in_on', '最近登录日期', 'Last signed in', 'u.last_sign_in_at::date'),
    column('day', 'since', '创建日期', 'Since', 'u.created_at::date'),
    column(
      'text',
      'organisations',
      '所属组织',
      'Organisations',
      `(select string_agg(o.name, '、' order by o.code) from wms_org_user m join wms_org o on o.id = m.org_id where m.user_id = u.id)`,
    ),
  ],
  from: `sys_user u where u.deleted_at is null and ${canReaderSeePeople}`,
};

const grants: ReportView = {
  name: 'person_roles',
  zh: '用户角色',
  en: 'Roles of people',
  rowZh: '一个账户拥有的一个角色',
  rowEn: 'one role that an account has',
  columns: [
    column('code', 'username', '用户名', 'Username', 'u.username'),
    column('text', 'name', '姓名', 'Name', 'coalesce(u.chosen_name, u.name)'),
    column('code', 'state', '账户状态', 'State of the account', 'u.state', { words: 'user.account.state' }),
    column('code', 'role_code', '角色编码', 'Role: code', 'g.role_code'),
    column('text', 'role_name', '角色', 'Role', nameOf('x')),
    column('day', 'from_day', '自', 'From', 'g.from_day'),
    column('day', 'until_day', '至', 'Until', 'g.until_day'),
    column(
      'flag',
      'holds_now',
      '当前有效',
      'Holds now',
      `u.state = 'ACTIVE' and exists (select from sys_user_role h where h.user_id = g.user_id and h.role_code = g.role_code)`,
    ),
    column('day', 'last_sign_in_on', '最近登录日期', 'Last signed in', 'u.last_sign_in_at::date'),
  ],
  from: `sys_role_grant g join sys_user u on u.id = g.user_id left join sys_role x on x.code = g.role_code
   where u.deleted_at is null and ${canReaderSeePeople}`,
};

export const OTHER_VIEWS = [boxes, quotas, warnings, organisations, people, grants];
