// The keeper's screen: where the goods of a document go or come from, and the posting of what was done.
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

/** Where boxes are chosen, what else can be done with the document comes after them. */
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

/** Nothing to do here any more, or not yet: what there is, and what comes next. */
function BoxDone({ transaction, onChanged }: { transaction: Transaction; onChanged: () => void }) {
  const { key, prefix } = usePage();
  const isOver = !EXECUTION_STATES.includes(transaction.state);
  // What a keeper had begun when others ended the document leads nowhere any more.
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
