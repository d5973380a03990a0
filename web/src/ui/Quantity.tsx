import { useDic } from '../session/version.ts';
import { grouped } from './format.ts';
import './value.css';

/** Name of a unit of the dictionary, in the language on screen. */
export function useUnitName(): (code: string) => string {
  const units = useDic('WMS_UNIT');
  return (code) => units.find((unit) => unit.value === code)?.label ?? code;
}

/** A quantity with its unit. */
export function Quantity({ qty, unit }: { qty: string; unit: string }) {
  const nameOf = useUnitName();
  return (
    <span className="quantity">
      {grouped(qty)} <span className="quantity-unit">{nameOf(unit)}</span>
    </span>
  );
}

/** The name of a unit alone. */
export function UnitName({ code }: { code: string }) {
  return useUnitName()(code);
}
