// The register of a page: warehouse, class and month from the address.
import { CONTROL_FLAGS } from '@kuwei/contract/wms/hazard';
import type { HazardFlowClass } from '@kuwei/contract/wms/hazard-flow';
import { usePage } from '../../page/page.ts';
import { today } from '../../ui/format.ts';
import type { Option } from '../../ui/options.ts';
import { useWarehouseOptions } from '../warehouse/options.ts';

export interface RegisterKey {
  warehouseId: string;
  controlClass: HazardFlowClass;
  month: string;
}

export const thisMonth = (): string => today().slice(0, 7);

/** Undefined while warehouses are loading; null where there is none. */
export function useRegisterKey(): { which: RegisterKey | null | undefined; warehouses: readonly Option[] } {
  const { query } = usePage();
  const warehouses = useWarehouseOptions();
  const warehouseId = query.get('warehouse') ?? warehouses?.[0]?.value;
  const controlClass = CONTROL_FLAGS.find((each) => each === query.get('control')) ?? CONTROL_FLAGS[0];
  const asked = query.get('month');
  const month = asked !== null && /^\d{4}-\d{2}$/.test(asked) ? asked : thisMonth();
  if (warehouseId === undefined) return { which: warehouses === undefined ? undefined : null, warehouses: warehouses ?? [] };
  return { which: { warehouseId, controlClass, month }, warehouses: warehouses ?? [] };
}

/** @param page below `wms/hazard-flow`: none, `print` or `report` */
export const flowAddress = (
  prefix: string,
  { warehouseId, controlClass, month }: RegisterKey,
  page?: 'print' | 'report',
): string =>
  `/${prefix}/wms/hazard-flow${page === undefined ? '' : `/${page}`}?warehouse=${warehouseId}&control=${controlClass}&month=${month}`;
