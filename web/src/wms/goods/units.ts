// The units of the dictionary for checking amounts, and messages for amounts that cannot be counted.
import { amountFault, type Counted, type Units } from '@kuwei/contract/wms/amount';
import { useMemo } from 'react';
import { say, useLocale } from '../../phrase/phrases.ts';
import { entriesOf, useVersion } from '../../session/version.ts';
import { grouped } from '../../ui/format.ts';
import { labelIn } from '../../ui/options.ts';

/** Referentially stable while dictionary and language stay the same. */
export function useUnits(): Units {
  const dic = useVersion((state) => state.dics.get('WMS_UNIT'));
  const locale = useLocale();
  return useMemo(() => {
    const units = entriesOf(dic, locale);
    const nameOf = (unit: string): string => labelIn(units, unit);
    const plural = (unit: string) => (locale === 'en' ? units.find(({ value }) => value === unit)?.props['plural'] : undefined);
    return {
      decimals: new Map(
        units.flatMap(({ value, props: { decimals } }) => (decimals === undefined ? [] : [[value, Number(decimals)] as const])),
      ),
      nameOf,
      amountOf: (qty, unit) => `${grouped(qty)} ${(qty === '1' ? undefined : plural(unit)) ?? nameOf(unit)}`,
    };
  }, [dic, locale]);
}

/** Why an amount of a product cannot be counted out; null where it can. @param of the amount it is a part of, in the same unit */
export function countFault(qty: string, unit: string, product: Counted, units: Units, of?: string): string | null {
  const fault = amountFault(qty, unit, product, units, of);
  return fault && say(fault.key, fault.params);
}

/** The same for an amount in the base unit. */
export const baseFault = (qty: string, baseUnit: string, units: Units, of?: string): string | null =>
  countFault(qty, baseUnit, { baseUnit, units: [] }, units, of);
