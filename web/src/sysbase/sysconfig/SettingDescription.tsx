import type { SettingRecord } from '@kuwei/contract/sys/config';
import { useT } from '../../phrase/phrases.ts';
import { Facts } from '../../ui/Facts.tsx';
import { grouped } from '../../ui/format.ts';

/** Description of a setting: effect, default, limits, and overrides. */
export function SettingDescription({ setting, withValue = false }: { setting: SettingRecord; withValue?: boolean }) {
  const t = useT();
  const { kind, min, max } = setting;
  const isNumber = kind === 'number' || kind === 'duration';
  return (
    <div className="config-about">
      <p>{setting.description}</p>
      <Facts
        facts={[
          withValue && [t('config.value'), setting.shown],
          [t('config.default'), setting.shownDefault],
          isNumber &&
            min !== null &&
            max !== null && [t('config.limits'), t('config.range', { min: grouped(String(min)), max: grouped(String(max)) })],
          !isNumber && max !== null && [t('config.limits'), t('config.atMost', { max })],
          [
            t('config.code'),
            <span key="code" className="kw-code">
              {setting.id}
            </span>,
          ],
          [
            t('config.env'),
            <span key="env" className="kw-code">
              {setting.env}
            </span>,
          ],
          setting.public && [t('config.public'), t('config.publicText')],
        ]}
      />
    </div>
  );
}
