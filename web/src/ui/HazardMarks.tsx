// Hazards of a product at a glance: pictograms, storage group, controlled classes.
import type { Pictogram as Code } from '@kuwei/contract/wms/hazard';
import { say, useT } from '../phrase/phrases.ts';
import { Pictogram } from './Pictogram.tsx';
import './hazard-marks.css';

/** @param codes GHS01 … GHS09 */
export function Pictograms({ codes, size = 22 }: { codes: readonly string[]; size?: number }) {
  return (
    <span className="hazard-marks">
      {codes.map((code) => (
        <Pictogram key={code} code={code as Code} label={say(`hazard.${code}`)} size={size} />
      ))}
    </span>
  );
}

/** Letter of the storage group. */
export function GroupMark({ group }: { group: string }) {
  const name = say(`hazard.group.${group}`);
  return (
    <span className="group-mark" title={`${group} · ${name}`}>
      {group}
      <span className="kw-unseen">{name}</span>
    </span>
  );
}

/** For a chemical whose hazards have not been assessed. */
export function UnassessedMark() {
  const t = useT();
  return (
    <span className="control-mark toxic" title={t('wms.hazard.unknownText')}>
      {t('wms.hazard.UNKNOWN')}
    </span>
  );
}

/** 剧毒, 易制爆, 易制毒. */
export function ControlMarks({ flags }: { flags: readonly string[] }) {
  useT();
  return (
    <span className="hazard-marks">
      {flags.map((flag) => (
        <span key={flag} className={`control-mark ${flag === 'TOXIC' ? 'toxic' : ''}`} title={say(`wms.control.${flag}`)}>
          {say(`wms.control.${flag}`)}
        </span>
      ))}
    </span>
  );
}
