// The only writer of settings: validates, writes, records the reason, and applies at once.
import { AppError, type Fault } from '@kuwei/contract/error';
import type { Refusal } from '@kuwei/contract/rule';
import { isSecret, settingOf, type AnySettingValue, type SettingCode } from '@kuwei/contract/setting';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import { insertRows } from '../../db/rows.ts';
import { assertRevision } from '../../db/refuse-conflict.ts';
import { recheckAuthorization } from '../../session/recheck.ts';
import { variableOf } from '../../fixed-settings.ts';
import { checkSetting, type CurrentValue } from './gates.ts';
import { lastChange } from './queries.ts';
import { readSite, sealedSecret } from '../../services/settings.ts';
import { refusalOf } from '../../setting-value.ts';

/** Serializes writers, so that checks against other settings stay valid. */
export const SETTINGS_LOCK = 7_318_016;

interface Wish {
  code: SettingCode;
  /** Undefined for the default. */
  value: AnySettingValue | undefined;
  reason: string;
  rev: number;
}

/** Fails if the session was revoked while waiting. @throws AppError TOKEN_FAIL, FORBIDDEN, SETTING_FIXED, STALE, INVALID */
export async function writeSetting(context: WriteContext<Caller>, { code, value, reason, rev }: Wish): Promise<void> {
  const { trx, caller, services, origin } = context;
  const { settings, secret } = services;
  if (settings.fixed.has(code)) throw new AppError('SETTING_FIXED', { params: { env: variableOf(code) } });
  await sql`select pg_advisory_xact_lock(${SETTINGS_LOCK})`.execute(trx);
  await recheckAuthorization(trx, caller);
  assertRevision((await lastChange(trx, code)).rev, rev);

  const setting = settingOf(code);
  const refusal = value === undefined ? undefined : refusalOf(setting, value);
  if (refusal) throw refused(refusal);
  const site = await readSite(trx, secret, services.log);
  const now: CurrentValue = (each) => settings.fixed.get(each) ?? site.get(each) ?? settingOf(each).value;
  const [before, after] = [now(code), value ?? setting.value];
  // For secrets, a refusal would reveal that the value is the same.
  if (!isSecret(code) && isDeepStrictEqual(before, after)) throw refused({ key: 'rule.noChange' });
  const fault = await checkSetting({ trx, locale: origin.locale, code, value: after, now });
  if (fault) throw refused(fault);

  const kept = isDeepStrictEqual(after, setting.value) ? undefined : after;
  const stored = kept === undefined ? undefined : isSecret(code) ? sealedSecret(secret, code, kept) : kept;
  if (stored === undefined) await trx.deleteFrom('sys_config').where('code', '=', code).execute();
  // In write order, not call order: a secret may only be sent to addresses set before it, even if the call had to wait.
  else
    await sql`insert into sys_config (code, value, updated_at) values (${code}, ${JSON.stringify(stored)}::jsonb, clock_timestamp())
      on conflict (code) do update set value = excluded.value, updated_at = clock_timestamp()`.execute(trx);
  const clock = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(trx);
  await insertRows(trx, 'sys_config_history', [
    {
      code,
      rev: rev + 1,
      value: value === undefined || isSecret(code) ? null : (value as unknown as object),
      kind: value === undefined ? 'RESET' : 'SET',
      reason,
      changed_by: caller.userId,
      changed_at: clock.rows[0]!.now,
    },
  ]);
  const logged = (each: AnySettingValue) => (isSecret(code) ? each !== null : each);
  context.logChange({ entity: 'sys_config', id: code, change: { value: [logged(before), logged(after)], reason } });
  context.afterCommit(() => {
    settings.apply(code, kept);
    return context.services.bus.awaitDelivery();
  });
}

const refused = ({ key, params }: Refusal): AppError =>
  new AppError('INVALID', { faults: [{ path: 'value', key: key as Fault['key'], ...(params && { params }) }] });
