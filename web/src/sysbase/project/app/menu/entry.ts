import type { Locale } from '@kuwei/contract/constants';
import { nameIn } from '@kuwei/contract/name';
import { menuForm, type MenuEntry, type MenuForm } from '@kuwei/contract/sys/menu';

export const nameOf = (entry: Pick<MenuEntry, 'name' | 'nameEn'>, locale: Locale): string => nameIn(locale, entry);

/** As a form has it. */
export const formOf = (entry: MenuEntry): MenuForm =>
  Object.fromEntries(Object.keys(menuForm.shape).map((field) => [field, entry[field as keyof MenuForm]])) as unknown as MenuForm;

/** What stands in a field that a site can change, in words. */
export type Field = Exclude<keyof MenuForm, 'code'> | 'order';
