import * as z from 'zod/mini';
import { maybe } from './field.ts';

/** A menu item as sent: flat, `urlExp`, `role` and `pageRole` as JSON text. */
export const menuItem = z.object({
  id: z.string(),
  idParent: maybe(z.string()),
  code: z.string(),
  name: z.string(),
  /** Only if the site has set it; otherwise the tag is translated. */
  nameEn: z.optional(maybe(z.string())),
  nameTag: maybe(z.string()),
  url: maybe(z.string()),
  urlExp: z.string(),
  role: z.string(),
  pageRole: z.string(),
  keepalive: z.optional(z.boolean()),
  show: z.optional(z.boolean()),
  icon: maybe(z.string()),
});
export type MenuItem = z.infer<typeof menuItem>;
