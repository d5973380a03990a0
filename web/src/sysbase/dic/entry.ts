// A dictionary entry in its row: names by language, properties by code.
import type { dicRoutes, ShippedEntry } from '@kuwei/contract/auth/dic';
import type { Locale } from '@kuwei/contract/constants';
import { LOCALES } from '@kuwei/contract/constants';
import type { BodyOf } from '@kuwei/contract/route';

export type Entry = Required<NonNullable<BodyOf<(typeof dicRoutes)['createDic']>['fields']>[number]>;
type Named = Pick<ShippedEntry, 'label'> & { labels: readonly { language: string; label: string }[] };

/** Name in a language; in Chinese it falls back to the default label. */
export const nameOf = ({ label, labels }: Named, language: Locale): string =>
  labels.find((each) => each.language === language)?.label ?? (language === 'zh' ? label : '');

export function withName(entry: Entry, language: Locale, text: string): Entry {
  const names = LOCALES.map((each) => ({ language: each, label: each === language ? text : nameOf(entry, each) }));
  return { ...entry, label: language === 'zh' ? text : entry.label, labels: names.filter(({ label }) => label !== '') };
}

export const propOf = ({ props }: Pick<ShippedEntry, 'props'>, code: string): string =>
  props.find((prop) => prop.code === code)?.value ?? '';

export function withProp(entry: Entry, code: string, value: string): Entry {
  const isThere = entry.props.some((prop) => prop.code === code);
  const props = isThere
    ? entry.props.map((prop) => (prop.code === code ? { code, value } : prop))
    : [...entry.props, { code, value }];
  return { ...entry, props: props.filter((prop) => prop.value !== '') };
}

/** Whether the entry differs from the shipped one. */
export const isCustomized = (entry: Entry, shipped: ShippedEntry): boolean =>
  !entry.valid ||
  entry.label !== shipped.label ||
  LOCALES.some((language) => nameOf(entry, language) !== nameOf(shipped, language)) ||
  [...entry.props, ...shipped.props].some(({ code }) => propOf(entry, code) !== propOf(shipped, code));

export const restoreShipped = (entry: Entry, { label, labels, props }: ShippedEntry): Entry => ({
  ...entry,
  label,
  labels: [...labels],
  props: [...props],
  valid: true,
});

export const isNameMissing = (entry: Entry): boolean => LOCALES.some((language) => nameOf(entry, language) === '');
