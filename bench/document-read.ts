/** A whole document by id in hand-written SQL: reads lines, history, decisions and open tasks once each. */
export const DOCUMENT = `
  select t.id, t.no, t.type, t.source, t.state, t.owner_org_id as "ownerOrgId", o.name as "ownerOrgName", t.applicant_id as "applicantId",
         u.name as "applicantName", t.purchase_no as "purchaseNo", t.warehouse_id as "warehouseId", w.name as "warehouseName",
         t.plan_date::text as "planDate", t.controlled, t.levels, t.round, t.submitted_at as "submittedAt", t.finished_at as "finishedAt",
         t.rev, t.created_at as "createdAt", t.updated_at as "updatedAt", t.approved_at as "approvedAt",
         coalesce(task.roles, '{}') as "reviewRoles", task.level as "reviewLevel", task.step as "reviewStep",
         coalesce(task.people, '{}') as reviewers,
         t.target_warehouse_id as "targetWarehouseId", tw.name as "targetWarehouseName", t.contact, t.phone,
         t.deposit_until::text as "depositUntil", t.purpose, t.delivery_no as "deliveryNo", t.supplier_org_id as "supplierOrgId",
         so.name as "supplierName", t.remark, t.permit_ids as "permitIds", current_setting('TimeZone') as "timeZone", wo.name as "warehouseOrgName",
         wo.phone as "warehousePhone", w.campus as "warehouseCampus", w.address as "warehouseAddress", w.opening_hours as "warehouseHours",
         t.toxic or coalesce(line.dangerous, false) as toxic,
         coalesce(case when line.dangerous or not t.toxic then line.dangerous_open else line.some_open end, false) as "twoToFinish",
         coalesce(case when line.dangerous or not t.toxic then line.dangerous_posted else line.some_posted end, false) as "twoToReverse",
         coalesce(line.some_posted, false) as posted, coalesce(line.lines, '[]') as lines,
         coalesce(history.applied, '{}') as "appliedBy",
         array_remove(array[assigned.actor_id, assigned.proxy_user_id], null) as "assignedBy",
         coalesce(t.reversal_asked_rev = t.rev, false) as "reversalAsked",
         case when last.action = 'askReversal' then last.comment end as "reversalReason",
         case when t.pickup_locked_until > now() then t.pickup_locked_until end as "pickupLockedUntil",
         case when t.cosigned_rev = t.rev then t.cosigned_by end as "cosignedBy",
         case when t.cosigned_rev = t.rev then t.cosigned_for end as "cosignedFor",
         case when t.cosigned_rev = t.rev then cu.name end as "cosignedName", coalesce(line.planned, false) as planned,
         coalesce(decided.people, '{}') as "decidedBy", coalesce(decided.begun, false) as begun, false as guest,
         t.goods_org_id as "goodsOrgId", go.name as "goodsOrgName", t.share_request_id as "shareId", sr.no as "shareNo",
         coalesce((
           select json_agg(json_build_object('id', c.id, 'no', c.no) order by c.no) from wms_after_sales c
            where c.id = t.after_sales_id or c.state <> 'DRAFT' and c.transaction_line_id in (
              select x.id from wms_transaction_line x where x.transaction_id = t.id)), '[]') as cases,
         t.reverses_id is not null as reversal, t.reverses_id as "reversesId", rt.no as "reversesNo",
         rb.id is not null as reversed, rb.id as "reversedById", rb.no as "reversedByNo", t.unfinished,
         case when t.attachments = '{}' then '[]' else (
           select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'type', f.type, 'size', f.size)), '[]')
             from sys_file f where f.id = any(t.attachments)) end as attachments
    from wms_transaction t
    join wms_org o on o.id = t.owner_org_id
    join sys_user u on u.id = t.applicant_id
    join wms_warehouse w on w.id = t.warehouse_id
    join wms_org wo on wo.id = w.org_id
    left join wms_warehouse tw on tw.id = t.target_warehouse_id
    left join wms_org so on so.id = t.supplier_org_id
    left join wms_org go on go.id = t.goods_org_id
    left join wms_share_request sr on sr.id = t.share_request_id
    left join sys_user cu on cu.id = t.cosigned_by
    left join wms_transaction rt on rt.id = t.reverses_id
    left join wms_transaction rb on rb.reverses_id = t.id
    left join lateral (
      select min(k.level) as level, string_agg(distinct k.name, '、') as step, array_agg(distinct r.role) filter (where r.role is not null) as roles,
             array_agg(distinct p.id) filter (where p.id is not null) as people
        from bpm_task k
        left join lateral unnest(k.candidate_roles || k.candidate_roles_everywhere) r (role) on true
        left join lateral unnest(k.candidate_ids || array(
          select g.to_id from bpm_delegation g where g.from_id = any(k.candidate_ids) and g.revoked_at is null
             and now() >= g.from_at and now() < g.until_at)) p (id) on true
       where k.biz_type = 'WMS_TRANSACTION' and k.biz_id = t.id and k.round = t.round and k.state = 'OPEN') task on true
    left join lateral (
      select array_agg(distinct e.id) filter (where e.id is not null and not d.automatic and k.state in ('APPROVED', 'REJECTED')) as people,
             count(*) > 0 as begun
        from bpm_decision d join bpm_task k on k.id = d.task_id
        cross join lateral unnest(array[d.actor_id, d.proxy_user_id, d.for_user_id]) e (id)
       where d.biz_id = t.id and d.round = t.round) decided on true
    left join lateral (
      select array_agg(distinct e.id) filter (where e.id is not null) as applied
        from wms_transaction_record r, unnest(array[r.actor_id, r.proxy_user_id]) e (id)
       where r.transaction_id = t.id and r.action in ('create', 'edit', 'submit')) history on true
    left join lateral (
      select r.actor_id, r.proxy_user_id from wms_transaction_record r
       where r.transaction_id = t.id and r.action = 'assign' order by r.id desc limit 1) assigned on true
    left join lateral (
      select r.action, r.comment from wms_transaction_record r
       where r.transaction_id = t.id and r.action <> 'cosign' order by r.id desc limit 1) last on true
    left join lateral (
      select bool_or(each.danger) as dangerous, bool_or(each.danger and each.is_open) as dangerous_open, bool_or(each.is_open) as some_open,
             bool_or(each.danger and each.qty_done > 0) as dangerous_posted, bool_or(each.qty_done > 0) as some_posted, bool_or(each.planned) as planned,
             json_agg(each.line order by each.line_no) as lines
        from (
          select l.line_no, l.qty_done, coalesce(l.qty_appr, l.qty_req) > l.qty_done as is_open,
                 'TOXIC' = any(p.control_flags) or p.hazard = 'UNKNOWN' as danger,
                 exists (select from wms_transaction_line_box x where x.line_id = l.id and x.qty > x.qty_done) as planned,
                 json_build_object('id', l.id, 'lineNo', l.line_no, 'productBoxId', l.product_box_id, 'sourceBoxCode', sb.code,
                   'ownerOrgName', lo.name, 'batchStatus', b.status,
                   'unmeasured', array_remove(array[case when p.unit_volume_l is null then 'volume' end, case when p.unit_mass_kg is null then 'mass' end], null),
                   'batchNo', coalesce(l.batch_no, nullif(b.batch_no, '-')), 'madeOn', coalesce(l.made_on, b.made_on),
                   'expiresOn', coalesce(l.expires_on, b.expires_on), 'unit', l.unit, 'unitFactor', trim_scale(l.unit_factor)::text,
                   'qty', trim_scale(l.qty)::text, 'qtyReq', trim_scale(l.qty_req)::text, 'qtyAppr', trim_scale(l.qty_appr)::text,
                   'qtyDone', trim_scale(l.qty_done)::text, 'unitPrice', trim_scale(l.unit_price)::text,
                   'rejectReason', l.reject_reason, 'remark', l.remark,
                   'product', json_build_object('id', p.id, 'code', p.code, 'spec', p.spec, 'cas', p.cas, 'kind', p.kind,
                     'baseUnit', p.base_unit, 'gtin', p.gtin, 'units', p.units, 'trackBatch', p.track_batch, 'trackExpiry', p.track_expiry,
                     'defaultShelfLifeDays', p.default_shelf_life_days, 'storageGroup', p.storage_group, 'assessed', p.hazard <> 'UNKNOWN',
                     'controlFlags', p.control_flags, 'hCodes', p.h_codes, 'name', p.name,
                     'unitVolumeL', trim_scale(p.unit_volume_l)::text, 'price', trim_scale(p.price)::text,
                     'image', p.images[1]),
                   'risks', case when coalesce(l.qty_appr, l.qty_req) > l.qty_done then (
                     select array_remove(array[
                              case when 'TOXIC' = any(p.control_flags) then 'TOXIC' when p.control_flags <> '{}' then 'CONTROLLED' end,
                              case when p.hazard = 'UNKNOWN' then 'NOT_ASSESSED' end,
                              case when l.expires_on < current_date or bool_or(n.expires_on < current_date) then 'EXPIRED' end,
                              case when bool_or(g.frozen and n.status not in ('HOLD', 'RECALLED')) then 'FROZEN' end,
                              case when bool_or(n.status = 'HOLD') then 'HOLD' end,
                              case when bool_or(n.status = 'RECALLED') then 'RECALLED' end], null)
                       from (
                         select z.batch_id, z.frozen from wms_product_box z where z.id = l.product_box_id
                         union all
                         select z.batch_id, z.frozen from wms_transaction_line_box x join wms_product_box z on z.id = x.product_box_id
                          where x.line_id = l.id and x.qty > x.qty_done
                         union all
                         select k.id, false from wms_batch k
                          where l.product_box_id is null and k.product_id = l.product_id and k.batch_no = l.batch_no) g
                       join wms_batch n on n.id = g.batch_id) else '{}' end,
                   'boxes', coalesce((
                     select json_agg(json_build_object('id', x.id, 'productBoxId', x.product_box_id, 'sourceBoxId', xs.box_id,
                              'sourceBoxCode', xsb.code, 'batchNo', xb.batch_no, 'expiresOn', xb.expires_on, 'ownerOrgName', xo.name, 'batchStatus', xb.status,
                              'count', coalesce(wms_box_count(xsb.id, xsb.lock_reason), wms_box_count(xt.id, xt.lock_reason)),
                              'blocked', case
                                when xb.status in ('HOLD', 'RECALLED') and (t.type <> 'MOVE' or t.target_warehouse_id is not null) then xb.status
                                when xs.frozen then 'FROZEN' end,
                              'boxId', x.box_id, 'boxCode', xt.code, 'qty', trim_scale(x.qty)::text,
                              'qtyDone', trim_scale(x.qty_done)::text) order by x.id)
                       from wms_transaction_line_box x
                       left join wms_product_box xs on xs.id = x.product_box_id
                       left join wms_warehouse_box xsb on xsb.id = xs.box_id
                       left join wms_batch xb on xb.id = xs.batch_id
                       left join wms_org xo on xo.id = xs.owner_org_id
                       left join wms_warehouse_box xt on xt.id = x.box_id
                      where x.line_id = l.id), '[]')) as line
            from wms_transaction_line l
            join wms_product p on p.id = l.product_id
            left join wms_product_box s on s.id = l.product_box_id
            left join wms_warehouse_box sb on sb.id = s.box_id
            left join wms_org lo on lo.id = s.owner_org_id
            left join wms_batch b on b.id = coalesce(l.batch_id, s.batch_id)
           where l.transaction_id = t.id) each) line on true
   where t.id = $1 and t.deleted_at is null`;
