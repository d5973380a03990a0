// Links from figures to the entries behind them.
import type { FlowBy } from '@kuwei/contract/wms/statistics';
import { usePage } from '../../page/page.ts';
import { GOODS, useQueryParams } from './ask.ts';

interface EntrySnapshot {
  asOfSeq: number;
  period: { from: string; to: string };
}

const lastDayOf = (month: string): string => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return `${month}-${String(new Date(year, number, 0).getDate()).padStart(2, '0')}`;
};
const laterOf = (a: string, b: string): string => (a > b ? a : b);
const earlierOf = (a: string, b: string): string => (a < b ? a : b);

/** Query parameters that filter entries by a row. */
const ROWS: Record<FlowBy, (key: string, period: EntrySnapshot['period']) => Record<string, string>> = {
  day: (day) => ({ from: day, to: day }),
  month: (month, { from, to }) => ({ from: laterOf(from, `${month}-01`), to: earlierOf(to, lastDayOf(month)) }),
  warehouse: (warehouseId) => ({ warehouseId }),
  org: (ownerOrgId) => ({ ownerOrgId }),
  category: (ownCategoryId) => ({ ownCategoryId }),
  product: (productId) => ({ productId }),
  control: (controlSet) => ({ controlSet }),
};

const NOT_INSIDE = 'IN,OUT,MOVE_IN,MOVE_OUT,OPENING,COUNT_ADJ,DISPOSE';

export function useEntries({ asOfSeq, period }: EntrySnapshot) {
  const { path } = usePage();
  const asked = useQueryParams(GOODS);
  const address = (parts: Record<string, string>): string =>
    `${path}/entry?${new URLSearchParams({ ...asked, ...parts, asOfSeq: String(asOfSeq) }).toString()}`;
  return {
    /** @param flow null: all flows */
    below: (by: FlowBy, key: string, flow: string | null): string =>
      address({ from: period.from, to: period.to, ...ROWS[by](key, period), flow: flow ?? NOT_INSIDE }),
    /** Entries of all rows. */
    all: (flow: string | null): string => address({ from: period.from, to: period.to, flow: flow ?? NOT_INSIDE }),
    /** What was disposed of after it had expired. */
    waste: (): string => address({ from: period.from, to: period.to, flow: 'DISPOSE', expired: 'true' }),
    /** Entries of all rows up to the end. */
    allStock: (): string => address({ to: period.to }),
    /** All entries up to the end, which add up to the stock. */
    stockBelow: (by: FlowBy, key: string): string => address({ ...ROWS[by](key, period), to: period.to }),
  };
}
