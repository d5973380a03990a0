import { joinList } from '@kuwei/contract/phrase';
import type { OwnedRecords } from '@kuwei/contract/wms/org-record';
import { locale, t } from '../../phrase/phrases.ts';

/** What an organisation owns, in words; null for nothing. */
export function ownedText(owned: OwnedRecords): string | null {
  const { boxes, openDocuments, ownBoxes, warehouses, openCases, openCounts, openShares } = owned;
  const parts = [
    ...(boxes > 0 ? [t('wms.used.stock', { n: boxes })] : []),
    ...(openDocuments > 0 ? [t('wms.used.openDocuments', { n: openDocuments })] : []),
    ...(ownBoxes > 0 ? [t('org.used.ownBoxes', { n: ownBoxes })] : []),
    ...(warehouses.length > 0 ? [t('org.used.warehouses', { n: warehouses.length })] : []),
    ...(openCases > 0 ? [t('org.used.openCases', { n: openCases })] : []),
    ...(openCounts > 0 ? [t('org.used.openCounts', { n: openCounts })] : []),
    ...(openShares > 0 ? [t('org.used.openShares', { n: openShares })] : []),
  ];
  return parts.length === 0 ? null : joinList(locale(), parts);
}
