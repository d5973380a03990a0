// Movements to report to the police, with deadlines, since the site's first reporting day.
import { AppError } from '@kuwei/contract/error';
import type { FlowReport, HazardFlowClass } from '@kuwei/contract/wms/hazard-flow';
import type { SettingCode } from '@kuwei/contract/setting';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Services } from '../../context.ts';
import { all } from '../../db/list.ts';
import type { DB } from '../../db/types.ts';
import { flowEntries, isInClass, type RegisterKey } from './register-month.ts';

type Sql = RawBuilder<unknown>;

/** Settings of the reporting deadlines in days; 0: not reported. */
const DAYS = {
  TOXIC: 'WMS_FLOW_DAYS_TOXIC',
  EXPLOSIVE_PRECURSOR: 'WMS_FLOW_DAYS_EXPLOSIVE',
  DRUG_PRECURSOR: 'WMS_FLOW_DAYS_DRUG',
} as const satisfies Record<HazardFlowClass, SettingCode>;

export interface ReportRules {
  days: Record<HazardFlowClass, number>;
  /** First day whose movements are reported; null: no limit. */
  since: string | null;
}

export function reportRulesOf({ settings }: Pick<Services, 'settings'>): ReportRules {
  const since = settings.get('WMS_FLOW_REPORT_FROM');
  return {
    days: {
      TOXIC: settings.get(DAYS.TOXIC),
      EXPLOSIVE_PRECURSOR: settings.get(DAYS.EXPLOSIVE_PRECURSOR),
      DRUG_PRECURSOR: settings.get(DAYS.DRUG_PRECURSOR),
    },
    since: since === '' ? null : since,
  };
}

const isReportable = ({ days, since }: ReportRules, controlClass: HazardFlowClass): Sql =>
  days[controlClass] === 0 ? sql`false` : since === null ? sql`true` : sql`l.at >= ${since}::date`;

/** Deadline of entry `l`; null where it need not be reported. */
export const deadline = (rules: ReportRules, controlClass: HazardFlowClass): RawBuilder<string | null> =>
  sql`case when ${isReportable(rules, controlClass)} then l.at::date + ${sql.lit(rules.days[controlClass])} end`;

/** Entries `l` of a class in a warehouse that are due or reported. */
export const isDueOrReported = ({ warehouseId, controlClass }: RegisterKey, rules: ReportRules): Sql =>
  all([
    isInClass(controlClass, sql`l.product_id`, sql`l.at`),
    sql`l.warehouse_id = ${warehouseId}`,
    sql`(${isReportable(rules, controlClass)} or ${isReported(controlClass)})`,
  ]);

export const isReported = (controlClass: HazardFlowClass): Sql =>
  sql`exists (select from wms_flow_reported r where r.seq = l.seq and r.control_class = ${controlClass})`;

/** Entries not yet reported. */
const unreported = (which: RegisterKey, rules: ReportRules): Sql =>
  flowEntries(all([isDueOrReported(which, rules), sql`not ${isReported(which.controlClass)}`]));

export interface DueCounts {
  due: number;
  overdue: number;
  dueSeq: number;
}

export async function countDue(db: Kysely<DB>, which: RegisterKey, rules: ReportRules): Promise<DueCounts> {
  const { rows } = await sql<DueCounts>`
    select count(*)::int as due, (count(*) filter (where ${deadline(rules, which.controlClass)} < current_date))::int as overdue,
           coalesce(max(l.seq), 0) as "dueSeq"
      from ${unreported(which, rules)} l`.execute(db);
  return rows[0]!;
}

/** Adds all unreported entries up to a sequence number to a report. @returns their number */
export async function addToReport(
  db: Kysely<DB>,
  reportId: string,
  which: RegisterKey,
  rules: ReportRules,
  untilSeq: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into wms_flow_reported (seq, control_class, report_id)
    select l.seq, ${which.controlClass}, ${reportId} from ${unreported(which, rules)} l where l.seq <= ${untilSeq}`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

const REPORT = sql`select f.id, f.number, f.filed_on as "filedOn", f.entries, f.rev from wms_flow_report f`;

/** @throws AppError NOT_FOUND */
export async function getReport(db: Kysely<DB>, id: string): Promise<FlowReport> {
  const { rows } = await sql<FlowReport>`${REPORT} where f.id = ${id}`.execute(db);
  if (!rows[0]) throw new AppError('NOT_FOUND');
  return rows[0];
}

/** Stock warnings for reports due by tomorrow or overdue, as rows of wms_ews_found. */
export const lateReportWarnings = (rules: ReportRules): Sql => sql`
  select l.warehouse_id || '/' || c.class as subject, null::uuid as org_id, l.warehouse_id, null::uuid as product_id, null::uuid as batch_id,
         null::uuid as box_id, null::uuid as transaction_id,
         case when min(l.at::date + c.days) < current_date then 'URGENT' else 'SERIOUS' end as severity,
         count(*)::numeric as value, c.days::numeric as threshold, min(l.at::date + c.days) as day
    from jsonb_to_recordset(${JSON.stringify(Object.entries(rules.days).map(([of, days]) => ({ class: of, days })))}::jsonb) c(class text, days integer)
    join wms_flow_goods g on g.control_class = c.class
    join ${flowEntries(
      all([
        sql`l.product_id in (select product_id from wms_flow_goods)`,
        ...(rules.since === null ? [] : [sql`l.at >= ${rules.since}::date`]),
      ]),
    )} l on l.product_id = g.product_id and l.at < g.until_at
   where c.days > 0 and l.at < current_date + 2 - c.days
     and not exists (select from wms_flow_reported r where r.seq = l.seq and r.control_class = c.class)
   group by l.warehouse_id, c.class, c.days`;
