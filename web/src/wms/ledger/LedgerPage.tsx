// The append-only ledger of movements. Users with the right can verify it here.
import { isAllowed, effectiveRoles } from '@kuwei/contract/access';
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { useState } from 'react';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import { List } from '../../table/List.tsx';
import { useUser } from '../../session/user.ts';
import { useSide } from '../goods/side.ts';
import { AdjustmentNote } from './AdjustmentNote.tsx';
import { ledgerLists } from './ledger-list.tsx';
import { ProofDialog } from './ProofDialog.tsx';
import { entryTotals } from './totals.tsx';

export default function LedgerPage() {
  const t = useT();
  const { pageRole } = usePage();
  const side = useSide();
  const roles = useUser((state) => state.roles);
  const [proving, setProving] = useState(false);
  const { needs } = productBoxRoutes.proveLedger;
  const mayProve = isAllowed(needs, effectiveRoles(roles, pageRole));
  return (
    <>
      <List
        key={side}
        spec={ledgerLists[side]}
        title={t('ledger.title')}
        above={<AdjustmentNote />}
        buttons={
          mayProve && (
            <button type="button" className="kw-button" onClick={() => setProving(true)}>
              {t('ledger.prove')}
            </button>
          )
        }
        exporter={productBoxRoutes.exportLedger}
        totals={entryTotals}
        emptyText={t('ledger.empty')}
      />
      {proving && <ProofDialog onClose={() => setProving(false)} />}
    </>
  );
}
