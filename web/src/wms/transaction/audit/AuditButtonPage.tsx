import { usePage } from '../../../page/page.ts';
import { ChainPanel } from '../../review/chain/ChainPanel.tsx';
import { DocumentHead } from '../../document/DocumentHead.tsx';
import { DocumentLines } from '../../document/DocumentLines.tsx';
import { DocumentMore } from '../../document/DocumentMore.tsx';
import { DocumentScreen } from '../../document/DocumentScreen.tsx';
import { TroubleNote } from '../../document/TroubleNote.tsx';
import { PrintLink } from '../../document/PrintLink.tsx';
import { AuditButtons } from './AuditButtons.tsx';

/** Decides one document, with everything the decision is based on. */
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
