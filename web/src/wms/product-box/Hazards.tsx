import type { ProductBox } from '@kuwei/contract/wms/product-box';
import { ControlMarks, GroupMark, Pictograms } from '../../ui/HazardMarks.tsx';
import './stock.css';

interface HazardsProps {
  stock: Pick<ProductBox, 'storageGroup' | 'pictograms' | 'controlFlags'>;
  /** Edge of a pictogram in px. */
  size: number;
}

export const isHazardous = ({ storageGroup, pictograms, controlFlags }: HazardsProps['stock']): boolean =>
  storageGroup !== null || pictograms.length > 0 || controlFlags.length > 0;

/** What stock is dangerous for; nothing where it is not. */
export function Hazards({ stock, size }: HazardsProps) {
  const { storageGroup, pictograms, controlFlags } = stock;
  if (!isHazardous(stock)) return null;
  return (
    <span className="stock-hazards">
      {storageGroup !== null && <GroupMark group={storageGroup} />}
      {controlFlags.length > 0 && <ControlMarks flags={controlFlags} />}
      {pictograms.length > 0 && <Pictograms codes={pictograms} size={size} />}
    </span>
  );
}
