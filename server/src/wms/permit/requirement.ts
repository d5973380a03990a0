// Requires permits for deposits of controlled goods, on submission and again on putaway. The rule is in the database
// (wms_permit_allot); this decides which deposits it applies to and words the refusal.
import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import { nameIn } from '@kuwei/contract/name';
import { CONTROL_FLAGS } from '@kuwei/contract/wms/hazard';
import type { PermitCause } from '@kuwei/contract/wms/permit';
import type { SettingCode } from '@kuwei/contract/setting';
import { sql } from 'kysely';
import type { Services } from '../../context.ts';
import type { Trx } from '../../db/open.ts';
import { say } from '../../phrase.ts';
import { amountText } from '../unit-amount.ts';

type ControlClass = (typeof CONTROL_FLAGS)[number];

const PERMIT_SETTINGS = {
  TOXIC: 'WMS_PERMIT_TOXIC',
  EXPLOSIVE_PRECURSOR: 'WMS_PERMIT_EXPLOSIVE',
  DRUG_PRECURSOR: 'WMS_PERMIT_DRUG',
} as const satisfies Record<ControlClass, SettingCode>;

/** Classes for which deposits need a permit. */
export const classesNeedingPermit = ({ settings }: Pick<Services, 'settings'>): ControlClass[] =>
  CONTROL_FLAGS.filter((flag) => settings.get(PERMIT_SETTINGS[flag]));

interface Deposit {
  id: string;
  type: string;
  goods_org_id: string | null;
  after_sales_as: string | null;
}

/** Returning goods need no permit: nothing is purchased. */
export const needsPermit = ({ type, goods_org_id: lent, after_sales_as: as }: Omit<Deposit, 'id'>): boolean =>
  type === 'INBOUND' && lent === null && as !== 'BACK';

interface PermitRefusal {
  lineNo: number;
  cause: PermitCause;
  controlClass: ControlClass;
  code: string;
  name: string;
  nameEn: string | null;
  number: string | null;
  unit: string | null;
  left: string | null;
  needed: string | null;
}

/**
 * Allots permits to the goods of a deposit. Permits are locked right after the document, before any other lock.
 * @param lines those brought now, with their positions in the document; null: all
 * @throws AppError PERMIT_NEEDED with a fault at each line without a permit
 */
export async function assertPermitted(
  trx: Trx,
  services: Pick<Services, 'settings'>,
  document: Deposit,
  lines: readonly { id: string; lineNo: number; controlFlags: readonly string[] }[],
  locale: Locale,
  at: (lineNo: number) => string = (lineNo) => `lines.${lineNo - 1}.productId`,
): Promise<void> {
  const classes = classesNeedingPermit(services);
  if (!needsPermit(document) || !lines.some(({ controlFlags }) => classes.some((flag) => controlFlags.includes(flag)))) return;
  const { rows } = await sql<PermitRefusal>`
    select x.line_no as "lineNo", x.cause, x.control_class as "controlClass", p.code, p.name, p.name_en as "nameEn", m.number, m.unit,
           trim_scale(round(x.amount_left, 6))::text as left, trim_scale(round(x.needed, 6))::text as needed
      from wms_permit_allot(${document.id}, ${lines.map(({ id }) => id)}::uuid[], ${classes}::text[]) x
      join wms_product p on p.id = x.product_id left join wms_permit m on m.id = x.permit_id
     order by x.line_no, x.control_class`.execute(trx);
  if (rows.length === 0) return;
  const faults = await Promise.all(
    rows.map(async (row) => ({ path: at(row.lineNo), ...(await describeRefusal(trx, row, locale)) })),
  );
  throw new AppError('PERMIT_NEEDED', {
    params: {
      lines: rows
        .map((row, n) => `${nameIn(locale, row)}: ${say(locale, faults[n]!.key, faults[n]!.params)}`)
        .slice(0, LISTED_LINES_MAX)
        .join(say(locale, 'wms.shortComma')),
    },
    data: {
      permits: rows.map(({ lineNo, cause, controlClass, code, number, left, needed, unit }) => ({
        lineNo,
        cause,
        controlClass,
        productCode: code,
        number,
        left,
        needed,
        unit,
      })),
    },
    faults,
  });
}

/** Lines listed in the text of a refusal; each also has its own fault. */
const LISTED_LINES_MAX = 5;

async function describeRefusal(trx: Trx, { cause, controlClass, number, left, needed, unit }: PermitRefusal, locale: Locale) {
  const params: Record<string, string> = { control: say(locale, `wms.control.${controlClass}`), number: number ?? '' };
  if (cause === 'USED' && unit !== null) {
    params['left'] = await amountText(trx, left ?? '0', unit, locale);
    params['needed'] = await amountText(trx, needed ?? '0', unit, locale);
  }
  if (cause === 'UNKNOWN' && unit !== null) params['unit'] = (await amountText(trx, '1', unit, locale)).replace(/^1 /, '');
  return { key: `rule.permit.${cause}` as const, params };
}
