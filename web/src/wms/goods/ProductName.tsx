import type { ProductOption } from '@kuwei/contract/wms/product';
import { ControlMarks, GroupMark, Pictograms, UnassessedMark } from '../../ui/HazardMarks.tsx';
import { isUnassessed } from './unassessed.ts';
import './product-name.css';

/** A product in a document line: name, code, hazards. */
export function ProductName({ product }: { product: ProductOption }) {
  const { name, code, spec, cas, pictograms, storageGroup, controlFlags } = product;
  return (
    <div className="line-product">
      <div className="line-product-first">
        <span>{name}</span>
        {storageGroup !== null && <GroupMark group={storageGroup} />}
        {pictograms.length > 0 && <Pictograms codes={pictograms} size={18} />}
        {isUnassessed(product) && <UnassessedMark />}
        {controlFlags.length > 0 && <ControlMarks flags={controlFlags} />}
      </div>
      <div className="line-product-second">
        <span className="kw-code">{code}</span>
        {spec !== null && <span>{spec}</span>}
        {cas !== null && <span>CAS {cas}</span>}
      </div>
    </div>
  );
}
