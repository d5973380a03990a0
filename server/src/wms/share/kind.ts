// Sharing requests as a kind of the approval engine.
import type { Fact, Variables } from '@kuwei/contract/bpm/condition';
import { sql, type RawBuilder } from 'kysely';
import type { DocumentSummary, Kind, Reader } from '../../bpm/kind.ts';
import { notifyCandidates } from '../../bpm/notify.ts';
import type { Caller, WriteContext } from '../../context.ts';
import { named } from '../../db/named.ts';
import { like } from '../../db/search.ts';
import { codesOf, goodsMarks, storageGroupsOf, warehousePlaces } from '../approval.ts';
import { SECTION } from '../owners.ts';
import { SHARE_TYPE } from './loan.ts';
import { lockRow, record, type LockedShare } from './lock.ts';
import { notifyCandidatesOf } from './messages.ts';

const VARIABLES = {
  qty: 'number',
  value: 'number',
  lend: 'boolean',
  sell: 'boolean',
  controlled: 'boolean',
  toxic: 'boolean',
  storageGroups: 'set',
  controlFlags: 'set',
  warehouse: 'set',
} as const satisfies Variables;
type ShareVars = Record<keyof typeof VARIABLES, Fact>;
type Facts = Pick<LockedShare, 'qty' | 'price' | 'mode' | 'controlFlags' | 'group' | 'assessed' | 'warehouse_id'>;

/** Variables for the conditions of the approval definition. */
export const varsOf = ({ qty, price, mode, controlFlags, group, assessed, warehouse_id: warehouse }: Facts): ShareVars => ({
  qty: Number(qty),
  value: Number(qty) * Number(price ?? 0),
  lend: mode === 'LEND',
  sell: mode === 'SELL',
  // Unassessed goods are treated as controlled.
  controlled: controlFlags.length > 0 || !assessed,
  toxic: controlFlags.includes('TOXIC'),
  storageGroups: storageGroupsOf([{ group, assessed }]),
  controlFlags,
  warehouse: [warehouse],
});

const kind: Kind = {
  key: 'wms-share',
  bizType: SHARE_TYPE,
  name: { zh: '共享申请审批', en: 'Sharing approval' },
  variables: VARIABLES,
  single: ['warehouse'],
  groups: [],
  fields: [],
  people: async () => [],
  codes: codesOf('storageGroups', 'controlFlags', 'warehouse'),
  places: warehousePlaces,
  lock: async (trx, bizId) => {
    const { rows } = await sql<{ rev: number }>`select rev from wms_share_request where id = ${bizId} for update`.execute(trx);
    return rows[0]!.rev;
  },
  notify: notifyCandidatesOf,
  recordHandover: async (context, bizId, { action, toId, note, level, step }) => {
    const share = await lockRow(context, bizId);
    await record(context, share, { action, from: share.state, to: share.state, level, step, comment: note, otherId: toId });
  },
  search: async (_, q, bizId) => ({
    which: sql`${bizId} in (select r.id from wms_share_request r where lower(r.no) like ${like(q)})`,
  }),
  describe: async (db, ids, reader) => {
    const { rows } = await described(ids, reader).execute(db);
    return new Map(
      rows.map(({ id, ownerOrgId, ownerType, orgId, orgType, ...each }) => {
        const among = (org: string): boolean => reader.caller.orgs.some((own) => own.id === org);
        const side = among(ownerOrgId)
          ? { org: ownerOrgId, type: ownerType }
          : among(orgId)
            ? { org: orgId, type: orgType }
            : null;
        const section = side === null ? undefined : SECTION[side.type];
        const link = section === undefined ? null : `/${section}/wms/share?show=${id}&org=${side!.org}`;
        return [id, { ...each, link }];
      }),
    );
  },
};

type Row = Omit<DocumentSummary, 'link'> & {
  id: string;
  ownerOrgId: string;
  ownerType: keyof typeof SECTION;
  orgId: string;
  orgType: keyof typeof SECTION;
};

const described = (ids: readonly string[], { locale }: Reader): RawBuilder<Row> => sql<Row>`
  select r.id, r.no, r.rev, ${named(locale, 'p')} as title, 1 as lines, trim_scale(r.qty)::text as qty, p.base_unit as unit,
         trim_scale(round(r.qty * r.price, 2))::text as value, u.name as applicant, ${named(locale, 'a')} as "group", ${named(locale, 'w')} as place,
         r.levels, case when r.state = 'SUBMITTED' then ${goodsMarks} else '{}' end as marks, r.owner_org_id as "ownerOrgId", o.type as "ownerType", r.org_id as "orgId", a.type as "orgType"
    from wms_share_request r join wms_product p on p.id = r.product_id join sys_user u on u.id = r.applicant_id
    join wms_org a on a.id = r.org_id join wms_org o on o.id = r.owner_org_id join wms_warehouse w on w.id = r.warehouse_id
   where r.id = any(${[...ids]}::uuid[])`;

export const SHARE_KIND = {
  ...kind,
  /** Notifies the candidates of open steps. */
  notifyCandidates: (context: WriteContext<Caller>, id: string): Promise<void> => notifyCandidates(context, kind, id),
};
