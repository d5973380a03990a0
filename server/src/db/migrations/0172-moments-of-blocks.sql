-- Blocks know by when their entries were made, so that a span of time is a span of entries without trusting the clock.
alter table wms_ledger_block add column until_at timestamptz, add column behind bigint;
comment on column wms_ledger_block.until_at is 'The latest moment of an entry of this block and of all before it';
comment on column wms_ledger_block.behind is 'How far at most an entry of this block, or of one before it, lies behind the latest moment of the blocks before its own, in microseconds';

alter table wms_ledger_block disable trigger wms_ledger_block_append_only;
-- Each block reads its piece of the index of numbers: minimum and maximum alone would be looked for in the one of moments.
set local enable_seqscan = off;
with moment as (
  select b.no, e.first, max(e.last) over (order by b.no) as until
    from (select no, last_seq, coalesce(lag(last_seq) over (order by no), 0) as after_seq from wms_ledger_block) b
   cross join lateral (
     select min(at) as first, max(at) as last
       from (select l.at from wms_ledger l where l.seq > b.after_seq and l.seq <= b.last_seq offset 0) piece) e),
known as (
  select no, until, max(greatest((extract(epoch from before - first) * 1000000)::bigint, 0)) over (order by no) as behind
    from (select *, coalesce(lag(until) over (order by no), first) as before from moment) m)
update wms_ledger_block b set until_at = k.until, behind = k.behind from known k where k.no = b.no;
set local enable_seqscan = on;
-- A block whose entries somebody has taken out has no moment of its own: the proof says so.
update wms_ledger_block set until_at = coalesce(until_at, sealed_at), behind = coalesce(behind, 0) where until_at is null or behind is null;
alter table wms_ledger_block enable trigger wms_ledger_block_append_only;

alter table wms_ledger_block alter until_at set not null, alter behind set not null;
create index wms_ledger_block_until on wms_ledger_block (until_at, no);
