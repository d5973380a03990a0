// Demo documents, taken through their steps by the demo users.
import type { LineForm } from '@kuwei/contract/wms/transaction-form';
import { DEFAULT_LOCALE } from '@kuwei/contract/constants';
import type { TransactionState } from '@kuwei/contract/wms/transaction-state';
import type { RequestType } from '@kuwei/contract/wms/transaction-type';
import type { Caller, Services } from '../context.ts';
import { assignBoxes } from '../wms/transaction/assign.ts';
import { record } from '../wms/transaction/act.ts';
import { createDraft } from '../wms/transaction/draft.ts';
import { cosign } from '../wms/transaction/cosign.ts';
import { finishDocument } from '../wms/transaction/execute.ts';
import { pickupCode } from '../wms/transaction/pickup.ts';
import { getTransaction } from '../wms/transaction/queries.ts';
import { approve, returnOrReject } from '../wms/transaction/review.ts';
import { submit } from '../wms/transaction/submit.ts';
import { suggest } from '../wms/transaction/suggest.ts';
import { actAs, callerOf, type Actor } from './act-as.ts';

const CATALYSIS: Actor = { username: 'teacher', pageRole: 'ROLE_TEACHER', org: 'LAB-CATALYSIS' };
const POLYMER: Actor = { username: 'teacher', pageRole: 'ROLE_TEACHER', org: 'LAB-POLYMER' };
const BIO: Actor = { username: 'teacher2', pageRole: 'ROLE_TEACHER', org: 'LAB-BIO' };
const SUPPLIER: Actor = { username: 'supplier', pageRole: 'ROLE_SUPPLIER' };
const STAFF: Actor = { username: 'staff', pageRole: 'ROLE_STAFF' };
const warehouse = (username: string): Actor => ({ username, pageRole: 'ROLE_WAREHOUSE_ADMIN' });

/** [product, quantity, batch, days until expiry]; in the base unit. */
type DemoLine = [product: string, qty: string, batch?: string, days?: number];

/** The state at which a document is left; SECOND: in review, at its second level. */
type StopState = TransactionState | 'SECOND';

interface Scene {
  by: Actor;
  type: Exclude<RequestType, 'MOVE'>;
  warehouse: 'W1' | 'W2';
  until: StopState;
  purpose: string;
  lines: DemoLine[];
}

const scenes: Scene[] = [
  {
    by: CATALYSIS,
    type: 'INBOUND',
    warehouse: 'W1',
    until: 'DONE',
    purpose: '催化加氢课题用试剂',
    lines: [
      ['C-ETHANOL', '24', '20260312', 900],
      ['C-METHANOL', '12', '20260105', 820],
      ['C-ACETONE', '8', '20251120', 760],
    ],
  },
  {
    by: CATALYSIS,
    type: 'INBOUND',
    warehouse: 'W1',
    until: 'DONE',
    purpose: '常用酸碱',
    lines: [
      ['C-HCL', '6', '20260218', 640],
      ['C-NAOH', '8', '20260301', 1000],
      ['C-KMNO4', '3', '20250910', 420],
    ],
  },
  {
    by: CATALYSIS,
    type: 'INBOUND',
    warehouse: 'W1',
    until: 'DONE',
    purpose: '零星到货',
    lines: [
      ['C-ETHANOL', '6', '20240511', 18],
      ['C-ETHER', '4', '20260601', 45],
    ],
  },
  {
    by: CATALYSIS,
    type: 'INBOUND',
    warehouse: 'W1',
    until: 'DONE',
    purpose: '氰化反应，双人保管',
    lines: [['C-NACN', '2', 'T240801', 700]],
  },
  {
    by: POLYMER,
    type: 'INBOUND',
    warehouse: 'W1',
    until: 'DONE',
    purpose: '聚合溶剂',
    lines: [
      ['C-TOLUENE', '10', '20260420', 780],
      ['C-ACN', '4', '20260115', 500],
    ],
  },
  {
    by: POLYMER,
    type: 'INBOUND',
    warehouse: 'W2',
    until: 'DONE',
    purpose: '柱层析',
    lines: [
      ['C-SILICA', '12', 'SG2605'],
      ['C-NA2SO4', '10', '20260206', 1300],
      ['C-NACL', '16', '20260206', 1300],
    ],
  },
  {
    by: BIO,
    type: 'INBOUND',
    warehouse: 'W2',
    until: 'DONE',
    purpose: '分子克隆',
    lines: [
      ['B-TAQ', '20', 'TQ0926', 300],
      ['B-PRIMER', '60', 'PR1126', 1000],
      ['B-BSA', '4', 'BSA0526', 540],
    ],
  },
  {
    by: SUPPLIER,
    type: 'INBOUND',
    warehouse: 'W2',
    until: 'DONE',
    purpose: '寄售备货',
    lines: [
      ['W-BEAKER-250', '80'],
      ['W-CYL-100', '40'],
      ['P-GLOVE-M', '60'],
    ],
  },
  {
    by: STAFF,
    type: 'INBOUND',
    warehouse: 'W2',
    until: 'DONE',
    purpose: '学院统一采购',
    lines: [
      ['E-HOTPLATE', '6'],
      ['P-TIP-1000', '120'],
      ['P-TIP-200', '100'],
      ['P-TUBE-50', '48'],
    ],
  },
  {
    by: CATALYSIS,
    type: 'OUTBOUND',
    warehouse: 'W1',
    until: 'DONE',
    purpose: '本周实验领用',
    lines: [
      ['C-ETHANOL', '4'],
      ['C-HCL', '1'],
    ],
  },
  { by: BIO, type: 'OUTBOUND', warehouse: 'W2', until: 'DONE', purpose: 'PCR 实验', lines: [['B-TAQ', '2']] },
  {
    by: CATALYSIS,
    type: 'INBOUND',
    warehouse: 'W1',
    until: 'SUBMITTED',
    purpose: '新学期试剂',
    lines: [
      ['C-HAC', '10', '20261008', 1000],
      ['C-TEA', '4', '20260930', 700],
    ],
  },
  {
    by: BIO,
    type: 'INBOUND',
    warehouse: 'W2',
    until: 'SUBMITTED',
    purpose: '补充耗材',
    lines: [
      ['P-TIP-200', '40'],
      ['P-TUBE-50', '12'],
    ],
  },
  {
    by: POLYMER,
    type: 'INBOUND',
    warehouse: 'W1',
    until: 'SECOND',
    purpose: '氧化实验',
    lines: [
      ['C-H2O2', '6', '20261101', 340],
      ['C-KNO3', '4', '20260822', 1400],
    ],
  },
  {
    by: SUPPLIER,
    type: 'INBOUND',
    warehouse: 'W2',
    until: 'APPROVED',
    purpose: '寄售补货',
    lines: [
      ['W-FLASK-500', '30'],
      ['W-BEAKER-250', '40'],
    ],
  },
  { by: STAFF, type: 'INBOUND', warehouse: 'W2', until: 'EXECUTING', purpose: '手套到货', lines: [['P-GLOVE-M', '40']] },
  { by: BIO, type: 'INBOUND', warehouse: 'W2', until: 'RETURNED', purpose: '引物', lines: [['B-PRIMER', '30', 'PR1226', 1000]] },
  { by: SUPPLIER, type: 'INBOUND', warehouse: 'W2', until: 'REJECTED', purpose: '试销样品', lines: [['E-HOTPLATE', '2']] },
  { by: CATALYSIS, type: 'INBOUND', warehouse: 'W1', until: 'DRAFT', purpose: '待补批号', lines: [['C-NH3', '6']] },
  {
    by: CATALYSIS,
    type: 'OUTBOUND',
    warehouse: 'W1',
    until: 'SUBMITTED',
    purpose: '学生实验',
    lines: [
      ['C-ETHANOL', '6'],
      ['C-NAOH', '1'],
    ],
  },
  { by: POLYMER, type: 'OUTBOUND', warehouse: 'W1', until: 'SECOND', purpose: '聚合实验', lines: [['C-TOLUENE', '3']] },
  { by: CATALYSIS, type: 'OUTBOUND', warehouse: 'W1', until: 'EXECUTING', purpose: '加氢实验', lines: [['C-METHANOL', '2']] },
  {
    by: BIO,
    type: 'OUTBOUND',
    warehouse: 'W2',
    until: 'APPROVED',
    purpose: '克隆实验',
    lines: [
      ['B-BSA', '1'],
      ['B-PRIMER', '10'],
    ],
  },
];

const DAY_MS = 86_400_000;
const dayIn = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

export async function seedDocuments(services: Services): Promise<void> {
  const { db } = services;
  const products = new Map(
    (await db.selectFrom('wms_product').select(['id', 'code', 'base_unit', 'price']).execute()).map((row) => [row.code, row]),
  );
  const warehouses = new Map(
    (await db.selectFrom('wms_warehouse').select(['id', 'code']).execute()).map((row) => [row.code, row.id]),
  );
  const people = {
    reviewer: await callerOf(services, warehouse('reviewer')),
    reviewer2: await callerOf(services, warehouse('reviewer2')),
    keeper: await callerOf(services, warehouse('keeper')),
    keeper2: await callerOf(services, warehouse('keeper2')),
  };
  for (const scene of scenes) {
    const by = await callerOf(services, scene.by);
    const lines = scene.lines.map(([code, qty, batchNo, days]): LineForm => {
      const product = products.get(code)!;
      const inbound = scene.type === 'INBOUND';
      return {
        productId: product.id,
        productBoxId: null,
        unit: product.base_unit,
        qty,
        batchNo: batchNo ?? null,
        madeOn: null,
        expiresOn: days === undefined ? null : dayIn(days),
        unitPrice: inbound ? product.price : null,
        remark: null,
      };
    });
    const id = await actAs(services, by, async (context) => {
      const made = await createDraft(context, {
        type: scene.type,
        warehouseId: warehouses.get(scene.warehouse)!,
        targetWarehouseId: null,
        contact: by.name,
        phone: '13800001234',
        planDate: dayIn(2),
        depositUntil: scene.type === 'INBOUND' ? dayIn(365) : null,
        purpose: scene.purpose,
        purchaseNo: null,
        deliveryNo: null,
        supplierOrgId: null,
        remark: null,
        attachments: [],
        permitIds: [],
        lines,
        unfinished: [],
      });
      await record(context, { id: made, round: 0 }, { action: 'create', from: null, to: 'DRAFT' });
      return made;
    });
    await advanceDocument(services, people, by, id, scene.until);
  }
}

type People = Record<'reviewer' | 'reviewer2' | 'keeper' | 'keeper2', Caller>;

/** Takes a document through its steps up to the given state. */
async function advanceDocument(
  services: Services,
  { reviewer, reviewer2, keeper, keeper2 }: People,
  by: Caller,
  id: string,
  until: StopState,
): Promise<void> {
  for (;;) {
    const {
      state,
      rev,
      reviewLevel,
      twoToFinish,
      cosignedBy,
      type,
      lines: current,
    } = await getTransaction(services.db, id, by, DEFAULT_LOCALE);
    if (state === until) return;
    switch (state) {
      case 'DRAFT':
        await actAs(services, by, (context) => submit(context, id, rev));
        break;
      case 'SUBMITTED':
        if (reviewLevel === 2) {
          if (until === 'SECOND') return;
          await actAs(services, reviewer2, (context) => approve(context, id, { rev, comment: '同意', lines: undefined }));
          break;
        }
        await actAs(services, reviewer, (context) => {
          if (until === 'RETURNED') return returnOrReject(context, id, 'return', { rev, comment: '请补充序列号清单' });
          if (until === 'REJECTED')
            return returnOrReject(context, id, 'reject', { rev, comment: '样品不入库，请直接联系课题组' });
          return approve(context, id, { rev, comment: '同意', lines: undefined });
        });
        break;
      case 'APPROVED': {
        const suggested = await suggest(services.db, id, [], keeper, 'zh');
        const lines = suggested.map(({ lineId, boxes }) => ({
          lineId,
          boxes: boxes.map(({ productBoxId, boxId, qty }) => ({ productBoxId, boxId, qty })),
        }));
        await actAs(services, keeper, (context) => assignBoxes(context, id, { rev, lines }));
        break;
      }
      case 'EXECUTING': {
        if (twoToFinish && cosignedBy === null) {
          const counted = current.flatMap((line) => line.boxes);
          await actAs(services, keeper2, (context) => cosign(context, id, { rev, what: 'FINISH', boxes: counted }));
          break;
        }
        const row = await services.db
          .selectFrom('wms_transaction')
          .where('id', '=', id)
          .select(['id', 'pickup_salt'])
          .executeTakeFirstOrThrow();
        const code = type === 'OUTBOUND' ? pickupCode(row, services.secret) : null;
        await actAs(services, keeper, (context) => finishDocument(context, id, { rev, pickupCode: code, comment: null }));
        break;
      }
      default:
        throw new Error(`the demo document ${id} cannot go from ${state} to ${until}`);
    }
  }
}
