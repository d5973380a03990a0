import { mayOpen } from '@kuwei/contract/screens';
import { todoRoutes } from '@kuwei/contract/wms/todo';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { useUser } from '../../session/user.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { goodsLabels } from '../addresses.ts';

/** Before the first scan: hints, and the documents waiting for the user. */
const SHOWN = ['PUTAWAY', 'PICK', 'MOVE', 'COSIGN', 'COLLECT'];

export function Waiting() {
  const t = useT();
  const { data = [] } = usePageQuery(todoRoutes.listMyTodos, {});
  const roles = useUser((state) => state.roles);
  const isKeeper = mayOpen('wms/transaction/select-warehousebox', roles, 'ROLE_WAREHOUSE_ADMIN');
  const todos = data.filter(({ kind, chosen }) => SHOWN.includes(kind) && chosen);
  return (
    <>
      <p className="scan-intro">{t('scan.intro')}</p>
      {todos.map((todo) => (
        <section key={`${todo.kind} ${todo.type} ${todo.org.id}`} className="scan-card">
          <h2>
            {t(`todo.${todo.kind}`)} <PageLink to={todo.link}>{t('scan.all', { count: todo.count })}</PageLink>
          </h2>
          <ul className="scan-links">
            {todo.documents.map((document) => (
              <li key={document.id}>
                <PageLink className="scan-link" to={byScan(document.link)}>
                  <span className="kw-code">{document.no}</span>
                  <span className="scan-link-who">{document.ownerName}</span>
                </PageLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {isKeeper && (
        <p>
          <PageLink className="kw-link" to={goodsLabels('admin', { kind: 'COMMAND' })}>
            {t('scan.cards')}
          </PageLink>
        </p>
      )}
    </>
  );
}

/** Users coming from here continue with a scanner. */
const byScan = (link: string): string => (link.includes('/editbox?') ? `${link}&by=scan` : link);
