/**
 * An infinite list: skeleton, items, more pages by cursor near the end, end text, empty state,
 * error.
 */
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { Button } from "./button.tsx";
import { ErrorBlock } from "./empty-state.tsx";
import { EndText } from "./end-text.tsx";
import styles from "./infinite-list.module.css";
import { Skeleton } from "./skeleton.tsx";

/** The part used of TanStack Query's `useInfiniteQuery` over a paged operation of the contract. */
export interface InfiniteListQuery<Item> {
  readonly data: { readonly pages: readonly { readonly list: readonly Item[] }[] } | undefined;
  readonly isPending: boolean;
  readonly isLoadingError: boolean;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
  readonly refetch: () => Promise<unknown>;
}

interface EndlessListProps<Item> {
  readonly query: InfiniteListQuery<Item>;
  readonly empty: ReactNode;
  readonly skeleton?: ReactNode;
  /** What could not be loaded, for the error block. */
  readonly errorNote?: string | undefined;
}

/** Items one after another in a list that has an accessible label. */
interface SingleListProps<Item> {
  readonly label: string;
  readonly keyOf: (item: Item) => string;
  readonly renderItem: (item: Item) => ReactNode;
  /**
   * `cards` 12 px apart, `rows` in one white card with hairlines, `bare-rows` the same within a
   * card or section of the page, `grid` two in a row.
   */
  readonly appearance?: "cards" | "rows" | "bare-rows" | "grid" | undefined;
}

/** The caller lays out all items, as for a list with groups. */
interface CustomLayoutProps<Item> {
  readonly renderItems: (items: readonly Item[]) => ReactNode;
}

/** Distance below the screen at which the next page begins to load. */
const AHEAD = "480px 0px";

/** Calls `onNear` whenever the returned element comes near the screen. */
export function useNearScreen(onNear: () => void, isArmed: boolean) {
  const mark = useRef<HTMLDivElement>(null);
  const near = useEffectEvent(onNear);
  useEffect(() => {
    if (!isArmed || !mark.current) return;
    const watch = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && near(),
      { rootMargin: AHEAD },
    );
    watch.observe(mark.current);
    return () => watch.disconnect();
  }, [isArmed]);
  return mark;
}

const listClasses = {
  cards: "grid gap-3",
  rows: styles.rows,
  "bare-rows": "ruled",
  grid: styles.grid,
} as const;

function OneList<Item>(props: SingleListProps<Item> & { items: readonly Item[]; isBusy: boolean }) {
  const { label, items, isBusy, keyOf, renderItem, appearance = "cards" } = props;
  return (
    <ul
      className={`${styles.list} ${listClasses[appearance]}`}
      aria-label={label}
      aria-busy={isBusy}
    >
      {items.map((item) => (
        <li key={keyOf(item)}>{renderItem(item)}</li>
      ))}
    </ul>
  );
}

export function InfiniteList<Item>(
  props: EndlessListProps<Item> & (SingleListProps<Item> | CustomLayoutProps<Item>),
) {
  const { query } = props;
  const canLoad = query.hasNextPage && !query.isFetchingNextPage && !query.isFetchNextPageError;
  const mark = useNearScreen(() => void query.fetchNextPage(), canLoad);
  if (query.isPending) return <>{props.skeleton ?? <Skeleton />}</>;
  if (query.isLoadingError || !query.data) {
    return <ErrorBlock note={props.errorNote} onRetry={query.refetch} />;
  }
  const items = query.data.pages.flatMap((page) => page.list);
  if (items.length === 0) return <>{props.empty}</>;
  return (
    <>
      {"renderItems" in props ? (
        props.renderItems(items)
      ) : (
        <OneList {...props} items={items} isBusy={query.isFetchingNextPage} />
      )}
      <div ref={mark} />
      {query.isFetchNextPageError && (
        <p className={styles.more}>
          后面的没有读到
          <Button appearance="soft" size={32} onPress={query.fetchNextPage}>
            再试一次
          </Button>
        </p>
      )}
      {query.isFetchingNextPage && <Skeleton count={1} />}
      {!query.hasNextPage && <EndText />}
    </>
  );
}
