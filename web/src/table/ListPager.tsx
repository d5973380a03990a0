import type { ListRoute, ListSpec, RowOf } from './list-types.ts';
import { KeyPager, Pager } from './Pager.tsx';
import type { ListState } from './use-list.ts';

interface ListPagerProps<R extends ListRoute> {
  spec: ListSpec<R>;
  list: ListState<RowOf<R>>;
}

export function ListPager<R extends ListRoute>({ spec: { after }, list }: ListPagerProps<R>) {
  const { address, arrangement, arrange, rows, count } = list;
  const { query, change } = address;
  const setSize = (size: number): void => {
    arrange({ ...arrangement, size });
    change({ size });
  };
  const isBeyond = after ? query[after.name] !== undefined : count.total > 0;
  if (rows?.length === 0 && !isBeyond) return null;
  if (!after) {
    return <Pager page={query.page} size={query.size} {...count} onPage={(page) => change({ page })} onSize={setSize} />;
  }
  return (
    <KeyPager
      size={query.size}
      atStart={query[after.name] === undefined}
      hasMore={rows !== undefined && rows.length >= query.size}
      onStart={() => change({ [after.name]: null })}
      onMore={() => rows && change({ [after.name]: after.of(rows.at(-1)!) })}
      onSize={setSize}
    />
  );
}
