// Shipped reports about stock.
import { called, column, EVERYBODY, hiddenId, money, param, product, report, type Shipped } from './shipped.ts';

export const GOODS_REPORTS: readonly Shipped[] = [
  report(
    {
      code: 'STOCK_VALUE',
      name: '库存金额（按组织）',
      nameEn: 'Value of stock by owner',
      description: '各组织现有库存的金额，按移动加权平均单价计算。没有单价的库存另行计数，不计入金额。',
      descriptionEn:
        'What the stock of each owner is worth at the moving average. Stock whose price nobody knows is counted beside the sum.',
      category: 'STOCK',
      sql: `select owner_code, owner_name, count(*) as records, count(*) filter (where price is null) as unpriced, sum(value) as value
  from stock
 group by owner_code, owner_name
 order by value desc nulls last, owner_code`,
    },
    {
      columns: [
        column('owner_code'),
        column('owner_name'),
        called('records', '库存记录数', 'Stock records', { total: 'SUM' }),
        called('unpriced', '其中无单价', 'Without a price', { total: 'SUM' }),
        money('value', '金额', 'Value'),
      ],
      chart: { type: 'BAR', x: 'owner_name', y: ['value'] },
      roles: EVERYBODY,
    },
  ),
  report(
    {
      code: 'STOCK_IDLE',
      name: '长期未动的库存',
      nameEn: 'Goods without movement',
      description: '超过指定天数没有入库、出库、移动或盘点调整的库存。',
      descriptionEn: 'Stock that nothing has come to, left or moved for so many days.',
      category: 'STOCK',
      sql: `select product_id, product_code, product_name, owner_name, warehouse_name, box_code, batch_no, qty, unit,
       last_move_on, days_still, value
  from stock
 where days_still >= :days
 order by days_still desc, product_code, box_code, batch_no`,
    },
    {
      params: [param('days', 'NUMBER', '未变动天数不少于', 'Days without movement, at least', '180')],
      columns: [hiddenId('product_id'), ...product, column('value', { total: 'SUM' })],
      roles: EVERYBODY,
    },
  ),
  report(
    {
      code: 'STOCK_EXPIRING',
      name: '即将过期的库存',
      nameEn: 'Stock about to expire',
      description: '已过期，或在指定天数内过期的库存，按剩余天数分为四段：已过期、30 天、60 天、90 天及以上。',
      descriptionEn: 'Stock that has expired or will within so many days, in four parts: expired, 30, 60, 90 days and more.',
      category: 'STOCK',
      sql: `select case when days_to_expiry < 0 then '< 0' when days_to_expiry <= 30 then '0–30' when days_to_expiry <= 60 then '31–60' else '61+' end as part,
       product_id, product_code, product_name, owner_name, warehouse_name, box_code, batch_no, qty, unit, expires_on, days_to_expiry, value
  from stock
 where days_to_expiry <= :days
 order by expires_on, product_code, box_code, batch_no`,
    },
    {
      params: [param('days', 'NUMBER', '剩余天数不超过', 'Days left, at most', '90')],
      columns: [
        called('part', '剩余天数', 'Days left', { group: true }),
        hiddenId('product_id'),
        ...product,
        column('value', { total: 'SUM' }),
      ],
      roles: EVERYBODY,
    },
  ),
  report(
    {
      code: 'DEPOSITS_OVERDUE',
      name: '存放超期的货物',
      nameEn: 'Deposits overdue',
      description: '存放期限已过、仍在库的货物。',
      descriptionEn: 'Goods that still lie here after the day until which they were deposited.',
      category: 'STOCK',
      sql: `select owner_code, owner_name, product_id, product_code, product_name, warehouse_name, box_code, batch_no, qty, unit,
       deposit_until, days_overdue
  from stock
 where deposit_until < current_date
 order by deposit_until, owner_code, product_code, box_code, batch_no`,
    },
    { columns: [column('owner_code'), column('owner_name'), hiddenId('product_id'), ...product], roles: EVERYBODY },
  ),
  report(
    {
      code: 'QUOTA_USE',
      name: '存储配额使用情况',
      nameEn: 'Use of storage quotas',
      description: '各组织在各仓库已占用的库位和体积，与配额相比。占用最多的排在最前。',
      descriptionEn: 'Boxes and volume that each organisation uses of its quota in each warehouse, the fullest first.',
      category: 'STOCK',
      sql: `select org_code, org_name, warehouse_name, boxes, max_boxes, boxes_percent, volume_l, max_volume_l, volume_percent
  from quotas
 order by greatest(boxes_percent, volume_percent) desc nulls last, org_code, warehouse_code`,
    },
    {
      columns: [
        column('org_code'),
        column('org_name'),
        column('boxes_percent', { format: 'PERCENT' }),
        column('volume_percent', { format: 'PERCENT' }),
      ],
      roles: EVERYBODY,
    },
  ),
  report(
    {
      code: 'HAZARD_BY_GROUP',
      name: '危险化学品存量（按仓库和储存组）',
      nameEn: 'Hazardous goods by warehouse and storage group',
      description: '各仓库各储存组的危险化学品种类、质量和体积。尚未评估的化学品也计入。没有单位质量的库存另行计数。',
      descriptionEn:
        'Kinds, mass and volume of hazardous goods in each storage group of each warehouse. Chemicals that nobody has assessed are among them; stock without a mass is counted.',
      category: 'HAZARD',
      sql: `select warehouse_code, warehouse_name, storage_group, count(distinct product_code) as products, count(*) as records,
       sum(mass_kg) as mass_kg, sum(volume_l) as volume_l, count(*) filter (where mass_kg is null) as unweighed
  from stock
 where hazard <> 'HARMLESS'
 group by warehouse_code, warehouse_name, storage_group
 order by warehouse_code, storage_group nulls last`,
    },
    {
      columns: [
        column('warehouse_code'),
        column('warehouse_name', { group: true }),
        column('storage_group'),
        called('products', '品种数', 'Products'),
        called('records', '库存记录数', 'Stock records', { total: 'SUM' }),
        called('mass_kg', '质量（千克）', 'Mass (kg)', { total: 'SUM' }),
        called('volume_l', '体积（升）', 'Volume (l)', { total: 'SUM' }),
        called('unweighed', '无单位质量', 'Without a mass', { total: 'SUM' }),
      ],
    },
  ),
];
