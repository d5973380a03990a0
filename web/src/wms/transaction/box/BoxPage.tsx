// The keeper's screen: assigns boxes to the goods of a document and posts what was done.
import { requestOf } from '@kuwei/contract/wms/transaction-type';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { EXECUTION_STATES } from '@kuwei/contract/wms/transaction-state';
import { Suspense, useEffect } from 'react';
import { dropDrafts } from '../../../page/drafts.ts';
import { lazyPart } from '../../../browser/lazy-part.ts';
import { usePage } from '../../../page/page.ts';
import { setDirty } from '../../../page/pages.ts';
import { workAddress } from '../../addresses.ts';
import { NextWaiting } from '../../review/NextWaiting.tsx';
import { isKeeper, useActor } from '../../review/use-actor.ts';
import { DocumentHead } from '../../document/DocumentHead.tsx';
import { DocumentLines } from '../../document/DocumentLines.tsx';
import { DocumentScreen } from '../../document/DocumentScreen.tsx';
import { PrintLink } from '../../document/PrintLink.tsx';
import { BoxWorkbench } from '../../putaway/BoxWorkbench.tsx';

/** Lazy: the other actions load after the boxes. */
const AuditButtons = lazyPart(async () => (await import('../audit/AuditButtons.tsx')).AuditButtons);

export default function BoxPage() {
  return (
    <DocumentScreen>
      {(transaction, reload) => <BoxView key={transaction.id} transaction={transaction} onChanged={reload} />}
    </DocumentScreen>
  );
}

function BoxView({ transaction, onChanged }: { transaction: Transaction; onChanged: () => void }) {
  const actor = useActor();
  const isOpen = EXECUTION_STATES.includes(transaction.state) && isKeeper(actor) && !transaction.guest;
  if (isOpen) return <BoxWorkbench transaction={transaction} onChanged={onChanged} />;
  return <BoxDone transaction={transaction} onChanged={onChanged} />;
}

/** Nothing to do here now: shows the state and the next step. */
function BoxDone({ transaction, onChanged }: { transaction: Transaction; onChanged: () => void }) {
  const { key, prefix } = usePage();
  const isOver = !EXECUTION_STATES.includes(transaction.state);
  // Discard a keeper's draft when someone else has ended the document.
  useEffect(() => {
    if (!isOver) return;
    dropDrafts(key);
    setDirty(key, false);
  }, [key, isOver]);
  return (
    <>
      <DocumentHead
        transaction={transaction}
        actions={
          <>
            <PrintLink transaction={transaction} />
            <Suspense>
              <AuditButtons transaction={transaction} onChanged={onChanged} />
            </Suspense>
            {transaction.posted && (
              <NextWaiting
                query={{ type: requestOf(transaction.type), task: 'execute' }}
                addressOf={(next) => workAddress(prefix, next)}
                none="work.next.noneToKeep"
              />
            )}
          </>
        }
      />
      <DocumentLines transaction={transaction} />
    </>
  );
}
