// The page of a document: a form while the applicant may edit it, otherwise a view.
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { transactionRefusal } from '@kuwei/contract/wms/transaction-state';
import { TRANSACTION_TYPES, type RequestType, type TransactionType } from '@kuwei/contract/wms/transaction-type';
import { ApiError } from '../../../api/error.ts';
import { lazyPart } from '../../../browser/lazy-part.ts';
import { usePage } from '../../../page/page.ts';
import { usePageQuery } from '../../../page/query.ts';
import { useT } from '../../../phrase/phrases.ts';
import { ErrorPage } from '../../../ui/ErrorPage.tsx';
import { LoadFailed } from '../../../ui/LoadFailed.tsx';
import { PageHead } from '../../../ui/PageHead.tsx';
import { PageSkeleton } from '../../../ui/PageSkeleton.tsx';
import { useWarehouseOptions } from '../../warehouse/options.ts';
import { useActor, useMayApply } from '../../review/use-actor.ts';
import { DocumentOfOtherOrg } from '../../document/DocumentOfOtherOrg.tsx';
import { useBeginning } from './begin.ts';

/** Lazy: a visit rarely needs both. */
const DocumentEditor = lazyPart(async () => (await import('./DocumentEditor.tsx')).DocumentEditor);
const DocumentView = lazyPart(async () => (await import('./DocumentView.tsx')).DocumentView);

export default function TransactionEditPage() {
  const { path, query } = usePage();
  const type = TRANSACTION_TYPES.find((each) => path.includes(`/transaction/${each.toLowerCase()}/`))!;
  const id = query.get('id');
  if (id === null) return type === 'OPENING' ? <NoNew type={type} /> : <NewDocument type={type} />;
  return <StoredDocument key={id} id={id} type={type} />;
}

function StoredDocument({ id, type }: { id: string; type: TransactionType }) {
  const t = useT();
  const actor = useActor();
  const { data, error, refetch, isFetching } = usePageQuery(transactionRoutes.getTransaction, { params: { id } });
  if (error && !data) {
    const isMissing = error instanceof ApiError && (error.kind === 'notFound' || error.status === 400);
    return isMissing ? (
      <DocumentOfOtherOrg id={id} />
    ) : (
      <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />
    );
  }
  if (!data) return <PageSkeleton />;
  if (data.type !== type) return <ErrorPage status={404} message={t('error.page.notFound')} />;
  return type !== 'OPENING' && transactionRefusal('edit', data, actor) === null ? (
    <DocumentEditor type={type} record={data} beginning={{ head: {}, lines: [] }} />
  ) : (
    <DocumentView transaction={data} reload={() => void refetch()} />
  );
}

function NewDocument({ type }: { type: RequestType }) {
  const applies = useMayApply(type);
  const { beginning, error, retry } = useBeginning(type, useWarehouseOptions());
  if (!applies) return <NoNew type={type} />;
  if (error) return <LoadFailed error={error} onRetry={retry} busy={false} />;
  return beginning ? <DocumentEditor type={type} record={null} beginning={beginning} /> : <PageSkeleton />;
}

/** Explains who files documents of this type. */
function NoNew({ type }: { type: TransactionType }) {
  const t = useT();
  const phrase = type === 'OPENING' ? 'wms.opening' : (`tx.new.${type}` as const);
  return (
    <>
      <PageHead name={{ phrase }} title={t(phrase)} />
      <p>{t(type === 'MOVE' || type === 'OPENING' ? `tx.notYours.${type}` : 'tx.notYours')}</p>
    </>
  );
}
