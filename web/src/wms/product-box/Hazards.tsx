import type { ProductBox } from '@kuwei/contract/wms/product-box';
import { ControlMarks, GroupMark, Pictograms, UnassessedMark } from '../../ui/HazardMarks.tsx';
import './stock.css';

interface HazardsProps {
  stock: Pick<ProductBox, 'storageGroup' | 'pictograms' | 'controlFlags' | 'assessed'>;
  /** Pictogram size in px. */
  size: number;
}

export const isHazardous = ({ storageGroup, pictograms, controlFlags, assessed }: HazardsProps['stock']): boolean =>
  !assessed || storageGroup !== null || pictograms.length > 0 || controlFlags.length > 0;

/** Hazards of stock; nothing where there are none. */
export function Hazards({ stock, size }: HazardsProps) {
  const { storageGroup, pictograms, controlFlags, assessed } = stock;
  if (!isHazardous(stock)) return null;
  return (
    <span className="stock-hazards">
      {storageGroup !== null && <GroupMark group={storageGroup} />}
      {!assessed && <UnassessedMark />}
      {controlFlags.length > 0 && <ControlMarks flags={controlFlags} />}
      {pictograms.length > 0 && <Pictograms codes={pictograms} size={size} />}
    </span>
  );
}
