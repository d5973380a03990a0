// Changes settings through the administrator's API.
import { configRoutes } from '@kuwei/contract/sys/config';
import type { SettingCode, SettingValue } from '@kuwei/contract/setting';
import type { Answer, Person, World } from './_world.ts';

type SettingValues = { [C in SettingCode]?: SettingValue<C> };

export const REASON = '测试';

/** Sets one setting through the API. @param value null for the default */
export async function updateSetting(admin: Person, code: SettingCode, value: unknown): Promise<Answer<unknown>> {
  const { rev } = (await admin.call(configRoutes.getConfig, { params: { id: code } })).data;
  return value === null
    ? admin.call(configRoutes.resetConfig, { params: { id: code }, body: { reason: REASON, rev } })
    : admin.call(configRoutes.changeConfig, { params: { id: code }, body: { value: value as string, reason: REASON, rev } });
}

/** Sets those that differ. */
export async function configure(world: World, wishes: SettingValues): Promise<void> {
  const admin = await world.as('admin', 'ROLE_ADMIN');
  for (const [code, value] of Object.entries(wishes) as [SettingCode, unknown][]) {
    const { settings } = world.services;
    if (JSON.stringify(settings.get(code)) === JSON.stringify(value)) continue;
    const answer = await updateSetting(admin, code, value);
    if (answer.status !== 200) throw new Error(`${code}: ${answer.raw.toString()}`);
  }
}
