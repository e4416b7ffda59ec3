/**
 * The list of every page: keyset pages, selection with a bulk bar, hidden columns, the open panel
 * in the URL, and all states. The markup is our own; TanStack Table holds the model.
 */
import { useQuery } from "@tanstack/react-query";
import {
  columnVisibilityFeature,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import type { ReactNode } from "react";
import { useMemo, useState } from "react";
import { classNames } from "../class-names.ts";
import { Empty, Failed, NoResult, Offline, Skeleton } from "../state.tsx";
import { BulkBar, type BulkAction } from "./bulk-bar.tsx";
import { ColumnChooser } from "./column-chooser.tsx";
import { type Column, InOpener } from "./columns.tsx";
import styles from "./resource-table.module.css";
import { useListSettings } from "./list-settings.ts";
import { text, useSearchState } from "./search-state.ts";
import { ariaSort, SortHeader, type Sorts } from "./sort-header.tsx";
import { TableFoot } from "./table-foot.tsx";
import { useRowKeys } from "./use-row-keys.ts";
import { useWindowWidth } from "./use-window-width.ts";

export type Page<Row> = {
  readonly list: readonly Row[];
  readonly nextCursor?: string;
  readonly hasMore?: boolean;
};
export type Paging = { readonly cursor?: string; readonly pageSize: number };
export type ListQuery<Row> = {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context: { signal: AbortSignal }) => Promise<Page<Row>>;
};

export type ResourceTableProps<Row> = {
  /** The list's name: its caption for screen readers, and the key of the person's columns. */
  readonly title: string;
  /** The operation: `(paging) => apiQuery(api.operatorRefunds.list, { ...filters, ...paging })`. */
  readonly query: (paging: Paging) => ListQuery<Row>;
  readonly columns: readonly Column<Row>[];
  readonly rowKey: (row: Row) => string;
  /** Tabs or saved views, and the filter bar; they stand above the list. */
  readonly views?: ReactNode;
  readonly filters?: ReactNode;
  /** True when a filter is set: an empty list then says so. */
  readonly isFiltered?: boolean;
  readonly onClear?: () => void;
  readonly bulk?: readonly BulkAction<Row>[];
  /** Rows that may be selected; all without it. */
  readonly isSelectable?: (row: Row) => boolean;
  /** What the selection sums up to: 「共 ¥605.00，每笔都不超过 ¥200」. */
  readonly selectionText?: (rows: readonly Row[]) => string;
  /** The panel of the row whose key is `open` in the URL; the row is undefined on another page. */
  readonly panel?: (key: string, row: Row | undefined, close: () => void) => ReactNode;
  /** Opens a page of its own instead of a panel. */
  readonly onOpen?: (row: Row) => void;
  /** A and R on a row: they open a prompt and never act by themselves. */
  readonly onApprove?: (row: Row) => void;
  readonly onReject?: (row: Row) => void;
  readonly empty: {
    readonly title: string;
    readonly text?: ReactNode;
    readonly actions?: ReactNode;
  };
  readonly footText?: (rows: readonly Row[]) => ReactNode;
  /** New rows that the operator may load: 「有 3 张新单，点此载入」. */
  readonly fresh?: { readonly count: number; readonly unit: string } | undefined;
  /** The rows of a page before the person chooses others. */
  readonly pageSize?: 20 | 50 | 100;
  /** How the operation orders the list, where it has several orders (`Column.sorts`). */
  readonly sort?: { readonly value: string; readonly onChange: (sort: string) => void };
  readonly tools?: ReactNode;
};

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature });
const SPEC = { cursor: text(400), open: text(120) };
const NO_ROWS: readonly never[] = [];

/** Returns the place of the open page among those before it, or how many there are. */
function lastPlace(pagesBefore: readonly (string | undefined)[], cursor: string): number {
  const place = pagesBefore.indexOf(cursor);
  return place === -1 ? pagesBefore.length : place;
}

/** Up to so many columns a list without filters has no choice of columns. */
const SHORT = 6;

/** The panel beside a list takes this width in px, in windows at least this wide. */
const PANEL_WIDTH = 412;
const BESIDE_FROM = 1_200;

/** The words of a column's head; a button where the list is ordered by it. */
function Header(props: {
  readonly sort: ResourceTableProps<never>["sort"];
  readonly sorts: Sorts | undefined;
  readonly children: ReactNode;
}) {
  const { sort, sorts, children } = props;
  if (!sort || !sorts) return children;
  return (
    <SortHeader sorts={sorts} sort={sort.value} onSort={sort.onChange}>
      {children}
    </SortHeader>
  );
}

export function ResourceTable<Row extends object>(props: ResourceTableProps<Row>) {
  const { title, columns, rowKey, bulk, panel, sort, pageSize: ownPageSize = 20 } = props;
  const [{ cursor, open }, setSearch] = useSearchState(SPEC);
  const [pagesBefore, setPast] = useState<readonly (string | undefined)[]>([]);
  // A filter leads to the first page, and the browser's own "back" to an earlier one.
  const past = cursor === undefined ? [] : pagesBefore.slice(0, lastPlace(pagesBefore, cursor));
  const [rowSelection, setRowSelection] = useState<Record<string, true>>({});
  const { hidden, pageSize, hide, resize } = useListSettings(title, ownPageSize);
  const windowWidth = useWindowWidth();
  const isBeside = panel !== undefined && open !== undefined && windowWidth >= BESIDE_FROM;
  const width = isBeside ? windowWidth - PANEL_WIDTH : windowWidth;
  const query = useQuery({
    ...props.query({ ...(cursor === undefined ? {} : { cursor }), pageSize }),
    // Rows never jump: the foot offers new ones.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const rows: readonly Row[] = query.data?.list ?? NO_ROWS;

  const shown = useMemo(
    () => columns.filter(({ id, from = 0 }) => width >= from && !hidden.includes(id)),
    [columns, hidden, width],
  );
  const table = useTable({
    features,
    data: rows,
    columns: useMemo(
      () =>
        shown.map(({ id, header, cell }) => ({
          id,
          header,
          cell: ({ row }: { row: { original: Row } }) => cell(row.original),
        })),
      [shown],
    ),
    getRowId: rowKey,
    enableRowSelection: ({ original }) =>
      bulk !== undefined && (props.isSelectable?.(original) ?? true),
    state: { rowSelection },
    onRowSelectionChange: setRowSelection,
  });
  const openRow = (row: Row) =>
    props.onOpen ? props.onOpen(row) : panel && setSearch({ open: rowKey(row) });
  const canOpen = props.onOpen !== undefined || panel !== undefined;
  const close = () => setSearch({ open: undefined });
  const body = useRowKeys({
    rows,
    isOn: canOpen || bulk !== undefined,
    open: openRow,
    select: (row) => table.getRow(rowKey(row)).toggleSelected(),
    approve: props.onApprove,
    reject: props.onReject,
    close: open === undefined ? undefined : close,
  });
  const selected = rows.filter((row) => rowSelection[rowKey(row)]);
  const alignOf = (id: string) => columns.find((column) => column.id === id)?.align;
  const sortsOf = (id: string) => columns.find((column) => column.id === id)?.sorts;
  const isEmpty = query.isSuccess && rows.length === 0;
  // A short or empty list without filters needs no row for the choice of its columns alone.
  const hasTools =
    (columns.length > SHORT && !isEmpty) ||
    props.filters !== undefined ||
    props.tools !== undefined;
  const placeholder = () => {
    if (query.isPending) return <Skeleton rows={8} tall />;
    if (query.isError && !query.data)
      return <Failed failure={query.error} onRetry={() => void query.refetch()} />;
    if (rows.length > 0) return null;
    if (props.isFiltered)
      return <NoResult {...(props.onClear ? { onClear: props.onClear } : {})} />;
    return <Empty {...props.empty} />;
  };
  const list = (
    <section className={styles.list} aria-label={title}>
      {props.views}
      {hasTools && (
        <div className={styles.tools}>
          {props.filters}
          <span className={styles.push}>
            {props.tools}
            <ColumnChooser columns={columns} hidden={hidden} onChange={hide} />
          </span>
        </div>
      )}
      {query.isError && query.data && <Offline since={query.dataUpdatedAt} />}
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={`${title}列表`}>
        {rows.length > 0 && (
          <table aria-busy={query.isFetching || undefined}>
            <caption className="visually-hidden">{title}</caption>
            <thead>
              <tr>
                {bulk && (
                  <th scope="col" className={styles.check}>
                    <input
                      type="checkbox"
                      aria-label="选择本页全部"
                      checked={table.getIsAllRowsSelected()}
                      ref={(box) => {
                        if (box) box.indeterminate = table.getIsSomeRowsSelected();
                      }}
                      onChange={table.getToggleAllRowsSelectedHandler()}
                    />
                  </th>
                )}
                {table.getFlatHeaders().map((header) => (
                  <th
                    key={header.id}
                    scope="col"
                    data-align={alignOf(header.id)}
                    aria-sort={sort && ariaSort(sortsOf(header.id), sort.value)}
                  >
                    <Header sort={sort} sorts={sortsOf(header.id)}>
                      <table.FlexRender header={header} />
                    </Header>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody ref={body}>
              {table.getRowModel().rows.map((row) => (
                <tr
                  key={row.id}
                  data-key={row.id}
                  aria-selected={row.getIsSelected() || undefined}
                  className={classNames(
                    row.getIsSelected() && styles.selected,
                    row.id === open && styles.open,
                    canOpen && styles.canOpen,
                  )}
                  onClick={() => openRow(row.original)}
                >
                  {bulk && (
                    // A press beside the box selects too, and does not open the row.
                    <td className={styles.check} onClick={(event) => event.stopPropagation()}>
                      <input
                        type="checkbox"
                        aria-label={`选择 ${row.id}`}
                        checked={row.getIsSelected()}
                        disabled={!row.getCanSelect()}
                        onChange={row.getToggleSelectedHandler()}
                      />
                    </td>
                  )}
                  {row.getVisibleCells().map((cell, place) => (
                    <td key={cell.id} data-align={alignOf(cell.column.id)}>
                      {place === 0 && canOpen ? (
                        <button
                          type="button"
                          className={styles.opener}
                          aria-expanded={panel ? row.id === open : undefined}
                        >
                          <InOpener value>
                            <table.FlexRender cell={cell} />
                          </InOpener>
                        </button>
                      ) : (
                        <table.FlexRender cell={cell} />
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {placeholder()}
      </div>
      {bulk && selected.length > 0 && (
        <BulkBar
          rows={selected}
          actions={bulk}
          text={props.selectionText?.(selected)}
          onClear={() => setRowSelection({})}
        />
      )}
      <TableFoot
        text={props.footText?.(rows)}
        updatedAt={query.dataUpdatedAt}
        count={rows.length}
        fresh={props.fresh}
        onReload={() => void query.refetch()}
        isPaged={
          past.length > 0 ||
          cursor !== undefined ||
          query.data?.nextCursor !== undefined ||
          // Larger pages than the list's own may hold all of it.
          (pageSize > ownPageSize && rows.length > ownPageSize)
        }
        pageSize={pageSize}
        onPageSize={(rowsOfPage) => {
          setPast([]);
          setSearch({ cursor: undefined });
          resize(rowsOfPage);
        }}
        onPrevious={
          past.length === 0 && cursor === undefined
            ? undefined
            : () => {
                setSearch({ cursor: past.at(-1) });
                setPast(past.slice(0, -1));
              }
        }
        onNext={
          query.data?.nextCursor === undefined
            ? undefined
            : () => {
                setPast([...past, cursor]);
                setSearch({ cursor: query.data?.nextCursor });
              }
        }
      />
    </section>
  );
  if (!panel) return list;
  const row = rows.find((one) => rowKey(one) === open);
  return (
    <div className={classNames(styles.work, open !== undefined && styles.withPanel)}>
      {list}
      {open !== undefined && (
        <div key={open} className={styles.panel}>
          {panel(open, row, close)}
        </div>
      )}
    </div>
  );
}
