// Properties of dictionary entries that the product reads. A site may add others.
import type { PlainKey } from '../kit/phrase.ts';
import { numberRange, type Refusal, type Rule } from '../kit/rule.ts';
import { REQUEST_TYPES } from '../wms/transaction-type.ts';

interface KnownProp {
  code: string;
  label: PlainKey;
  /** Allowed values. */
  rule?: Rule;
}

/** Maximum decimals of a quantity (`contract/src/kit/decimal.ts`). */
const places: Rule = (value) =>
  value === '' || /^\d$/.test(String(value)) ? numberRange(0, 6)(value) : { key: 'rule.range', params: { min: 0, max: 6 } };

const oneOf =
  (values: readonly string[]): Rule =>
  (value) =>
    value === '' || values.includes(String(value)) ? undefined : { key: 'rule.choice', params: { values } };

/** Document type that a text template is offered for; without one, all. */
const ofType: KnownProp = { code: 'type', label: 'dic.prop.type', rule: oneOf(REQUEST_TYPES) };

const KNOWN: Readonly<Record<string, readonly KnownProp[]>> = {
  WMS_UNIT: [
    { code: 'decimals', label: 'dic.prop.decimals', rule: places },
    { code: 'plural', label: 'dic.prop.plural' },
    { code: 'rec20', label: 'dic.prop.rec20' },
  ],
  WMS_PERMIT_KIND: [{ code: 'deposit', label: 'dic.prop.deposit', rule: oneOf(['0', '1']) }],
  WMS_SAY_APPROVE: [ofType],
  WMS_SAY_CUT: [ofType],
};

export const knownProps = (dic: string): readonly KnownProp[] => KNOWN[dic] ?? [];

/** Why a property cannot have a value. */
export const propRefusal = (dic: string, prop: string, value: string): Refusal | undefined =>
  knownProps(dic)
    .find(({ code }) => code === prop)
    ?.rule?.(value);
