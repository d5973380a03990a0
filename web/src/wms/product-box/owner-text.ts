import type { ProductBox } from '@kuwei/contract/wms/product-box';
import { say } from '../../phrase/phrases.ts';

/** Whose goods a stock row is, in words: of an organisation that is disabled it says so. */
export const ownerText = ({ ownerOrgName: name, ownerValid }: Pick<ProductBox, 'ownerOrgName' | 'ownerValid'>): string =>
  ownerValid ? name : say('wms.stock.ownerDisabled', { name });
