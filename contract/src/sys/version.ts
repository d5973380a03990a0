import * as z from 'zod/mini';
import { id, maybe } from '../kit/field.ts';
import { menuItem } from '../kit/menu-item.ts';
import { routes } from '../kit/route.ts';

const sysConfig = z.object({ code: z.string(), value: z.string(), valid: z.boolean() });

const dicField = z.object({
  code: z.string(),
  label: z.string(),
  labels: z.array(z.object({ language: z.string(), label: z.string() })),
  props: z.array(z.object({ code: z.string(), value: z.string() })),
  /** False: disabled. It cannot be chosen any more, but keeps its name and properties where used. */
  valid: z.boolean(),
});
const dic = z.object({ code: z.string(), fields: z.array(dicField) });
export type Dic = z.infer<typeof dic>;

/** Texts by phrase key. */
const texts = z.record(z.string(), z.string());

const mode = z.object({ kind: z.enum(['MAINTENANCE', 'READ_ONLY', 'RESTORE']), reason: z.string(), until: maybe(z.string()) });

const versionInfo = z.object({
  menus: z.array(menuItem),
  sysConfigs: z.array(sysConfig),
  dics: z.array(dic),
  /** The site's names of states and the like, where they differ from the product's. */
  words: z.object({ zh: texts, en: texts }),
  /** Read-only mode: writes are rejected. */
  mode: maybe(mode),
});
export type VersionInfo = z.infer<typeof versionInfo>;

export const versionRoutes = routes({
  getVersion: {
    method: 'GET',
    path: '/basic/sys/version/{appId}/pub',
    summary: 'Menus, public configuration and dictionaries of an app',
    needs: 'open',
    params: z.strictObject({ appId: z.string() }),
    reply: versionInfo,
  },
  getOrgVersion: {
    method: 'GET',
    path: '/basic/sys/version/{appId}/{orgId}/pub',
    summary:
      'The same with what an organisation has otherwise: names of menu items, items not shown, values of the configuration',
    needs: 'open',
    params: z.strictObject({ appId: z.string(), orgId: id }),
    reply: versionInfo,
  },
});
