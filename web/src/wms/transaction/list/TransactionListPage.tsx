import { openingRoutes } from '@kuwei/contract/wms/opening';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import type { TransactionRow } from '@kuwei/contract/wms/transaction-reply';
import { transactionActions } from '@kuwei/contract/wms/transaction-state';
import { TRANSACTION_TYPES, type TransactionType, requestOf } from '@kuwei/contract/wms/transaction-type';
import { useEffect, useMemo, useState } from 'react';
import { confirmDelete } from '../../../ui/confirm-delete.ts';
import { useActiveEffect, usePage } from '../../../page/page.ts';
import { usePageWrite } from '../../../page/query.ts';
import { useT } from '../../../phrase/phrases.ts';
import { useUser } from '../../../session/user.ts';
import type { Importer, RowAction } from '../../../table/list-types.ts';
import { List } from '../../../table/List.tsx';
import { hasOnlyFlag } from '../../../table/preset.ts';
import { useViews } from '../../../table/use-arrangement.ts';
import { noticeDone } from '../../../ui/feedback.ts';
import { workAddress, documentAddress } from '../../addresses.ts';
import { useSide } from '../../goods/side.ts';
import { isKeeper, isReviewer, useActor, useMayApply } from '../../review/use-actor.ts';
import { keepQueueOrder, OLDEST_FIRST } from '../../review/queue-order.ts';
import { moveList, openingList, ownList, reviewList, sharedList, taskList, warehouseList } from './transaction-list.tsx';
import { useApproveBatch } from './use-approve-batch.tsx';

export default function TransactionListPage() {
  const t = useT();
  const { path, params, prefix, query, pageRole } = usePage();
  const type = TRANSACTION_TYPES.find((each) => each.toLowerCase() === params['type'])!;
  const isTask = query.get('task') === 'execute';
  const side = useSide();
  const isOwner = pageRole !== 'ROLE_WAREHOUSE_ADMIN';
  const actor = useActor();
  const applies = useMayApply(type);
  const actionsOf = useActions(type);
  const [approve, approveDialogs] = useApproveBatch();
  const fixed = useMemo(() => ({ type, ...(isTask && { task: 'execute' as const }) }), [type, isTask]);
  const reviews = !isOwner && type !== 'MOVE' && type !== 'OPENING' && !isTask && isReviewer(actor);
  const opening = useOpening(reviews);
  const sort = query.get('sort') ?? (isTask ? taskList : warehouseList).sort;
  const showsQueue = isTask || query.get('waiting') === 'true';
  useActiveEffect(() => {
    if (showsQueue) keepQueueOrder(`${type} ${isTask ? 'execute' : 'review'}`, sort);
  }, [showsQueue, isTask, type, sort]);
  if (opening) return null;
  return (
    <>
      <List
        key={`${type} ${isTask} ${side}`}
        spec={
          type === 'OPENING'
            ? openingList
            : isOwner
              ? side === 'shared'
                ? sharedList
                : ownList
              : isTask
                ? taskList
                : reviews
                  ? reviewList
                  : type === 'MOVE'
                    ? moveList
                    : warehouseList
        }
        title={t(isTask ? `tx.list.task.${requestOf(type)}` : `tx.list.${isOwner ? 'own' : 'all'}.${type}`)}
        fixed={fixed}
        to={(row) => (isTask ? workAddress(prefix, row) : documentAddress(prefix, row))}
        actionsOf={actionsOf}
        exporter={transactionRoutes.exportTransactions}
        emptyText={t(
          isTask ? 'tx.list.empty.task' : applies || type === 'OPENING' ? `tx.list.empty.${type}` : 'tx.list.empty.all',
        )}
        emptyFilteredText={hasOnlyFlag(query, 'waiting') ? t('tx.list.empty.waiting') : undefined}
        {...(applies && { primary: { label: t(`tx.new.${requestOf(type)}`), to: `${path}/edit` } })}
        {...(reviews && { batch: approve })}
        {...(type === 'OPENING' && { importer: openingImport })}
      />
      {approveDialogs}
    </>
  );
}

const openingImport: Importer = {
  name: 'wms.opening',
  route: openingRoutes.importOpening,
  template: openingRoutes.getOpeningTemplate,
};

const OWNERS: readonly string[] = ['ROLE_TEACHER', 'ROLE_SUPPLIER', 'ROLE_STAFF'];

/**
 * The list of a reviewer without own goods opens on what waits for them, unless the address or their default view says otherwise.
 * @returns true until the address is set
 */
function useOpening(reviews: boolean): boolean {
  const { query, setQuery } = usePage();
  const { roles } = useUser();
  const [views] = useViews(reviewList.name);
  const [opening, setOpening] = useState(
    () =>
      reviews && query.size === 0 && !roles.some(({ code }) => OWNERS.includes(code)) && !views.some((view) => view.isDefault),
  );
  useEffect(() => {
    if (opening) setQuery({ waiting: 'true', sort: OLDEST_FIRST });
    setOpening(false);
  }, []);
  return opening;
}

function useActions(type: TransactionType): (row: TransactionRow) => readonly RowAction[] {
  const t = useT();
  const { prefix, path } = usePage();
  const actor = useActor();
  const changes = ['/wms/transaction', '/wms/product-box'];
  const erase = usePageWrite(transactionRoutes.deleteTransaction, {
    changes,
    onSuccess: () => noticeDone(t('common.deleted')),
  });
  const applies = useMayApply(type);
  const keeps = isKeeper(actor);
  return (row) => {
    const isApplicant = row.applicantId === actor.userId;
    const can = (action: 'edit' | 'delete' | 'assign'): boolean =>
      (transactionActions[action].from as readonly string[]).includes(row.state);
    return [
      ...(isApplicant && can('edit') ? [{ key: 'edit', label: t('form.edit'), to: documentAddress(prefix, row) }] : []),
      ...(keeps && can('assign') && !row.guest
        ? [{ key: 'box', label: t(`work.box.${requestOf(row.type)}`), to: workAddress(prefix, row) }]
        : []),
      ...(applies && !row.guest ? [{ key: 'copy', label: t('tx.copyShort'), to: `${path}/edit?from=${row.id}` }] : []),
      ...(isApplicant && can('delete')
        ? [
            {
              key: 'delete',
              label: t('common.delete'),
              danger: true,
              run: async () => {
                if (await confirmDelete(row.no)) await erase.mutateAsync({ params: { id: row.id } });
              },
            },
          ]
        : []),
    ];
  };
}
