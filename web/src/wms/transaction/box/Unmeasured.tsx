import type { BoxOptions } from '@kuwei/contract/wms/warehouse-box';
import { useT } from '../../../phrase/phrases.ts';
import '../said.css';

/** What nobody has entered of a product, so that no box knows how much of it fits. */
export function Unmeasured({ measures }: { measures: BoxOptions['unmeasured'] }) {
  const t = useT();
  return measures.map((measure) => (
    <p key={measure} className="work-fault">
      {t(`work.unmeasured.${measure}`)}
    </p>
  ));
}
