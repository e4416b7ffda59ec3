/** Tests which state a list shows: skeleton, items, end, empty, error. */
import { describe, expect, test, vi } from "vitest";
import { InfiniteList, type InfiniteListQuery } from "./infinite-list.tsx";
import { click, renderComponent, find } from "./testing.tsx";

const query: InfiniteListQuery<string> = {
  data: { pages: [{ list: ["一", "二"] }, { list: ["三"] }] },
  isPending: false,
  isLoadingError: false,
  hasNextPage: false,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  fetchNextPage: () => Promise.resolve(),
  refetch: () => Promise.resolve(),
};

const draw = (change: Partial<InfiniteListQuery<string>>) =>
  renderComponent(
    <InfiniteList
      query={{ ...query, ...change }}
      label="订单"
      keyOf={(text) => text}
      renderItem={(text) => <p>{text}</p>}
      empty={<p>还没有订单</p>}
    />,
  );

describe("an infinite list", () => {
  test("shows every page in order and an end text", async () => {
    const { page, remove } = await draw({});
    expect([...page.querySelectorAll("li")].map((item) => item.textContent)).toEqual([
      "一",
      "二",
      "三",
    ]);
    expect(page.textContent).toContain("没有更多了");
    await remove();
  });

  test("shows a skeleton before the items arrive", async () => {
    const { page, remove } = await draw({ data: undefined, isPending: true });
    expect(find(page, "[role=status]").getAttribute("aria-label")).toBe("加载中");
    await remove();
  });

  test("shows its empty state instead of an end text", async () => {
    const { page, remove } = await draw({ data: { pages: [{ list: [] }] } });
    expect(page.textContent).toBe("还没有订单");
    await remove();
  });

  test("offers 重新加载 when the first page could not be read", async () => {
    const refetch = vi.fn(() => Promise.resolve());
    const { page, remove } = await draw({ data: undefined, isLoadingError: true, refetch });
    await click(find(page, "[role=alert] button"));
    expect(refetch).toHaveBeenCalledOnce();
    await remove();
  });

  test("retains the read items when the next page fails, and retries only on request", async () => {
    const fetchNextPage = vi.fn(() => Promise.resolve());
    const { page, remove } = await draw({
      hasNextPage: true,
      isFetchNextPageError: true,
      fetchNextPage,
    });
    expect(page.textContent).toContain("一");
    expect(fetchNextPage).not.toHaveBeenCalled();
    await click(find(page, "button"));
    expect(fetchNextPage).toHaveBeenCalledOnce();
    await remove();
  });
});
