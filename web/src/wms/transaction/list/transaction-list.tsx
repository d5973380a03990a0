// Columns and filters of document lists. Owners see their own documents, the warehouse all.
import { productRoutes } from '@kuwei/contract/wms/product';
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import type { TransactionRisk } from '@kuwei/contract/wms/transaction-risk';
import { joinList } from '@kuwei/contract/phrase';
import { ownersOfRow, warehousesOf, type TransactionRow } from '@kuwei/contract/wms/transaction-reply';
import { DOCUMENT_STATUSES, FINAL_STATES, stateKey } from '@kuwei/contract/wms/transaction-state';
import { nameIn } from '@kuwei/contract/name';
import { TRANSACTION_TYPES } from '@kuwei/contract/wms/transaction-type';
import { usePage } from '../../../page/page.ts';
import { langOf, locale, useT } from '../../../phrase/phrases.ts';
import { choice } from '../../../table/filter/choice.tsx';
import { days } from '../../../table/filter/days.tsx';
import { flag } from '../../../table/filter/flag.tsx';
import { orgFilter } from '../../../table/filter/org.ts';
import type { Option } from '../../../table/filter/OptionList.tsx';
import { record } from '../../../table/filter/record.tsx';
import { listOf, type Column } from '../../../table/list-types.ts';
import { money } from '../../../ui/format.ts';
import { None } from '../../../ui/None.tsx';
import { StateTag } from '../../../ui/StateTag.tsx';
import { When } from '../../../ui/When.tsx';
import { ownersOf } from '../../goods/owner-filter.ts';
import { OwnerCell } from '../../goods/OwnerCell.tsx';
import { warehouseOf } from '../../warehouse/warehouse-filter.ts';
import { roleNames } from '../../review/steps.ts';
import { lookOf } from '../../document/looks.ts';
import { OLDEST_FIRST } from '../../review/queue-order.ts';
import { ControlMarks } from '../../../ui/HazardMarks.tsx';
import { RiskMarks } from '../../goods/RiskMarks.tsx';
import { ownerParts, reviewerParts, warehouseParts } from './parts.tsx';
import '../../../ui/hazard-marks.css';
import './transaction-list.css';

type Sort = 'no' | 'createdAt' | 'submittedAt' | 'updatedAt' | 'planDate' | 'state';
type DocumentColumn = Column<TransactionRow, Sort>;

const no: DocumentColumn = {
  key: 'no',
  title: 'wms.transaction.no',
  sort: 'no',
  descFirst: true,
  card: 'code',
  cell: ({ no: text, reversesNo }) => (
    <span className="kw-code">
      {text}
      {reversesNo !== null && <Reverses no={reversesNo} />}
    </span>
  ),
  copy: ({ no: text }) => text,
};
const products: DocumentColumn = {
  key: 'products',
  title: 'wms.transaction.products',
  width: 'grow',
  card: 'title',
  cell: (row) => <Products {...row} />,
};
const state: DocumentColumn = {
  key: 'state',
  title: 'wms.transaction.state',
  sort: 'state',
  card: 'state',
  cell: (row) => <StateTag look={lookOf(row)} />,
};
const step: DocumentColumn = {
  key: 'step',
  title: 'tx.list.step',
  card: 'fact',
  cell: (row) => <Step {...row} />,
};
const owner: DocumentColumn = {
  key: 'owner',
  title: 'wms.transaction.owner',
  card: 'fact',
  cell: (row) =>
    row.goodsOwnerNames.length > 0 ? (
      joinList(locale(), ownersOfRow(row))
    ) : (
      <OwnerCell id={row.ownerOrgId} name={row.ownerOrgName} />
    ),
};
const applicant: DocumentColumn = {
  key: 'applicant',
  title: 'wms.transaction.applicant',
  card: 'fact',
  cell: ({ applicantName }) => applicantName,
};
const others: DocumentColumn[] = [
  {
    key: 'warehouse',
    title: 'wms.transaction.warehouse',
    card: 'fact',
    cell: warehousesOf,
  },
  {
    key: 'planDate',
    title: 'wms.transaction.planDate',
    sort: 'planDate',
    card: 'fact',
    cell: (row) => <PlanDate {...row} />,
  },
  {
    key: 'value',
    title: 'wms.transaction.value',
    align: 'right',
    hidden: true,
    cell: ({ value }) => (value === null ? <None /> : money(value)),
  },
  {
    key: 'submittedAt',
    title: 'wms.transaction.submittedAt',
    sort: 'submittedAt',
    descFirst: true,
    hidden: true,
    cell: ({ submittedAt }) => (submittedAt === null ? <None /> : <When at={submittedAt} />),
  },
  {
    key: 'updatedAt',
    title: 'tx.list.updatedAt',
    sort: 'updatedAt',
    descFirst: true,
    cell: ({ updatedAt }) => <When at={updatedAt} />,
  },
];

const states = choice({
  name: 'state',
  label: 'wms.transaction.state',
  useOptions: useStates,
});
const warehouse = warehouseOf();
const owners = orgFilter('ownerOrgId', 'wms.transaction.owner');
const product = record({
  name: 'productId',
  label: 'wms.product',
  find: productRoutes.selectProducts,
  optionOf: ({ id, name, code, spec }) => ({ value: id, label: name, hint: spec === null ? code : `${code} · ${spec}` }),
  one: productRoutes.getProduct,
  nameOf: (one) => nameIn(locale(), one),
});
const mine = flag({ name: 'mine', label: 'tx.list.mine' });
const controlled = flag({ name: 'controlled', label: 'tx.list.controlled' });
const overdue = flag({ name: 'overdue', label: 'tx.list.overdue' });
const made = days({ from: 'from', to: 'to', label: 'tx.list.made' });

const common = { sort: '-createdAt', search: 'tx.list.search', nameOf: ({ no: text }: TransactionRow) => text } as const;

/** Without an owner column. */
export const ownList = listOf(transactionRoutes.listTransactions, {
  ...common,
  name: 'wms.transaction.own',
  filtersElsewhere: ['type', 'task', 'ownerOrgId'],
  columns: [no, products, state, step, applicant, ...others],
  filters: [ownerParts, states, warehouse, made, product, mine, controlled, overdue],
});

/** With documents of other owners opened by data rules. */
export const sharedList = listOf(transactionRoutes.listTransactions, {
  ...common,
  name: 'wms.transaction.shared',
  filtersElsewhere: ['type', 'task'],
  columns: [no, products, state, { ...step, hidden: 'en' }, owner, applicant, ...others],
  filters: [
    ownerParts,
    ...ownersOf(productBoxRoutes.listStock, 'shared'),
    states,
    warehouse,
    made,
    product,
    mine,
    controlled,
    overdue,
  ],
});

const warehouseFilters = [owners, warehouse, states, made, product, controlled, overdue];

/** For a warehouse. */
export const warehouseList = listOf(transactionRoutes.listTransactions, {
  ...common,
  name: 'wms.transaction.warehouse',
  filtersElsewhere: ['type', 'task', 'mine'],
  // English states name the next actor, and leave no room for a second mention.
  columns: [no, products, state, { ...step, hidden: 'en' }, owner, applicant, ...others],
  filters: [warehouseParts, ...warehouseFilters],
});

/** Transfers: two warehouses leave no room for the day in English. */
export const moveList = {
  ...warehouseList,
  columns: warehouseList.columns.map((column) => (column.key === 'planDate' ? { ...column, hidden: 'en' as const } : column)),
};

/** For reviewers of a warehouse. */
export const reviewList = { ...warehouseList, filters: [reviewerParts, ...warehouseFilters] };

/** Posted on import: nothing waits for anyone, so there are no tabs. */
export const openingList = listOf(transactionRoutes.listTransactions, {
  ...common,
  name: 'wms.transaction.opening',
  filtersElsewhere: ['type', 'task', 'mine', 'state', 'waiting', 'overdue'],
  columns: [no, products, state, owner, applicant, ...others.filter(({ key }) => key !== 'planDate')],
  filters: [owners, warehouse, made, product, controlled],
});

/** Tasks of a keeper, without tabs. */
export const taskList = listOf(transactionRoutes.listTransactions, {
  ...common,
  sort: OLDEST_FIRST,
  name: 'wms.transaction.task',
  filtersElsewhere: ['type', 'task', 'mine', 'state', 'waiting'],
  columns: [no, products, state, owner, applicant, ...others],
  filters: [owners, warehouse, made, product, controlled, overdue],
});

/** The reversed document. */
function Reverses({ no: text }: { no: string }) {
  const t = useT();
  return <span className="document-reverses">{t('tx.list.reverses', { no: text })}</span>;
}

/** State names in the terms of the listed document type. */
function useStates(): readonly Option[] {
  const t = useT();
  const { params } = usePage();
  const type = TRANSACTION_TYPES.find((each) => each.toLowerCase() === params['type']) ?? 'INBOUND';
  return DOCUMENT_STATUSES.map((value) => ({ value, label: t(stateKey(type, value)) }));
}

/** The first product, the number of products, and the document's hazards. */
function Products({ summary, lines, toxic, controlled: marked, controlFlags, notAssessed, risks }: TransactionRow) {
  const t = useT();
  if (lines === 0) return <None />;
  // The status at submission counts, not the current one of the products.
  const was: TransactionRisk | null = toxic ? 'TOXIC' : marked ? 'CONTROLLED' : null;
  const formerRisks = was !== null && !(was === 'TOXIC' ? controlFlags.includes(was) : controlFlags.length > 0) ? [was] : [];
  return (
    <span className="document-products" title={summary}>
      <span>{summary}</span>
      <span className="document-count">{t('tx.list.lines', { count: lines })}</span>
      {controlFlags.length > 0 && <ControlMarks flags={controlFlags} />}
      <RiskMarks risks={[...formerRisks, ...(notAssessed ? ['NOT_ASSESSED' as const] : []), ...risks]} />
    </span>
  );
}

/** Who acts next. */
function Step({ state: now, applicantName, reviewRoles, reviewStep }: TransactionRow) {
  const t = useT();
  if (FINAL_STATES.includes(now)) return <None />;
  if (now === 'DRAFT' || now === 'RETURNED') return <span lang={langOf(applicantName)}>{applicantName}</span>;
  if (now === 'SUBMITTED') return roleNames(reviewRoles) || (reviewStep ?? <None />);
  return t('work.who.keeper');
}

/** Highlights a past day of an open document. */
function PlanDate({ planDate, state: now }: TransactionRow) {
  const t = useT();
  if (planDate === null) return <None />;
  const late = !FINAL_STATES.includes(now) && planDate < new Date().toLocaleDateString('sv');
  return late ? (
    <span className="document-late" title={t('tx.list.overdue')}>
      {planDate}
    </span>
  ) : (
    planDate
  );
}
