-- Permits (许可、备案) that bound deposits of controlled goods, and the flow register (流向登记) of those goods.

create sequence wms_permit_no;

-- How much of what an organisation may bring to a warehouse, until when, and which lines of deposits go by which permit. What is left
-- is read off the documents and written nowhere else.
create table wms_permit (
  id uuid primary key,
  code text not null,
  org_id uuid not null references wms_org (id),
  warehouse_id uuid not null references wms_warehouse (id),
  kind text not null,
  number text not null,
  control_class text not null check (control_class in ('TOXIC', 'EXPLOSIVE_PRECURSOR', 'DRUG_PRECURSOR')),
  product_ids uuid[] not null default '{}',
  amount numeric(18, 6) check (amount > 0),
  unit text,
  valid_from date not null,
  valid_until date not null,
  authority text,
  file_id uuid references sys_file (id),
  note text,
  state text not null default 'PENDING' check (state in ('PENDING', 'VALID', 'REVOKED')),
  checked_by uuid references sys_user (id),
  checked_at timestamptz,
  reason text,
  rev integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid references sys_user (id),
  updated_at timestamptz not null default now(),
  updated_by uuid references sys_user (id),
  check (amount is null or unit is not null),
  check (valid_from <= valid_until)
);
create unique index wms_permit_code_key on wms_permit (code);
create index wms_permit_org on wms_permit (org_id, warehouse_id, control_class);
create index wms_permit_warehouse on wms_permit (warehouse_id);
create index wms_permit_until on wms_permit (valid_until) where state = 'VALID';
create index wms_permit_products on wms_permit using gin (product_ids);
create index wms_permit_file on wms_permit (file_id) where file_id is not null;
comment on column wms_permit.code is
  'Under which it is kept here; its own number is that of the paper, which several entries may share';
comment on column wms_permit.warehouse_id is 'Where goods under it are kept';
comment on column wms_permit.product_ids is 'Those that it names; none: all of its class';
comment on column wms_permit.amount is 'In its unit; null where the paper names none';
comment on column wms_permit.state is 'Of those entered by their owner none counts before the warehouse has checked it';
comment on column wms_permit.reason is 'Why it was revoked';

create table wms_permit_use (
  line_id uuid not null references wms_transaction_line (id) on delete cascade,
  control_class text not null,
  permit_id uuid not null references wms_permit (id),
  factor numeric check (factor > 0),
  primary key (line_id, control_class)
);
create index wms_permit_use_permit on wms_permit_use (permit_id);
comment on table wms_permit_use is 'By which permit of each class a line of a deposit goes';
comment on column wms_permit_use.factor is
  'How much of the permit''s unit a base unit was when it was allotted; null for a permit without an amount';

-- What standing deposits take of permits. It only ever becomes less without the lock of the permit: reviewers lower amounts, documents
-- end short, are refused, cancelled or taken back.
create view wms_permit_taken as
  select u.permit_id, u.line_id, u.control_class, l.transaction_id, x.qty, x.qty * u.factor as amount, t.state <> 'DONE' as coming
    from wms_permit_use u
    join wms_transaction_line l on l.id = u.line_id
    join wms_transaction t on t.id = l.transaction_id
   cross join lateral (
     select case t.state when 'DONE' then l.qty_done when 'SUBMITTED' then l.qty_req else coalesce(l.qty_appr, l.qty_req) end as qty) x
   where t.state in ('SUBMITTED', 'APPROVED', 'EXECUTING', 'PARTIAL', 'DONE') and t.deleted_at is null and x.qty > 0
     and not exists (select from wms_transaction v where v.reverses_id = t.id);
comment on view wms_permit_taken is
  'qty in base units, amount in the unit of the permit; coming: what is not in stock yet counts as well';

-- Whether a kind of permit lets goods in: the site says so in its dictionary, and of what it does not say none does.
create function wms_permit_admits(p_kind text) returns boolean
language sql stable as $$
  select exists (select from sys_dic d join sys_dic_field f on f.dic_id = d.id cross join jsonb_array_elements(f.props) p
                  where d.code = 'WMS_PERMIT_KIND' and f.code = p_kind and p ->> 'code' = 'deposit' and p ->> 'value' = '1')
$$;

-- Whether deposits of a product may go by a permit today.
create function wms_permit_holds(m wms_permit, p_product uuid) returns boolean
language sql stable as $$
  select m.state = 'VALID' and current_date between m.valid_from and m.valid_until
     and (m.product_ids = '{}' or p_product = any(m.product_ids)) and wms_permit_admits(m.kind)
$$;

-- Allots permits to lines of a deposit, which its caller has locked: for each line and class one with enough left, the first that ends;
-- what is allotted already stays while it holds. Permits are locked in the order of their ids, so that of two deposits for the last of
-- one the second sees what the first has taken.
-- Returns what no permit was found for, and why: NONE there is none, ENDED it does not hold today, USED too little is left,
-- UNKNOWN nobody has said how much of its unit a base unit is.
create function wms_permit_allot(p_transaction uuid, p_lines uuid[], p_classes text[])
returns table (line_no integer, product_id uuid, control_class text, cause text, permit_id uuid, amount_left numeric, needed numeric)
language plpgsql as $$
#variable_conflict use_column
declare
  doc wms_transaction;
  need record;
  best record;
begin
  select * into strict doc from wms_transaction where id = p_transaction;
  -- What it was allotted when it was submitted before, others may have taken since.
  if doc.state in ('DRAFT', 'RETURNED') then
    delete from wms_permit_use u using wms_transaction_line l where l.id = u.line_id and l.transaction_id = p_transaction;
  end if;
  if not exists (select from wms_transaction_line l join wms_product p on p.id = l.product_id
                  where l.transaction_id = p_transaction and (p_lines is null or l.id = any(p_lines)) and p.control_flags && p_classes) then
    return;
  end if;
  perform from wms_permit m
    where m.org_id = doc.owner_org_id and m.warehouse_id = doc.warehouse_id and m.control_class = any(p_classes)
    order by m.id for no key update;

  for need in
    select l.id, l.line_no, l.product_id, l.qty_done, c.class, coalesce(l.qty_appr, l.qty_req) as qty, u.permit_id as kept
      from wms_transaction_line l
      join wms_product p on p.id = l.product_id
     cross join unnest(p.control_flags) c(class)
      left join wms_permit_use u on u.line_id = l.id and u.control_class = c.class
     where l.transaction_id = p_transaction and (p_lines is null or l.id = any(p_lines)) and c.class = any(p_classes)
     order by l.line_no, c.class
  loop
    continue when exists (select from wms_permit m where m.id = need.kept and wms_permit_holds(m, need.product_id));
    if need.kept is not null and need.qty_done > 0 then
      return query select need.line_no, need.product_id, need.class, 'ENDED', need.kept, null::numeric, null::numeric;
      continue;
    end if;
    delete from wms_permit_use u where u.line_id = need.id and u.control_class = need.class;

    select m.id, x.holds, m.amount is null or x.factor is not null as known, x.factor, x.amount_left, need.qty * x.factor as needed,
           x.holds and (m.amount is null or round(need.qty * x.factor, 9) <= round(x.amount_left, 9)) as fits
      into best
      from wms_permit m
     cross join lateral (
       select wms_permit_holds(m, need.product_id) and (doc.permit_ids = '{}' or m.id = any(doc.permit_ids)) as holds,
              case when m.amount is not null then (select wms_in_unit(p, m.unit) from wms_product p where p.id = need.product_id) end as factor,
              m.amount
                - coalesce((select sum(k.amount) from wms_permit_taken k where k.permit_id = m.id and k.transaction_id <> p_transaction), 0)
                - coalesce((select sum(coalesce(o.qty_appr, o.qty_req) * u.factor)
                              from wms_permit_use u join wms_transaction_line o on o.id = u.line_id
                             where u.permit_id = m.id and o.transaction_id = p_transaction), 0) as amount_left) x
     where m.org_id = doc.owner_org_id and m.warehouse_id = doc.warehouse_id and m.control_class = need.class
       and (m.product_ids = '{}' or need.product_id = any(m.product_ids))
     -- One that fits; else whatever says most about why none does.
     order by (x.holds and (m.amount is null or round(need.qty * x.factor, 9) <= round(x.amount_left, 9))) is true desc,
              x.holds desc, (m.amount is null or x.factor is not null) desc,
              case when x.holds and round(need.qty * x.factor, 9) > round(x.amount_left, 9) then x.amount_left / x.factor end desc nulls last,
              m.amount is null, m.valid_until, m.code
     limit 1;
    if best.fits then
      insert into wms_permit_use (line_id, control_class, permit_id, factor) values (need.id, need.class, best.id, best.factor);
    else
      return query select need.line_no, need.product_id, need.class,
        case when best.id is null then 'NONE' when not best.holds then 'ENDED' when not best.known then 'UNKNOWN' else 'USED' end,
        best.id, greatest(best.amount_left, 0), best.needed;
    end if;
  end loop;
end $$;

-- The flow register: months of it that are closed, and what of it was reported to the police. What is in it is read from the ledger;
-- only what was said of it is kept here.
create table wms_flow_close (
  id uuid primary key,
  warehouse_id uuid not null references wms_warehouse (id),
  control_class text not null check (control_class in ('TOXIC', 'EXPLOSIVE_PRECURSOR', 'DRUG_PRECURSOR')),
  month date not null check (month = date_trunc('month', month)::date),
  from_at timestamptz not null,
  until_at timestamptz not null,
  product_ids uuid[] not null,
  figures jsonb not null,
  entries integer not null,
  digest text not null,
  hash text not null,
  closed_by uuid not null references sys_user (id),
  closed_as uuid not null references sys_user (id),
  closed_at timestamptz not null default now(),
  signed_by uuid references sys_user (id),
  signed_at timestamptz,
  reopened_by uuid references sys_user (id),
  reopened_at timestamptz,
  reason text,
  rev integer not null default 1,
  check (from_at < until_at),
  check (signed_by <> closed_by and signed_by <> closed_as),
  check ((reopened_at is null) = (reason is null))
);
create unique index wms_flow_close_month_key on wms_flow_close (warehouse_id, control_class, month) where reopened_at is null;
comment on table wms_flow_close is
  'Months of the flow register that were closed; those that were opened again stay, with the reason';
comment on column wms_flow_close.product_ids is
  'The class as it was then: a product that comes into it later changes no month that is closed';
comment on column wms_flow_close.figures is 'For each product with anything to say: opening, in, out, closing, entries';
comment on column wms_flow_close.digest is 'sha256 over wms_ledger_digest() of the entries, in order of seq';
comment on column wms_flow_close.hash is 'sha256 over all of this and the hash of the month before';
comment on column wms_flow_close.closed_by is 'Who really did it; closed_as: as whom';

create table wms_flow_report (
  id uuid primary key,
  warehouse_id uuid not null references wms_warehouse (id),
  control_class text not null check (control_class in ('TOXIC', 'EXPLOSIVE_PRECURSOR', 'DRUG_PRECURSOR')),
  number text not null,
  filed_on date not null,
  note text,
  entries integer not null,
  withdrawn_by uuid references sys_user (id),
  withdrawn_at timestamptz,
  reason text,
  rev integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid not null references sys_user (id),
  check ((withdrawn_at is null) = (reason is null))
);
create index wms_flow_report_warehouse on wms_flow_report (warehouse_id, control_class, created_at);
comment on table wms_flow_report is
  'What was reported to the police; of one that was withdrawn the entries are to be reported again';

create table wms_flow_reported (
  seq bigint not null references wms_ledger (seq),
  control_class text not null,
  report_id uuid not null references wms_flow_report (id),
  primary key (seq, control_class)
);
create index wms_flow_reported_report on wms_flow_reported (report_id);
comment on table wms_flow_reported is 'Entries of the ledger that stand in a report, each in one for each class';

-- Which goods the flow register is about, and until when: lifting the control of a product takes nothing out of it that moved before.
create table wms_flow_lifted (
  product_id uuid not null references wms_product (id) on delete cascade,
  control_class text not null check (control_class in ('TOXIC', 'EXPLOSIVE_PRECURSOR', 'DRUG_PRECURSOR')),
  lifted_at timestamptz not null,
  primary key (product_id, control_class)
);
comment on table wms_flow_lifted is
  'When the control of a product was last lifted, written by a trigger: what moved before stays in the register and is reported';

create function wms_flow_lift() returns trigger language plpgsql as $$
begin
  insert into wms_flow_lifted (product_id, control_class, lifted_at)
    select old.id, flag, clock_timestamp()
      from unnest(old.control_flags) flag
     where flag in ('TOXIC', 'EXPLOSIVE_PRECURSOR', 'DRUG_PRECURSOR') and flag <> all (new.control_flags)
  on conflict (product_id, control_class) do update set lifted_at = excluded.lifted_at;
  return null;
end $$;
create trigger wms_flow_lift after update of control_flags on wms_product
  for each row when (old.control_flags is distinct from new.control_flags) execute function wms_flow_lift();

create view wms_flow_goods as
  select g.id as product_id, flag as control_class, 'infinity'::timestamptz as until_at
    from wms_product g cross join unnest(g.control_flags) flag
  union all
  select x.product_id, x.control_class, x.lifted_at
    from wms_flow_lifted x join wms_product g on g.id = x.product_id
   where x.control_class <> all (g.control_flags);
comment on view wms_flow_goods is
  'Products of each class; until_at: when the control of one was lifted, infinity where it is in force';
