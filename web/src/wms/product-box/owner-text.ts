import type { ProductBox } from '@kuwei/contract/wms/product-box';
import { say } from '../../phrase/phrases.ts';

/** The owner of a stock row in words, marked if disabled. */
export const ownerText = ({ ownerOrgName: name, ownerValid }: Pick<ProductBox, 'ownerOrgName' | 'ownerValid'>): string =>
  ownerValid ? name : say('wms.stock.ownerDisabled', { name });
