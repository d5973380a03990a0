// A list: title, filters, rows, pages and batch actions. A page declares its list once and passes in what is specific to it; the rest is
// the same on every screen.
import { needsOf } from '@kuwei/contract/route';
import { Suspense, useMemo, useRef, useState, type ReactNode } from 'react';
import { useMayCall } from '../page/may-call.ts';
import { useLocale, useT } from '../phrase/phrases.ts';
import { countText } from '../ui/format.ts';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import { ActionButtons } from './ActionButtons.tsx';
import { columnsIn, arrangeColumns } from './arrangement.ts';
import type { Batch, BatchOutcome } from './batch.ts';
import { Cards } from './Cards.tsx';
import { columnActions } from './column-actions.ts';
import { DataTable } from './DataTable.tsx';
import { DetailPane } from './DetailPane.tsx';
import { FilterBar } from './FilterBar.tsx';
import { LazyRefusedDialog } from './lazy-dialogs.ts';
import { ListEmpty } from './ListEmpty.tsx';
import { ListTools } from './ListTools.tsx';
import type {
  Column,
  ExportRoute,
  Filter,
  FixedQuery,
  Importer,
  ListRoute,
  ListSpec,
  PrimaryAction,
  RowAction,
  RowOf,
} from './list-types.ts';
import { ListPager } from './ListPager.tsx';
import { PrimaryButton } from './PrimaryButton.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { extendSelection, toggled, togglePage } from './selection.ts';
import { TransferTools } from './TransferTools.tsx';
import { useList } from './use-list.ts';
import { ViewsMenu } from './ViewsMenu.tsx';
import '../ui/field.css';
import './list.css';
import './phone.css';
import './tool.css';

export interface ListProps<R extends ListRoute> {
  spec: ListSpec<R>;
  /** Omit for a list inside another page. */
  title?: string;
  /** Query parameters fixed by the page. */
  fixed?: FixedQuery<R>;
  /** Page that a row links to. */
  to?: (row: RowOf<R>) => string;
  /** Called when a row is opened, by its link, a click elsewhere in it, or the keyboard. */
  onOpen?: (row: RowOf<R>) => void;
  /** Details to open beside the list instead of a page. @param row while visible */
  detail?: (id: string, row: RowOf<R> | undefined, close: () => void) => ReactNode;
  /** Called when a row renders; up to three actions are visible. */
  actionsOf?: (row: RowOf<R>) => readonly RowAction[];
  primary?: PrimaryAction;
  /** Further actions and links, beside the primary action; on a phone a menu. */
  actions?: readonly RowAction[];
  /** A switch between sections of the list, and other controls that are not plain buttons. */
  buttons?: ReactNode;
  batch?: Batch<RowOf<R>>;
  importer?: Importer;
  /** Takes the query of the list and returns a workbook. */
  exporter?: ExportRoute;
  /** Totals of the visible rows, below the columns by their key; null if they cannot be added up. */
  totals?: (rows: readonly RowOf<R>[]) => Readonly<Record<string, ReactNode>> | null;
  /** Between title and filters: a summary of the whole list. */
  above?: ReactNode;
  /** Hint shown when there are no records yet. */
  emptyText?: string;
  /** Replaces the general text when the filters in the address match nothing. */
  emptyFilteredText?: string | undefined;
}

export function List<R extends ListRoute>(props: ListProps<R>) {
  type Row = RowOf<R>;
  const { spec, title, fixed, to, onOpen, detail, actions, buttons, totals, above, emptyText, emptyFilteredText } = props;
  const { batch, importer, exporter, primary, actionsOf } = usePermitted(props);
  const t = useT();
  const phone = useIsPhone();
  const [refused, setRefused] = useState<BatchOutcome | null>(null);
  const steadyActions = useStableCallback(actionsOf);
  const list = useList({
    spec,
    fixed,
    to,
    hasDetail: detail !== undefined,
    selectable: batch !== undefined,
    primary,
  });
  const { address, data, rows, ids, count, selection, select, shown, arrangement, arrange } = list;
  const locale = useLocale();
  const all = useMemo(() => columnsIn(spec.columns as readonly Column<Row>[], locale), [spec, locale]);
  const columns = arrangeColumns(all, arrangement);
  const filters = ((spec.filters ?? []) as readonly Filter[]).filter(({ names }) => !names.some((name) => name in (fixed ?? {})));

  const transfer = (importer || exporter) && (
    <TransferTools importer={importer} exporter={exporter} changes={spec.route.path} query={address.asked} count={count} />
  );
  const empty = (
    <ListEmpty
      isFiltered={address.isFiltered}
      onReset={address.reset}
      primary={primary}
      text={emptyText}
      filtered={emptyFilteredText}
    />
  );
  // The empty state offers the same actions.
  const isBare = rows?.length === 0 && !address.isFiltered;
  const shared = {
    label: title ?? t(all[0]!.title),
    rows,
    keyOf: list.keyOf,
    nameOf: spec.nameOf,
    hrefOf: list.hrefOf,
    onOpen: (href: string, id: string) => {
      onOpen?.(list.rowOf(id));
      list.open(href);
    },
    selection: batch ? selection : null,
    actionsOf: steadyActions,
    busy: data.isFetching,
    empty,
  };
  return (
    <div className={`list ${arrangement.density ?? 'normal'}`} ref={list.root}>
      {title !== undefined && (
        <PageHead
          title={title}
          count={
            <>
              {data.page && countText(data.page)}
              <ViewsMenu views={list.views} current={address.view} onShow={address.showView} onKeep={list.keepViews} />
            </>
          }
          actions={
            <>
              {transfer}
              {buttons}
              {actions && <ActionButtons name={title} actions={actions} most={phone ? 0 : actions.length} />}
              {primary && !isBare && <PrimaryButton action={primary} />}
            </>
          }
        />
      )}
      {above}
      <FilterBar
        search={spec.search === undefined ? null : t(spec.search)}
        searchMin={spec.searchMin}
        filters={filters}
        texts={address.texts}
        isFiltered={address.isFiltered}
        unfolded={arrangement.unfolded ?? false}
        onUnfold={(unfolded) => arrange({ ...arrangement, unfolded })}
        onChange={address.change}
        onReset={address.reset}
        sorting={{
          columns: all,
          sort: address.sort,
          onSort: (sort) => address.change({ sort: sort === spec.sort ? null : sort }),
        }}
        tools={
          <>
            {title === undefined && transfer}
            <ListTools
              columns={all}
              arrangement={arrangement}
              onArrange={arrange}
              onRefresh={() => void data.refresh()}
              busy={data.isFetching}
            />
          </>
        }
      />
      {data.waiting !== null && (
        <button type="button" className="kw-plain list-changed" onClick={data.showWaiting}>
          {t('list.changed', { count: data.waiting })}
        </button>
      )}
      {data.error && <LoadFailed error={data.error} onRetry={() => void data.refresh()} busy={data.isFetching} />}
      <div className="list-body">
        <div className="list-main">
          {(rows || !data.error) &&
            (phone ? (
              <Cards {...shared} columns={columns} onToggle={(id) => select(toggled(selection, ids, id))} />
            ) : (
              <DataTable
                {...shared}
                columns={columns.filter((each) => each.shown)}
                sort={address.sort}
                sortBy={address.sortBy}
                onToggle={(id, stretch) => select((stretch ? extendSelection : toggled)(selection, ids, id))}
                onTogglePage={() => select(togglePage(selection, ids))}
                current={list.current}
                onCurrent={list.setCurrent}
                open={shown}
                totals={rows && totals ? totals(rows) : null}
                scroller={list.scroller}
                {...columnActions(all, arrangement, arrange)}
              />
            ))}
          <footer className="list-foot">
            {rows && (
              <>
                <SelectionBar
                  batch={batch}
                  selection={selection}
                  rowOf={list.rowOf}
                  nameOf={spec.nameOf}
                  texts={address.allTexts}
                  {...count}
                  changes={spec.route.path}
                  onSelect={select}
                  onRefused={setRefused}
                />
                <ListPager spec={spec} list={list} />
              </>
            )}
          </footer>
        </div>
        {detail && shown !== null && (
          <DetailPane ids={ids} shown={shown} onStep={list.step} onClose={() => list.show(null)}>
            {detail(shown, rows?.[ids.indexOf(shown)], () => list.show(null))}
          </DetailPane>
        )}
      </div>
      <Suspense>{refused && <LazyRefusedDialog outcome={refused} onClose={() => setRefused(null)} />}</Suspense>
    </div>
  );
}

/** Omits what the user may not do. */
function usePermitted<R extends ListRoute>({ batch, importer, exporter, primary, actionsOf }: ListProps<R>) {
  const mayCall = useMayCall();
  const isPermitted = ({ route }: Pick<RowAction, 'route'>): boolean => route === undefined || mayCall(route);
  return {
    primary: primary && isPermitted(primary) ? primary : undefined,
    actionsOf: actionsOf && ((row: RowOf<R>) => actionsOf(row).filter(isPermitted)),
    batch: batch && permittedBatch(batch, mayCall),
    importer: importer && mayCall(importer.route) ? importer : undefined,
    exporter: exporter && mayCall(exporter) ? exporter : undefined,
  };
}

function permittedBatch<Row>(batch: Batch<Row>, mayCall: ReturnType<typeof useMayCall>): Batch<Row> | undefined {
  const actions = batch.actions.filter(({ action, run, file }) => {
    if (file) return mayCall(file.route);
    return run !== undefined || batch.route === undefined || mayCall({ needs: needsOf(batch.route, action) });
  });
  return actions.length > 0 ? { ...batch, actions } : undefined;
}

/** A function with a stable identity that calls the latest one, so that rows need not rerender. */
function useStableCallback<A, B>(given: ((argument: A) => B) | undefined): ((argument: A) => B) | null {
  const latest = useRef(given);
  latest.current = given;
  const [steady] = useState(() => (argument: A) => latest.current!(argument));
  return given ? steady : null;
}
