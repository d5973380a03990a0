// Shipped reports about events (movements, reviews, counts) and about people.
import { WMS_ROLES } from '@kuwei/contract/access';
import { called, column, EVERYBODY, hiddenId, money, param, PERIOD, product, report, type Shipped } from './shipped.ts';

const WITHIN = 'day between :from and :to';

export const EVENT_REPORTS: readonly Shipped[] = [
  report(
    {
      code: 'CONTROLLED_FLOW',
      name: '管控品月度收发',
      nameEn: 'Controlled goods in and out by month',
      description: '剧毒、易制爆、易制毒等管控品每月的入库、出库和盘点调整数量。库内移动不计，冲销归入原类型。',
      descriptionEn:
        'What came and left of controlled goods each month, and what counts adjusted. Moves are left out; a reversal counts with what it takes back.',
      category: 'HAZARD',
      sql: `select month, product_id, product_code, product_name, control_flags, owner_name,
       coalesce(sum(qty) filter (where flow in ('IN', 'OPENING')), 0) as qty_in,
       coalesce(-sum(qty) filter (where flow in ('OUT', 'DISPOSE')), 0) as qty_out,
       coalesce(sum(qty) filter (where flow = 'COUNT_ADJ'), 0) as adjusted, unit
  from ledger
 where controlled and flow in ('IN', 'OPENING', 'OUT', 'DISPOSE', 'COUNT_ADJ') and ${WITHIN}
 group by month, product_id, product_code, product_name, control_flags, owner_name, unit
 order by month, product_code, owner_name`,
    },
    {
      params: PERIOD,
      columns: [
        column('month', { group: true }),
        hiddenId('product_id'),
        ...product,
        column('control_flags'),
        column('owner_name'),
        column('qty_in', { unit: 'unit', total: 'SUM' }),
        column('qty_out', { unit: 'unit', total: 'SUM' }),
        called('adjusted', '盘点调整', 'Adjusted by counts', { unit: 'unit', total: 'SUM' }),
      ],
    },
  ),
  report(
    {
      code: 'TOP_CONSUMERS',
      name: '领用金额排名',
      nameEn: 'Who collects most',
      description: '指定期间领用金额最多的组织，按移动加权平均单价计算。',
      descriptionEn: 'Organisations whose collections were worth most in a period, at the moving average.',
      category: 'STOCK',
      sql: `select owner_code, owner_name, count(distinct document_id) as documents, count(*) as entries, -sum(value) as value
  from ledger
 where flow = 'OUT' and ${WITHIN}
 group by owner_code, owner_name
 order by value desc nulls last, owner_code
 limit :top::integer`,
    },
    {
      params: [...PERIOD, param('top', 'NUMBER', '显示前几名', 'How many', '20')],
      columns: [
        column('owner_code'),
        column('owner_name'),
        called('documents', '单据数', 'Documents'),
        called('entries', '台账条数', 'Ledger entries', { total: 'SUM' }),
        money('value', '领用金额', 'Value collected'),
      ],
      chart: { type: 'BAR', x: 'owner_name', y: ['value'] },
    },
  ),
  report(
    {
      code: 'EXPIRY_WASTE',
      name: '过期报废（按组织）',
      nameEn: 'Expired and disposed of, by owner',
      description: '指定期间报废、且报废时已过有效期的货物金额。',
      descriptionEn: 'What was disposed of in a period after it had expired, and what it was worth.',
      category: 'STOCK',
      sql: `select owner_code, owner_name, count(*) as entries, -sum(value) as value, count(*) filter (where value is null) as unpriced
  from ledger
 where flow = 'DISPOSE' and expires_on < day and ${WITHIN}
 group by owner_code, owner_name
 order by value desc nulls last, owner_code`,
    },
    {
      params: PERIOD,
      columns: [
        column('owner_code'),
        column('owner_name'),
        called('entries', '台账条数', 'Ledger entries', { total: 'SUM' }),
        money('value', '报废金额', 'Value disposed of'),
        called('unpriced', '其中无单价', 'Without a price', { total: 'SUM' }),
      ],
      chart: { type: 'BAR', x: 'owner_name', y: ['value'] },
      roles: EVERYBODY,
    },
  ),
  report(
    {
      code: 'REVIEW_TIMES',
      name: '审核用时（按审核人）',
      nameEn: 'Lead times of reviewers',
      description: '每位审核人在指定期间作出的决定数、用时的中位数和九成以内用时、超时数与退回数。',
      descriptionEn:
        'Decisions of each reviewer in a period: median and 90th percentile of their hours, how many were late or returned.',
      category: 'DOCUMENT',
      sql: `select reviewer_name, count(*) as decisions, round(percentile_cont(0.5) within group (order by hours)::numeric, 2) as median_hours,
       round(percentile_cont(0.9) within group (order by hours)::numeric, 2) as p90_hours,
       count(*) filter (where is_late) as late, count(*) filter (where decision <> 'APPROVE') as not_approved
  from reviews
 where decided_at >= :from and decided_at < :to + 1
 group by reviewer_name
 order by decisions desc, reviewer_name`,
    },
    {
      params: PERIOD,
      columns: [
        column('reviewer_name'),
        called('decisions', '决定数', 'Decisions', { total: 'SUM' }),
        called('median_hours', '用时中位数（小时）', 'Median (hours)'),
        called('p90_hours', '九成以内（小时）', '90th percentile (hours)'),
        called('late', '超时', 'Late', { total: 'SUM' }),
        called('not_approved', '退回或不通过', 'Returned or rejected', { total: 'SUM' }),
      ],
      chart: { type: 'BAR', x: 'reviewer_name', y: ['median_hours', 'p90_hours'] },
      roles: [WMS_ROLES.statistic],
    },
  ),
  report(
    {
      code: 'DOCUMENTS_WAITING',
      name: '等待已久的单据',
      nameEn: 'Documents that wait',
      description: '提交后超过指定天数仍未结束的入库、出库和移库单。',
      descriptionEn: 'Deposits, collections and moves that were submitted so many days ago and have not ended.',
      category: 'DOCUMENT',
      sql: `select document_id, no, type, state, owner_name, warehouse_name, applicant_name, submitted_at, days_waiting
  from documents
 where is_open and days_waiting >= :days
 order by days_waiting desc, no`,
    },
    {
      params: [param('days', 'NUMBER', '等待天数不少于', 'Days waiting, at least', '3')],
      columns: [hiddenId('document_id'), column('no', { link: 'DOCUMENT', linkBy: 'document_id' })],
      roles: EVERYBODY,
    },
  ),
  report(
    {
      code: 'COUNT_DIFFERENCES',
      name: '盘点差异',
      nameEn: 'Differences of counts',
      description: '指定期间通过的盘点中，实盘与账面不符的各行。',
      descriptionEn: 'Lines of counts approved in a period on which what was counted differs from the books.',
      category: 'COUNT',
      sql: `select no, ended_on, warehouse_name, box_code, product_id, product_code, product_name, owner_name, batch_no,
       qty_book, qty_counted, difference, unit, reason, counter_name
  from counts
 where differs and ended_on between :from and :to
 order by ended_on, no, box_code, product_code, batch_no`,
    },
    {
      params: PERIOD,
      columns: [
        column('no', { group: true }),
        column('ended_on'),
        column('warehouse_name'),
        column('box_code'),
        hiddenId('product_id'),
        ...product,
      ],
    },
  ),
  report(
    {
      code: 'USERS_ROLES',
      name: '用户与角色',
      nameEn: 'People and their roles',
      description: '每个账户拥有的角色、有效期和最近登录日期。供权限核查使用。',
      descriptionEn: 'Roles of each account, from when until when, and when it last signed in: for reviews of rights.',
      category: 'PEOPLE',
      sql: `select username, name, state, role_code, role_name, from_day, until_day, holds_now, last_sign_in_on
  from person_roles
 where :all or holds_now
 order by username, role_code`,
    },
    {
      params: [param('all', 'YES_NO', '包括当前无效的', 'Those that do not hold as well', 'false')],
      columns: [column('username', { group: true }), column('name')],
      roles: ['ROLE_ADMIN'],
    },
  ),
];
