import type { FlowRow } from '@kuwei/contract/wms/hazard-flow';
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { useMayCall } from '../../page/may-call.ts';
import { usePage } from '../../page/page.ts';
import { PageLink } from '../../ui/PageLink.tsx';

/** The number of an entry, linked to the ledger filtered by its document. */
export function EntryLink({ entry: { seq, transactionId } }: { entry: FlowRow }) {
  const { prefix } = usePage();
  const maySee = useMayCall()(productBoxRoutes.listLedger);
  if (!maySee) return <span className="kw-code">{seq}</span>;
  return (
    <PageLink className="kw-link kw-code" to={`/${prefix}/wms/ledger?transactionId=${transactionId}`}>
      {seq}
    </PageLink>
  );
}
