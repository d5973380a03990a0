import { useLocale } from '../phrase/phrases.ts';
import { useDic } from '../session/version.ts';
import { grouped } from './format.ts';
import { labelIn } from './options.ts';
import './value.css';

/** Name of a unit in the current language; in the plural for quantities other than one, if the dictionary has one. */
export function useUnitName(): (code: string, qty?: string) => string {
  const units = useDic('WMS_UNIT');
  const locale = useLocale();
  return (code, qty = '1') => {
    const unit = units.find(({ value }) => value === code);
    const plural = locale === 'en' && qty !== '1' ? unit?.props['plural'] : undefined;
    return plural ?? labelIn(units, code);
  };
}

/** A quantity with its unit as one text: `1,200 bottles`. */
export function useAmount(): (qty: string, unit: string) => string {
  const nameOf = useUnitName();
  return (qty, unit) => `${grouped(qty)} ${nameOf(unit, qty)}`;
}

/** A quantity with its unit. */
export function Quantity({ qty, unit }: { qty: string; unit: string }) {
  const nameOf = useUnitName();
  return (
    <span className="quantity">
      {grouped(qty)} <span className="quantity-unit">{nameOf(unit, qty)}</span>
    </span>
  );
}

/** The name of a unit only. @param qty decides between singular and plural */
export function UnitName({ code, qty }: { code: string; qty?: string }) {
  return useUnitName()(code, qty);
}
