// A filter by a record that rows refer to. The selected value is labelled with the name in the loaded rows, so that links from elsewhere
// show words instead of an id.
import type { PlainKey } from '@kuwei/contract/phrase';
import type { CallInput } from '@kuwei/contract/route';
import type { LedgerEntry, ProductBox, productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { useDeferredValue, useState } from 'react';
import { usePageQuery } from '../../page/query.ts';
import { FilterButton } from '../../table/filter/FilterButton.tsx';
import { OptionList, type Option } from '../../table/filter/OptionList.tsx';
import type { Filter, FilterControlProps } from '../../table/list-types.ts';

export type StockRoute = typeof productBoxRoutes.listStock | typeof productBoxRoutes.listLedger;
type Named = Pick<ProductBox & LedgerEntry, 'productName' | 'batchNo' | 'ownerOrgName' | 'boxCode'>;

export type UseOptions = (text: string) => { options: readonly Option[]; isFetching: boolean };

interface FoundSpec<N extends string, Row> {
  name: N;
  label: PlainKey;
  nameOf: (row: Row) => string;
  /** Options for the typed text; without it, only links set the filter. */
  useFound?: UseOptions;
  /** The name, where it is known without looking at a row. */
  useKnown?: (id: string | undefined) => string | null;
}

const useUnknown = (): string | null => null;

export function createSearchFilter<const N extends string, Row = Named>(route: StockRoute, spec: FoundSpec<N, Row>): Filter<N> {
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
    const selectedName = useName(id);
    if (id === undefined && !useFound) return null;
    return (
      <FilterButton label={title} value={selectedName} onClear={() => onChange({ [name]: null })}>
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
  useFound: UseOptions;
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
/** The query of a text search. */
export const buildSearchQuery = (text: string) => ({ size: SHOWN, ...(text.trim() === '' ? {} : { q: text.trim() }) });
