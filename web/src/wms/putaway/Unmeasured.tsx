import type { Measure } from '@kuwei/contract/wms/place';
import { useT } from '../../phrase/phrases.ts';
import { StateTag } from '../../ui/StateTag.tsx';
import '../document/said.css';

interface UnmeasuredProps {
  measures: readonly Measure[];
}

/** Missing measures of a product, without which box capacity cannot be computed. */
export function Unmeasured({ measures }: UnmeasuredProps) {
  const t = useT();
  return measures.map((measure) => (
    <p key={measure} className="work-fault">
      {t(`work.unmeasured.${measure}`)}
    </p>
  ));
}

/** The same as a mark for lists of lines. */
export function UnmeasuredMark({ measures: [first, second] }: UnmeasuredProps) {
  if (!first) return null;
  return <StateTag look={{ label: `work.unmeasured.mark.${second ? 'both' : first}`, tone: 'warning', shape: 'half' }} />;
}
