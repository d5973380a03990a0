// Open documents that hang on what is about to be given up: said in the question before it is done.
import type { BodyOf } from '@kuwei/contract/route';
import { productRoutes } from '@kuwei/contract/wms/product';
import { boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import { opensScreen } from '@kuwei/contract/screens';
import { Fragment, type ReactNode } from 'react';
import type { usePageCall } from '../../page/query.ts';
import { t } from '../../phrase/phrases.ts';
import { useUser } from '../../session/user.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { documentAddress } from '../addresses.ts';

const ASKED = {
  box: { route: boxRoutes.findDocumentsOfBoxes, text: 'box.openDocuments' },
  product: { route: productRoutes.findDocumentsOfProducts, text: 'product.openDocuments' },
} as const;

/** @returns what is to be said of them; nothing where there are none */
export async function openDocumentsOf(
  call: ReturnType<typeof usePageCall>,
  what: keyof typeof ASKED,
  selected: BodyOf<(typeof boxRoutes)['findDocumentsOfBoxes']>,
): Promise<ReactNode> {
  const { route, text } = ASKED[what];
  // It can still be done, though nobody can say what hangs on it.
  const open = await call(route, { body: selected }).catch(() => null);
  if (open === null) return <p key="open">{t('wms.openDocuments.unknown')}</p>;
  const { count, documents } = open;
  if (count === 0) return undefined;
  const { roles } = useUser.getState();
  return (
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
    </p>
  );
}
