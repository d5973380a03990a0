// Seeds shipped reports at every start, and updates each field that the site has not changed.
import type { ReportForm } from '@kuwei/contract/sys/report';
import { isDeepStrictEqual } from 'node:util';
import { newId } from '../../db/id.ts';
import type { Trx } from '../../db/open.ts';
import { valuesOfForm } from '../query/values.ts';
import { EVENT_REPORTS } from './events.ts';
import { GOODS_REPORTS } from './goods.ts';
import type { Shipped } from './shipped.ts';

export const SHIPPED: readonly Shipped[] = [...GOODS_REPORTS, ...EVENT_REPORTS];

const formOf = (report: Shipped): ReportForm => ({ ...report, built: null, state: 'PUBLISHED' });
/** The shipped version, to restore it. */
export const shippedForm = (code: string): ReportForm | null => {
  const report = SHIPPED.find((each) => each.code === code);
  return report ? formOf(report) : null;
};

type Values = ReturnType<typeof valuesOfForm>;
const plain = (value: unknown): unknown =>
  typeof value === 'string' && /^[[{]/.test(value) ? (JSON.parse(value) as unknown) : value;

export async function seedReports(trx: Trx): Promise<void> {
  const kept = new Map((await trx.selectFrom('sys_report').selectAll().execute()).map((row) => [row.code, row]));
  for (const report of SHIPPED) {
    const values = valuesOfForm(formOf(report));
    const shipped = JSON.stringify(values);
    const row = kept.get(report.code);
    if (row === undefined) {
      await trx
        .insertInto('sys_report')
        .values({ id: newId(), ...values, shipped })
        .execute();
      continue;
    }
    // A custom report that already has this code.
    if (row.shipped === null || isDeepStrictEqual(row.shipped, JSON.parse(shipped))) continue;
    const before = row.shipped as Values;
    const names = Object.keys(values) as (keyof Values)[];
    const follows = names.filter((name) => isDeepStrictEqual(plain(row[name]), plain(before[name])));
    const changed = Object.fromEntries(follows.map((name) => [name, values[name]]));
    await trx
      .updateTable('sys_report')
      .set({ ...changed, shipped, rev: row.rev + 1 })
      .where('id', '=', row.id)
      .execute();
  }
}
