import type { BoxReason, BoxRefusals } from '@kuwei/contract/wms/box-reason';
import { productRoutes, type ProductOption } from '@kuwei/contract/wms/product';
import { useMayCall } from '../../page/may-call.ts';
import { useT } from '../../phrase/phrases.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { productEdit } from '../addresses.ts';
import { isUnassessed } from '../goods/unassessed.ts';
import '../document/said.css';

interface RefusedBoxesProps {
  refused: BoxRefusals;
  /** The product to put away, if known. */
  product?: Pick<ProductOption, 'id' | 'name' | 'assessed'> | undefined;
}

/** Refusals due to hazards; an unassessed product is assumed to have all of them. */
const BY_HAZARD: ReadonlySet<BoxReason> = new Set(['BOX_GROUP', 'BOX_INCOMPATIBLE', 'KEEPERS_NEEDED']);

/** Why no box accepts the goods: the number of boxes per reason. */
export function RefusedBoxes({ refused, product }: RefusedBoxesProps) {
  const t = useT();
  const mayAssess = useMayCall()(productRoutes.updateProduct);
  if (refused.length === 0) return null;
  const reasons = refused.map(({ reason, count }) => t(`work.refused.${reason}`, { count })).join(t('wms.place.comma'));
  const isAssumed = product !== undefined && isUnassessed(product) && refused.some(({ reason }) => BY_HAZARD.has(reason));
  return (
    <>
      <p className="work-second">{t('work.refused', { reasons })}</p>
      {isAssumed && (
        <p className="work-second">
          {t('work.refused.unassessed', { name: product.name })}{' '}
          {mayAssess ? (
            <PageLink className="kw-link" to={productEdit(product.id)}>
              {t('work.refused.assess')}
            </PageLink>
          ) : (
            t('work.refused.askToAssess')
          )}
        </p>
      )}
    </>
  );
}
