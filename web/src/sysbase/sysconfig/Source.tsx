import type { SettingRow } from '@kuwei/contract/sys/config';
import { useT } from '../../phrase/phrases.ts';

/** Where the effective value comes from. */
export function Source({ of }: { of: SettingRow['source'] }) {
  const t = useT();
  return <span className={`config-source ${of.toLowerCase()}`}>{t(`config.source.${of}`)}</span>;
}
