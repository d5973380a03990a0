// Demo permits: they cover the demo documents; one is nearly used up, one ends soon, one is unchecked.
import { sql } from 'kysely';
import { newId } from '../db/id.ts';
import type { Db } from '../db/open.ts';

interface DemoPermit {
  org: string;
  kind: 'PURCHASE' | 'FILING' | 'TRANSPORT';
  number: string;
  control: 'TOXIC' | 'EXPLOSIVE_PRECURSOR' | 'DRUG_PRECURSOR';
  products?: string[];
  amount: string | null;
  unit: string | null;
  /** Days until its last day. */
  days: number;
  pending?: true;
}

const BUREAU = '市公安局治安支队';
const GROUPS = ['LAB-CATALYSIS', 'LAB-POLYMER', 'LAB-BIO'];
const OTHERS = ['SUP-GUOYAO', 'SUP-BOLIN', 'PURCHASE'];

const PERMITS: readonly DemoPermit[] = [
  ...GROUPS.flatMap((org, n): DemoPermit[] => [
    { org, kind: 'FILING', number: `易制毒备2026-01${n + 1}0`, control: 'DRUG_PRECURSOR', amount: '200', unit: 'KG', days: 300 },
    {
      org,
      kind: 'FILING',
      number: `易制爆备2026-02${n + 1}0`,
      control: 'EXPLOSIVE_PRECURSOR',
      amount: '60',
      unit: 'KG',
      days: 240,
    },
    {
      org,
      kind: 'PURCHASE',
      number: `公剧购2026-00${n + 1}7`,
      control: 'TOXIC',
      products: ['C-NACN'],
      amount: '60',
      unit: 'BOTTLE',
      days: 180,
    },
  ]),
  ...OTHERS.flatMap((org, n): DemoPermit[] => [
    { org, kind: 'FILING', number: `易制毒备2026-03${n + 1}0`, control: 'DRUG_PRECURSOR', amount: null, unit: null, days: 300 },
    {
      org,
      kind: 'FILING',
      number: `易制爆备2026-04${n + 1}0`,
      control: 'EXPLOSIVE_PRECURSOR',
      amount: null,
      unit: null,
      days: 300,
    },
  ]),
  {
    org: 'LAB-CATALYSIS',
    kind: 'PURCHASE',
    number: '公剧购2026-0031',
    control: 'TOXIC',
    products: ['C-HGCL2'],
    amount: '2',
    unit: 'BOTTLE',
    days: 12,
  },
  { org: 'LAB-CATALYSIS', kind: 'TRANSPORT', number: '公剧运2026-0009', control: 'TOXIC', amount: null, unit: null, days: 20 },
  {
    org: 'LAB-BIO',
    kind: 'PURCHASE',
    number: '公剧购2026-0044',
    control: 'TOXIC',
    products: ['C-HGCL2'],
    amount: '1',
    unit: 'BOTTLE',
    days: 90,
    pending: true,
  },
];

export async function seedPermits(db: Db): Promise<void> {
  for (const [at, { org, kind, number, control, products = [], amount, unit, days, pending }] of PERMITS.entries())
    await sql`
      insert into wms_permit (id, code, org_id, warehouse_id, kind, number, control_class, product_ids, amount, unit, valid_from, valid_until,
                              authority, state, checked_by, checked_at)
      select ${newId()}, ${`PM-DEMO-${String(at + 1).padStart(2, '0')}`}, o.id, w.id, ${kind}, ${number}, ${control},
             array(select p.id from wms_product p where p.code = any(${products}::text[])), ${amount}::numeric, ${unit},
             current_date - 60, current_date + ${days}::integer, ${BUREAU}, ${pending ? 'PENDING' : 'VALID'},
             case when ${!pending} then u.id end, case when ${!pending} then now() end
        from wms_org o, wms_warehouse w, sys_user u where o.code = ${org} and w.code = 'W1' and u.username = 'manager'`.execute(
      db,
    );
}
