import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { usePageQuery } from '../../../page/query.ts';
import { useT } from '../../../phrase/phrases.ts';
import { When } from '../../../ui/When.tsx';
import './document-edit.css';

/** Why the reviewer returned the request. */
export function ReturnedNote({ id }: { id: string }) {
  const t = useT();
  const { data } = usePageQuery(transactionRoutes.listRecords, { params: { id } });
  const last = data?.findLast((record) => record.action === 'return');
  if (!last) return null;
  return (
    <div className="document-returned" role="status">
      <p>
        <strong>{t('tx.returned', { name: last.actorName })}</strong> <When at={last.at} />
      </p>
      {last.comment !== null && <p>{last.comment}</p>}
    </div>
  );
}
