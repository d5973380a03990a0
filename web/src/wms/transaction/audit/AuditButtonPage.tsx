import { usePage } from '../../../page/page.ts';
import { ChainPanel } from '../chain/ChainPanel.tsx';
import { DocumentHead } from '../DocumentHead.tsx';
import { DocumentLines } from '../DocumentLines.tsx';
import { DocumentMore } from '../DocumentMore.tsx';
import { DocumentScreen } from '../DocumentScreen.tsx';
import { TroubleNote } from '../TroubleNote.tsx';
import { PrintLink } from '../print/PrintLink.tsx';
import { AuditButtons } from './AuditButtons.tsx';

/** A decision on one document, with all that it is made from. */
export default function AuditButtonPage() {
  const { path } = usePage();
  return (
    <DocumentScreen>
      {(transaction, reload) => (
        <>
          <DocumentHead
            transaction={transaction}
            actions={
              <>
                <PrintLink transaction={transaction} />
                <AuditButtons
                  key={transaction.id}
                  transaction={transaction}
                  onChanged={reload}
                  addressOf={({ id }) => `${path}?id=${id}`}
                />
              </>
            }
          />
          <div className="audit-document">
            <TroubleNote transaction={transaction} />
            <ChainPanel transaction={transaction} />
            <DocumentLines transaction={transaction} />
            <DocumentMore transaction={transaction} />
          </div>
        </>
      )}
    </DocumentScreen>
  );
}
