import { useLocale } from '../phrase/phrases.ts';
import { useDic } from '../session/version.ts';
import { grouped } from './format.ts';
import { labelIn } from './options.ts';
import './value.css';

/**
 * Name of a unit of the dictionary, in the language on screen; of any other quantity than one in its plural, where the
 * language has one and the dictionary says it.
 */
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

/** The name of a unit alone. @param qty of what it is the unit */
export function UnitName({ code, qty }: { code: string; qty?: string }) {
  return useUnitName()(code, qty);
}
