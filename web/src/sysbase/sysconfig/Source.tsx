import type { SettingRow } from '@kuwei/contract/sys/config';
import { useT } from '../../phrase/phrases.ts';

/** Whose value counts. */
export function Source({ of }: { of: SettingRow['source'] }) {
  const t = useT();
  return <span className={`config-source ${of.toLowerCase()}`}>{t(`config.source.${of}`)}</span>;
}
