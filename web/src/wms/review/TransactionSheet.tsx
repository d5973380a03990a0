// A document inside a decision dialog: owner, lines, reasons for the levels, attachments.
import { requestOf } from '@kuwei/contract/wms/transaction-type';
import { needsReason } from '@kuwei/contract/wms/transaction-reason';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import type { TransactionLine } from '@kuwei/contract/wms/transaction-reply';
import { transactionRefusal } from '@kuwei/contract/wms/transaction-state';
import { Skeleton } from 'antd';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { SheetProps } from '../../base/bpm/sheet.ts';
import { useMayCall } from '../../page/may-call.ts';
import { usePage } from '../../page/page.ts';
import { usePageQuery } from '../../page/query.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { useUnits } from '../goods/units.ts';
import { ChainPanel } from './chain/ChainPanel.tsx';
import { DocumentFacts } from '../document/DocumentHead.tsx';
import { DocumentLines } from '../document/DocumentLines.tsx';
import { DocumentMore } from '../document/DocumentMore.tsx';
import { stockByProduct } from '../document/OwnersStock.tsx';
import { cutLines, grantOf, hasExpired, isGrantRefused, refusedLines, type Grants } from './approval.ts';
import { GrantCell } from './GrantCell.tsx';
import { useActor } from './use-actor.ts';
import '../../ui/look-sheet.css';

const NONE: readonly TransactionLine[] = [];

const APPROVE = transactionRoutes.approveTransaction;

export function TransactionSheet({ bizId, isLast, error: refusedBy, onSeen }: SheetProps) {
  const { pageRole } = usePage();
  const mayCall = useMayCall();
  const actor = useActor();
  const [grants, setGrants] = useState<Grants>({});
  const { data, error, refetch, isFetching } = usePageQuery(transactionRoutes.getTransaction, { params: { id: bizId } });
  const seen = useEffectEvent(onSeen);
  const mustSay = data !== undefined && needsReason({ type: requestOf(data.type), isLast, isExpired: hasExpired(data) });
  const { data: chain } = usePageQuery(transactionRoutes.getChain, { params: { id: bizId } });
  const stock = useMemo(() => stockByProduct(chain), [chain]);
  const units = useUnits();
  // Reducing quantities needs the document page's call and its role.
  const mayCut =
    data !== undefined &&
    pageRole === 'ROLE_WAREHOUSE_ADMIN' &&
    mayCall(APPROVE) &&
    transactionRefusal('approve', data, actor) === null &&
    data.reviewRoles.some((role) => actor.codes.includes(role));
  const lines = data?.lines ?? NONE;
  const cut = useMemo(() => (mayCut ? cutLines(lines, grants, units) : []), [mayCut, lines, grants, units]);
  const wrong = mayCut && isGrantRefused(lines, grants, units);
  const refused = refusedLines(refusedBy, cut);
  const rev = data?.rev;
  useEffect(() => {
    if (rev !== undefined) seen({ rev, mustSay, cut, wrong });
  }, [rev, mustSay, cut, wrong]);
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />;
  if (!data) return <Skeleton active paragraph={{ rows: 8 }} />;
  return (
    <div className="look-sheet">
      <DocumentFacts transaction={data} />
      <DocumentLines
        transaction={data}
        stock={stock}
        grant={
          mayCut
            ? (line) => (
                <GrantCell
                  line={line}
                  grant={grantOf(grants, line)}
                  refused={refused.get(line.id) ?? null}
                  onGrant={(id, grant) => setGrants((before) => ({ ...before, [id]: grant }))}
                />
              )
            : null
        }
      />
      <DocumentMore transaction={data} />
      <ChainPanel transaction={data} />
    </div>
  );
}
