import type { Locale } from '@kuwei/contract/constants';
import { nameIn } from '@kuwei/contract/name';
import { menuForm, type MenuEntry, type MenuForm } from '@kuwei/contract/sys/menu';

export const nameOf = (entry: Pick<MenuEntry, 'name' | 'nameEn'>, locale: Locale): string => nameIn(locale, entry);

/** Form values of an entry. */
export const formOf = (entry: MenuEntry): MenuForm =>
  Object.fromEntries(Object.keys(menuForm.shape).map((field) => [field, entry[field as keyof MenuForm]])) as unknown as MenuForm;

/** A customizable field's value as text. */
export type Field = Exclude<keyof MenuForm, 'code'> | 'order';
