// Filters by what stock rows and ledger entries name: a product, a batch, an owner, a box, a document. What is chosen is
// called what the list itself calls it, so that a link from elsewhere says in words what it asks for.
import type { PlainKey } from '@kuwei/contract/phrase';
import type { CallInput } from '@kuwei/contract/route';
import { orgRoutes } from '@kuwei/contract/wms/org';
import { productRoutes } from '@kuwei/contract/wms/product';
import { productBoxRoutes, type LedgerEntry, type ProductBox } from '@kuwei/contract/wms/product-box';
import { boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import { useDeferredValue, useState } from 'react';
import { usePage } from '../../page/page.ts';
import { usePageQuery } from '../../page/query.ts';
import { useRoleOrg } from '../../session/role-org.ts';
import { FilterButton } from '../../table/filter/FilterButton.tsx';
import { OptionList, type Option } from '../../table/filter/OptionList.tsx';
import type { Filter, FilterControlProps } from '../../table/list-types.ts';
import { namesOwners, type Side } from './side.ts';

type StockRoute = typeof productBoxRoutes.listStock | typeof productBoxRoutes.listLedger;
type Named = Pick<ProductBox & LedgerEntry, 'productName' | 'batchNo' | 'ownerOrgName' | 'boxCode'>;

type UseFound = (text: string) => { options: readonly Option[]; isFetching: boolean };

interface FoundSpec<N extends string, Row> {
  name: N;
  label: PlainKey;
  nameOf: (row: Row) => string;
  /** Options for what is typed; without it, the filter is set by links only. */
  useFound?: UseFound;
  /** The name where the console knows it by itself: no row has to be asked for. */
  useKnown?: (id: string | undefined) => string | null;
}

const useUnknown = (): string | null => null;

function found<const N extends string, Row = Named>(route: StockRoute, spec: FoundSpec<N, Row>): Filter<N> {
  const { name, label, nameOf, useFound, useKnown = useUnknown } = spec;
  const withEmpty = 'withEmpty' in route.query.shape ? { withEmpty: true } : {};
  function useName(id: string | undefined): string | null {
    const input = { query: { size: 1, [name]: id, ...withEmpty } } as unknown as CallInput<typeof productBoxRoutes.listStock>;
    const known = useKnown(id);
    const { data } = usePageQuery(route as typeof productBoxRoutes.listStock, input, {
      enabled: id !== undefined && known === null,
    });
    if (id === undefined || known !== null) return known;
    const [row] = (data?.list ?? []) as unknown as Row[];
    return row === undefined ? '…' : nameOf(row);
  }
  function Control({ label: title, values, onChange }: FilterControlProps) {
    const id = values[name];
    const said = useName(id);
    if (id === undefined && !useFound) return null;
    return (
      <FilterButton label={title} value={said} onClear={() => onChange({ [name]: null })}>
        {(close) =>
          useFound && (
            <Options
              title={title}
              chosen={id}
              useFound={useFound}
              onChoose={(chosen) => {
                onChange({ [name]: chosen });
                close();
              }}
            />
          )
        }
      </FilterButton>
    );
  }
  return { names: [name], label, Control };
}

interface OptionsProps {
  title: string;
  chosen: string | undefined;
  useFound: UseFound;
  onChoose: (id: string) => void;
}

function Options({ title, chosen, useFound, onChoose }: OptionsProps) {
  const [text, setText] = useState('');
  const q = useDeferredValue(text);
  const { options, isFetching } = useFound(q);
  return (
    <OptionList
      label={title}
      options={options}
      chosen={chosen === undefined ? [] : [chosen]}
      single
      onFind={setText}
      isLooking={text !== q || isFetching}
      onChange={([id]) => onChoose(id!)}
    />
  );
}

const SHOWN = 20;
const wanted = (text: string) => ({ size: SHOWN, ...(text.trim() === '' ? {} : { q: text.trim() }) });

const useProducts: UseFound = (text) => {
  const { data, isFetching } = usePageQuery(productRoutes.selectProducts, { query: wanted(text) }, { keepPrevious: true });
  return { options: (data?.list ?? []).map(({ id, name, code }) => ({ value: id, label: name, hint: code })), isFetching };
};
const useOwners: UseFound = (text) => {
  const { data, isFetching } = usePageQuery(orgRoutes.selectOrgs, { query: wanted(text) }, { keepPrevious: true });
  return { options: (data?.list ?? []).map(({ id, name, code }) => ({ value: id, label: name, hint: code })), isFetching };
};
const useOwnOrg: UseFound = () => {
  const { org } = useRoleOrg(usePage().pageRole);
  return { options: org === null ? [] : [{ value: org.id, label: org.name }], isFetching: false };
};
const useOwnName = (id: string | undefined): string | null =>
  useOwnOrg('').options.find(({ value }) => value === id)?.label ?? null;
const useBoxes: UseFound = (text) => {
  const { data, isFetching } = usePageQuery(boxRoutes.listBoxes, { query: wanted(text) }, { keepPrevious: true });
  return { options: (data?.list ?? []).map(({ id, code }) => ({ value: id, label: code })), isFetching };
};

export const productOf = (route: StockRoute): Filter<'productId'> =>
  found(route, { name: 'productId', label: 'stock.product', nameOf: ({ productName }) => productName, useFound: useProducts });
/** The warehouse finds any; an owner who sees goods of others their own, and others by their names in the rows. */
const ownerOf = (route: StockRoute, side: Side): Filter<'ownerOrgId'> =>
  found(route, {
    name: 'ownerOrgId',
    label: 'wms.stock.owner',
    nameOf: ({ ownerOrgName }) => ownerOrgName,
    ...(side === 'warehouse' ? { useFound: useOwners } : { useFound: useOwnOrg, useKnown: useOwnName }),
  });
export const ownersOf = (route: StockRoute, side: Side): Filter<'ownerOrgId'>[] =>
  namesOwners(side) ? [ownerOf(route, side)] : [];
/** @param findable boxes can be looked for: by the warehouse alone */
export const boxOf = (route: StockRoute, findable: boolean): Filter<'boxId'> =>
  found(route, {
    name: 'boxId',
    label: 'stock.place',
    nameOf: ({ boxCode }) => boxCode,
    ...(findable && { useFound: useBoxes }),
  });
export const batchOf = (route: StockRoute): Filter<'batchId'> =>
  found(route, { name: 'batchId', label: 'wms.stock.batchNo', nameOf: ({ batchNo }) => batchNo });
export const containerOf: Filter<'containerId'> = found<'containerId', ProductBox>(productBoxRoutes.listStock, {
  name: 'containerId',
  label: 'stock.filter.container',
  nameOf: ({ containerName }) => containerName,
});
export const documentOf: Filter<'transactionId'> = found<'transactionId', LedgerEntry>(productBoxRoutes.listLedger, {
  name: 'transactionId',
  label: 'ledger.document',
  nameOf: ({ transactionNo }) => transactionNo ?? '…',
});
export const stockRowOf: Filter<'productBoxId'> = found<'productBoxId', LedgerEntry>(productBoxRoutes.listLedger, {
  name: 'productBoxId',
  label: 'ledger.stockRow',
  nameOf: ({ productName, batchNo, boxCode }) => `${productName} ${batchNo} ${boxCode}`,
});
