import { usePage } from '../../../page/page.ts';
import { DocumentHead } from '../DocumentHead.tsx';
import { DocumentLines } from '../DocumentLines.tsx';
import { DocumentScreen } from '../DocumentScreen.tsx';
import { AuditButtons } from './AuditButtons.tsx';

/** A decision on one document, and nothing else. */
export default function AuditButtonPage() {
  const { path } = usePage();
  return (
    <DocumentScreen>
      {(transaction, reload) => (
        <>
          <DocumentHead
            transaction={transaction}
            actions={
              <AuditButtons
                key={transaction.id}
                transaction={transaction}
                onChanged={reload}
                addressOf={({ id }) => `${path}?id=${id}`}
              />
            }
          />
          <DocumentLines transaction={transaction} />
        </>
      )}
    </DocumentScreen>
  );
}
