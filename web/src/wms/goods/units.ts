// The units of the dictionary for checking amounts, and messages for amounts that cannot be counted.
import type { Locale } from '@kuwei/contract/constants';
import type { Dic } from '@kuwei/contract/sys/version';
import { amountFault, type Counted, type Units } from '@kuwei/contract/wms/amount';
import { useMemo } from 'react';
import { locale, say, useLocale } from '../../phrase/phrases.ts';
import { entriesOf, useVersion } from '../../session/version.ts';
import { grouped } from '../../ui/format.ts';
import { labelIn } from '../../ui/options.ts';

/** Referentially stable while dictionary and language stay the same. */
export function useUnits(): Units {
  const dic = useVersion((state) => state.dics.get('WMS_UNIT'));
  const language = useLocale();
  return useMemo(() => unitsOf(dic, language), [dic, language]);
}

/** The same outside of components. */
export const getUnits = (): Units => unitsOf(useVersion.getState().dics.get('WMS_UNIT'), locale());

function unitsOf(dic: Dic | undefined, language: Locale): Units {
  const units = entriesOf(dic, language);
  const nameOf = (unit: string): string => labelIn(units, unit);
  const plural = (unit: string) => (language === 'en' ? units.find(({ value }) => value === unit)?.props['plural'] : undefined);
  return {
    decimals: new Map(
      units.flatMap(({ value, props: { decimals } }) => (decimals === undefined ? [] : [[value, Number(decimals)] as const])),
    ),
    nameOf,
    amountOf: (qty, unit) => `${grouped(qty)} ${(qty === '1' ? undefined : plural(unit)) ?? nameOf(unit)}`,
  };
}

/** Why an amount of a product cannot be counted out; null where it can. @param of the amount it is a part of, in the same unit */
export function countFault(qty: string, unit: string, product: Counted, units: Units, of?: string): string | null {
  const fault = amountFault(qty, unit, product, units, of);
  return fault && say(fault.key, fault.params);
}

/** The same for an amount in the base unit. */
export const baseFault = (qty: string, baseUnit: string, units: Units, of?: string): string | null =>
  countFault(qty, baseUnit, { baseUnit, units: [] }, units, of);
