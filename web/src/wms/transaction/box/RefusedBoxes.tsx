import type { BoxRefusals } from '@kuwei/contract/wms/box-reason';
import { useT } from '../../../phrase/phrases.ts';
import '../said.css';

/** Why no box can take the goods: how many are left out for which reason. */
export function RefusedBoxes({ refused }: { refused: BoxRefusals }) {
  const t = useT();
  if (refused.length === 0) return null;
  const reasons = refused.map(({ reason, count }) => t(`work.refused.${reason}`, { count })).join(t('wms.place.comma'));
  return <p className="work-second">{t('work.refused', { reasons })}</p>;
}
