// Open documents that use the stock or batch about to be given up, for the confirmation question.
import { joinList } from '@kuwei/contract/phrase';
import type { BodyOf } from '@kuwei/contract/route';
import type { OpenDocuments } from '@kuwei/contract/wms/open-documents';
import { productRoutes } from '@kuwei/contract/wms/product';
import { boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import { opensScreen } from '@kuwei/contract/screens';
import { Fragment, type ReactNode } from 'react';
import type { usePageCall } from '../../page/query.ts';
import { locale, t } from '../../phrase/phrases.ts';
import { useUser } from '../../session/user.ts';
import { entriesOf, useVersion } from '../../session/version.ts';
import { grouped } from '../../ui/format.ts';
import { labelIn } from '../../ui/options.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { documentAddress } from '../addresses.ts';

const ASKED = {
  box: { route: boxRoutes.findDocumentsOfBoxes, text: 'box.openDocuments', stock: 'box.stockLeft' },
  product: { route: productRoutes.findDocumentsOfProducts, text: 'product.openDocuments', stock: 'product.stockLeft' },
} as const;

function stockText({ count, named }: OpenDocuments['stock']): { items: string } {
  const units = entriesOf(useVersion.getState().dics.get('WMS_UNIT'), locale());
  const items = named.map(({ name, qty, unit }) =>
    qty === null || unit === null ? name : `${name} ${grouped(qty)} ${labelIn(units, unit)}`,
  );
  const text = joinList(locale(), items);
  return { items: count > named.length ? text + t('wms.openDocuments.moreStock', { n: count - named.length }) : text };
}

/** @returns a sentence about them; nothing where there are none */
export async function openDocumentsOf(
  call: ReturnType<typeof usePageCall>,
  what: keyof typeof ASKED,
  selected: BodyOf<(typeof boxRoutes)['findDocumentsOfBoxes']>,
): Promise<ReactNode> {
  const { route, text, stock } = ASKED[what];
  // The action stays possible even if this lookup fails.
  const open = await call(route, { body: selected }).catch(() => null);
  if (open === null) return <p key="open">{t('wms.openDocuments.unknown')}</p>;
  const { count, documents } = open;
  const left = open.stock.count === 0 ? undefined : <p key="stock">{t(stock, stockText(open.stock))}</p>;
  if (count === 0) return left;
  const { roles } = useUser.getState();
  return [
    left,
    <p key="open">
      {t(text, { count })}
      {documents.map((each, at) => {
        const to = documentAddress('admin', each);
        return (
          <Fragment key={each.id}>
            {at > 0 && t('wms.openDocuments.comma')}
            {opensScreen(to, roles, 'ROLE_WAREHOUSE_ADMIN') ? (
              <PageLink className="kw-link kw-code" to={to}>
                {each.no}
              </PageLink>
            ) : (
              <span className="kw-code">{each.no}</span>
            )}
          </Fragment>
        );
      })}
      {documents.length < count && t('wms.openDocuments.more', { n: count - documents.length })}
    </p>,
  ];
}
