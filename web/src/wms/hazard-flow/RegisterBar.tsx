// Selects a register: warehouse, class and, for monthly ones, the month.
import { CONTROL_FLAGS } from '@kuwei/contract/wms/hazard';
import { flowRoutes } from '@kuwei/contract/wms/hazard-flow';
import { usePage } from '../../page/page.ts';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { Parts } from '../../ui/Parts.tsx';
import type { Option } from '../../ui/options.ts';
import type { RegisterKey } from './register-key.ts';
import '../../ui/field.css';
import './flow.css';

interface RegisterBarProps {
  which: RegisterKey;
  warehouses: readonly Option[];
  ofMonth?: boolean;
}

export function RegisterBar({ which, warehouses, ofMonth = false }: RegisterBarProps) {
  const t = useT();
  const { setQuery } = usePage();
  const { warehouseId, controlClass } = which;
  // A warehouse opened by a data rule is not listed; the link names it.
  const isListed = warehouses.some(({ value }) => value === warehouseId);
  return (
    <div className="flow-which">
      <select
        className="kw-field"
        aria-label={t('wms.flow.warehouse')}
        value={warehouseId}
        onChange={({ target }) => setQuery({ warehouse: target.value, page: null })}
      >
        {!isListed && <option value={warehouseId}>…</option>}
        {warehouses.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <Parts
        label={t('wms.flow.controlClass')}
        options={CONTROL_FLAGS.map((value) => ({ value, label: t(`wms.control.${value}`) }))}
        value={controlClass}
        onChange={(control) => setQuery({ control, page: null })}
      />
      {ofMonth && <MonthChoice which={which} />}
    </div>
  );
}

function MonthChoice({ which: { warehouseId, controlClass, month } }: { which: RegisterKey }) {
  const t = useT();
  const { setQuery } = usePage();
  const { data = [] } = usePageQuery(flowRoutes.listFlowMonths, { query: { warehouseId, controlClass } }, { keepPrevious: true });
  const isListed = data.some((each) => each.month === month);
  const wrong = data.filter(({ differs }) => differs).map((each) => each.month);
  return (
    <>
      <select
        className="kw-field"
        aria-label={t('wms.flow.month')}
        value={month}
        onChange={({ target }) => setQuery({ month: target.value, page: null })}
      >
        {!isListed && <option value={month}>{month}</option>}
        {data.map((each) => (
          <option key={each.month} value={each.month}>
            {t('hazardFlow.monthOption', { month: each.month, state: t(`wms.flow.state.${each.state}`), count: each.entries })}
          </option>
        ))}
      </select>
      {wrong.length > 0 && (
        <p className="flow-alarm" role="alert">
          {t('hazardFlow.monthsDiffer', { months: wrong.join(t('wms.place.comma')) })}
        </p>
      )}
    </>
  );
}
