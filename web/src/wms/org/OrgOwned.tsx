// What belongs to an organisation: it stays with a disabled one, and keeps it from being merged.
import { listed } from '@kuwei/contract/phrase';
import { orgRecordRoutes, type Owned } from '@kuwei/contract/wms/org-record';
import { usePageQuery } from '../../page/query.ts';
import { locale, useT } from '../../phrase/phrases.ts';
import { Facts } from '../../ui/Facts.tsx';
import { grouped, money } from '../../ui/format.ts';

export function OrgOwned({ id }: { id: string }) {
  const t = useT();
  const { data } = usePageQuery(orgRecordRoutes.getOwned, { params: { id } });
  if (!data) return null;
  const isNothing = data.stockRows + data.ownBoxes + data.openDocuments + data.warehouses.length === 0;
  if (isNothing)
    return (
      <section className="facts">
        <h3>{t('org.owned')}</h3>
        <p>{t('org.owned.none')}</p>
      </section>
    );
  const some = (names: readonly string[], all: number): string => {
    const said = listed(locale(), names);
    return names.length < all ? `${said} ${t('org.owned.more', { n: all })}` : said;
  };
  const documents = data.documents.map(({ no }) => no);
  const warehouses = data.warehouses.map(({ name }) => name);
  return (
    <Facts
      title={t('org.owned')}
      facts={[
        data.stockRows > 0 && [t('org.owned.stockRows'), t('org.owned.stockText', { rows: data.stockRows, boxes: data.boxes })],
        data.stockRows > 0 && [t('org.owned.value'), valueOf(data, t)],
        data.openDocuments > 0 && [
          `${t('org.owned.documents')} ${grouped(String(data.openDocuments))}`,
          some(documents, data.openDocuments),
        ],
        data.ownBoxes > 0 && [
          `${t('org.owned.ownBoxes')} ${grouped(String(data.ownBoxes))}`,
          some(data.ownBoxCodes, data.ownBoxes),
        ],
        warehouses.length > 0 && [t('org.owned.warehouses'), listed(locale(), warehouses)],
      ]}
    />
  );
}

function valueOf({ value, unpriced }: Owned, t: ReturnType<typeof useT>): string {
  if (value === null) return t('org.owned.noPrice');
  return unpriced === 0 ? money(value) : t('org.owned.valueText', { value: money(value), n: unpriced });
}
