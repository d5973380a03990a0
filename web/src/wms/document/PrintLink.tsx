import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { EXECUTION_STATES } from '@kuwei/contract/wms/transaction-state';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { printAddress } from '../addresses.ts';

/** Link to the slip of an approved or finished document, for everyone who can read it. */
export function PrintLink({ transaction: { id, state } }: { transaction: Transaction }) {
  const t = useT();
  const { prefix } = usePage();
  if (!EXECUTION_STATES.includes(state) && state !== 'DONE') return null;
  return (
    <PageLink className="kw-button" to={printAddress(prefix, id)}>
      {t('work.print')}
    </PageLink>
  );
}
