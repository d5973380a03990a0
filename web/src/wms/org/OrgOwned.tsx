// What an organisation owns: kept when it is disabled, and a reason it cannot be merged.
import { opensScreen } from '@kuwei/contract/screens';
import { orgRecordRoutes, type OwnedRecords } from '@kuwei/contract/wms/org-record';
import { Fragment, type ReactNode } from 'react';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { useUser } from '../../session/user.ts';
import { Facts } from '../../ui/Facts.tsx';
import { grouped, money } from '../../ui/format.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { boxesCalled, documentAddress, stockOfOwner, warehouseEdit } from '../addresses.ts';

export function OrgOwned({ id }: { id: string }) {
  const t = useT();
  const { data } = usePageQuery(orgRecordRoutes.getOwned, { params: { id } });
  if (!data) return null;
  if (ownsNothing(data))
    return (
      <section className="facts">
        <h3>{t('org.owned')}</h3>
        <p>{t('org.owned.none')}</p>
      </section>
    );
  return <OwnedFacts id={id} of={data} title={t('org.owned')} />;
}

export const ownsNothing = ({ stockRows, ownBoxes, openDocuments, warehouses, ...open }: OwnedRecords): boolean =>
  stockRows + ownBoxes + openDocuments + warehouses.length + open.openCases + open.openCounts + open.openShares === 0;

/** With links for users who may open them. */
export function OwnedFacts({ id, of, title }: { id: string; of: OwnedRecords; title: string }) {
  const t = useT();
  const some = (shown: readonly { key: string; text: string; to: string }[], all: number): ReactNode => (
    <>
      {shown.map(({ key, text, to }, at) => (
        <Fragment key={key}>
          {at > 0 && t('org.owned.comma')}
          <Place to={to}>{text}</Place>
        </Fragment>
      ))}
      {shown.length < all && ` ${t('org.owned.more', { n: all })}`}
    </>
  );
  const documents = of.documents.map((each) => ({ key: each.id, text: each.no, to: documentAddress('admin', each) }));
  const boxes = of.ownBoxCodes.map((code) => ({ key: code, text: code, to: boxesCalled(code) }));
  const warehouses = of.warehouses.map((each) => ({ key: each.id, text: each.name, to: warehouseEdit(each.id) }));
  return (
    <Facts
      title={title}
      facts={[
        of.stockRows > 0 && [
          t('org.owned.stockRows'),
          <Place key="stock" to={stockOfOwner(id)}>
            {t('org.owned.stockText', { rows: of.stockRows, boxes: of.boxes })}
          </Place>,
        ],
        of.stockRows > 0 && [t('org.owned.value'), valueOf(of, t)],
        of.openDocuments > 0 && [
          `${t('org.owned.documents')} ${grouped(String(of.openDocuments))}`,
          some(documents, of.openDocuments),
        ],
        of.ownBoxes > 0 && [`${t('org.owned.ownBoxes')} ${grouped(String(of.ownBoxes))}`, some(boxes, of.ownBoxes)],
        warehouses.length > 0 && [t('org.owned.warehouses'), some(warehouses, warehouses.length)],
        of.openCases > 0 && [t('org.owned.cases'), grouped(String(of.openCases))],
        of.openCounts > 0 && [t('org.owned.counts'), grouped(String(of.openCounts))],
        of.openShares > 0 && [t('org.owned.shares'), grouped(String(of.openShares))],
      ]}
    />
  );
}

function Place({ to, children }: { to: string; children: string }) {
  const roles = useUser((state) => state.roles);
  return opensScreen(to, roles, 'ROLE_WAREHOUSE_ADMIN') ? (
    <PageLink className="kw-link" to={to}>
      {children}
    </PageLink>
  ) : (
    children
  );
}

function valueOf({ value, unpriced }: OwnedRecords, t: ReturnType<typeof useT>): string {
  if (value === null) return t('org.owned.noPrice');
  return unpriced === 0 ? money(value) : t('org.owned.valueText', { value: money(value), n: unpriced });
}
