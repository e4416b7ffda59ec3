/** Tests of a list: its states, its pages, its selection and its keys. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { act, useState } from "react";
import { ApiFailure } from "../../api/failure.ts";
import { button, click, eventually, find, mount, pressKey, textsOf } from "../testing.tsx";
import type { BulkAction } from "./bulk-bar.tsx";
import { columnsOf } from "./columns.tsx";
import { oneOf, useSearchState } from "./search-state.ts";
import {
  type Page,
  type Paging,
  ResourceTable,
  type ResourceTableProps,
} from "./resource-table.tsx";

type Row = { readonly no: string; readonly amountFen: number };
const of = columnsOf<Row>();
const columns = [of.no("no", "单号"), of.money("amountFen", "金额")];
const rows = (...names: readonly string[]): readonly Row[] =>
  names.map((no, place) => ({ no, amountFen: (place + 1) * 100 }));

let answer: (paging: Paging) => Page<Row> | Promise<Page<Row>>;
const asked: Paging[] = [];
beforeEach(() => {
  asked.length = 0;
  answer = () => ({ list: rows("R1", "R2", "R3") });
});
afterEach(() => localStorage.clear());

/** The key of the query that holds how this person wants the lists. */
const SETTINGS = ["operatorQueues", "listSettings", {}];
const FILTERS = { tab: oneOf("waiting", "done") };

function List(props: Partial<ResourceTableProps<Row>>) {
  const [{ tab }, setSearch] = useSearchState(FILTERS);
  return (
    <ResourceTable
      title="退款"
      query={(paging) => ({
        queryKey: ["operatorRefunds", "list", tab, paging],
        queryFn: async () => {
          asked.push(paging);
          return answer(paging);
        },
      })}
      columns={columns}
      rowKey={({ no }) => no}
      views={
        <button type="button" onClick={() => setSearch({ tab: "done" })}>
          已完成
        </button>
      }
      empty={{ title: "没有待处理的退款" }}
      {...props}
    />
  );
}
const listed = () =>
  [...document.querySelectorAll<HTMLElement>("tr[data-key]")].map((row) => row.dataset["key"]);
const shown = (...names: readonly string[]) => eventually(() => expect(listed()).toEqual(names));

test("bars stand in for the rows until they are there", async () => {
  let deliver = (_: Page<Row>) => {};
  answer = () => new Promise((resolve) => void (deliver = resolve));
  const { remove } = await mount(<List />);
  expect(find("[role=status]").getAttribute("aria-label")).toBe("载入中");
  deliver({ list: rows("R1") });
  await shown("R1");
  expect(document.querySelector("[role=status]")).toBeNull();
  expect(textsOf("thead th")).toEqual(["单号", "金额"]);
  expect(textsOf("footer span")[0]).toContain("本页 1 条");
  await remove();
});

test("an empty list says what would be here; a filtered one offers to clear the filters", async () => {
  answer = () => ({ list: [] });
  const first = await mount(<List />);
  await eventually(() => expect(textsOf("h2")).toEqual(["没有待处理的退款"]));
  await first.remove();
  const onClear = vi.fn();
  const { remove } = await mount(<List isFiltered onClear={onClear} />);
  await eventually(() => expect(textsOf("h2")).toEqual(["没有符合条件的结果"]));
  await click(button("清空筛选"));
  expect(onClear).toHaveBeenCalledOnce();
  await remove();
});

test("a failed list shows the number of the request and loads again", async () => {
  answer = () => {
    throw new ApiFailure({ code: "HTTP_500", status: 500, requestId: "req-4711" });
  };
  const { remove } = await mount(<List />);
  await eventually(() => expect(find("[role=alert]").textContent).toContain("req-4711"));
  expect(find("[role=alert]").textContent).toContain("服务没有正常回答（500）");
  answer = () => ({ list: rows("R1") });
  await click(button("重新载入"));
  await shown("R1");
  await remove();
});

test("without the permission the list says so and offers no retry", async () => {
  answer = () => {
    throw new ApiFailure({ code: "NO_PERMISSION", status: 403, message: "没有权限" });
  };
  const { remove } = await mount(<List />);
  await eventually(() => expect(textsOf("h2")).toEqual(["您没有这个权限"]));
  expect(textsOf("button")).not.toContain("重新载入");
  await remove();
});

test("when loading again fails, the rows stay and a line says how old they are", async () => {
  const { remove } = await mount(<List />);
  await shown("R1", "R2", "R3");
  answer = () => {
    throw new ApiFailure({ code: "NETWORK", status: 0 });
  };
  await click(button("刷新"));
  await eventually(() => expect(textsOf("[role=status]")[0]).toContain("网络已断开"));
  expect(listed()).toEqual(["R1", "R2", "R3"]);
  await remove();
});

const pages: Readonly<Record<string, Page<Row>>> = {
  first: { list: rows("R1"), nextCursor: "second" },
  second: { list: rows("R2"), nextCursor: "third" },
  third: { list: rows("R3") },
};
const page = ({ cursor = "first" }: Paging) => pages[cursor] ?? { list: [] };

test("pages are turned by the cursor, forth and back, and stand in the address", async () => {
  answer = page;
  const { address, remove } = await mount(<List pageSize={50} />);
  await shown("R1");
  expect(button("上一页").disabled).toBe(true);
  await click(button("下一页"));
  await shown("R2");
  expect(address()).toBe("?cursor=second");
  await click(button("下一页"));
  await shown("R3");
  expect(button("下一页").disabled).toBe(true);
  await click(button("上一页"));
  await shown("R2");
  await click(button("上一页"));
  await shown("R1");
  expect(address()).toBe("");
  expect(asked.every(({ pageSize }) => pageSize === 50)).toBe(true);
  await remove();
});

test("a filter leads to the first page, and no page of the old list is before it", async () => {
  answer = page;
  const { address, remove } = await mount(<List />, "/?tab=waiting");
  await shown("R1");
  await click(button("下一页"));
  await shown("R2");
  await click(button("下一页"));
  await shown("R3");
  await click(button("已完成"));
  await shown("R1");
  expect(address()).toBe("?tab=done");
  expect(button("上一页").disabled).toBe(true);
  await click(button("下一页"));
  await shown("R2");
  await click(button("上一页"));
  await shown("R1");
  expect(address()).toBe("?tab=done");
  await remove();
});

const bulk = (run: BulkAction<Row>["run"]) => [{ label: "批量同意", run }];

test("a selection has what may be selected, and its action gets these rows", async () => {
  const run = vi.fn();
  const { remove } = await mount(
    <List
      bulk={bulk(run)}
      isSelectable={({ no }) => no !== "R2"}
      selectionText={(chosen) => `共 ${chosen.length * 2}`}
    />,
  );
  await shown("R1", "R2", "R3");
  expect(document.querySelector("[aria-label=批量操作]")).toBeNull();
  expect(find<HTMLInputElement>("[aria-label='选择 R2']").disabled).toBe(true);
  await click(find("[aria-label=选择本页全部]"));
  expect(textsOf("[aria-label=批量操作] :is(strong,span)")).toEqual(["已选 2 条", "共 4"]);
  await click(button("批量同意"));
  expect(run.mock.calls[0]?.[0].map(({ no }: Row) => no)).toEqual(["R1", "R3"]);
  await click(button("取消选择"));
  expect(document.querySelector("[aria-label=批量操作]")).toBeNull();
  await remove();
});

test("more than 50 rows are not acted on at once", async () => {
  answer = () => ({ list: rows(...Array.from({ length: 51 }, (_, place) => `R${place}`)) });
  const { remove } = await mount(<List bulk={bulk(vi.fn())} />);
  await eventually(() => expect(listed()).toHaveLength(51));
  await click(find("[aria-label=选择本页全部]"));
  expect(button("批量同意").disabled).toBe(true);
  await click(find("[aria-label='选择 R0']"));
  expect(button("批量同意").disabled).toBe(false);
  await remove();
});

const panel: ResourceTableProps<Row>["panel"] = (key, row, close) => (
  <aside>
    <h2>{row ? `退款 ${row.no}` : `别页的 ${key}`}</h2>
    <button type="button" onClick={close}>
      关闭
    </button>
  </aside>
);

test("J and K move, Enter opens, X selects what may be selected, Escape closes", async () => {
  const { address, remove } = await mount(
    <List bulk={bulk(vi.fn())} isSelectable={({ no }) => no !== "R2"} panel={panel} />,
  );
  await shown("R1", "R2", "R3");
  const current = () => document.activeElement?.closest("tr")?.dataset["key"];
  const order: unknown[] = [];
  for (const key of ["j", "j", "j", "j", "k"]) {
    await pressKey(key);
    order.push(current());
  }
  expect(order).toEqual(["R1", "R2", "R3", "R3", "R2"]);
  await pressKey("x");
  await pressKey("k");
  await pressKey("x");
  expect(textsOf("tr[aria-selected]")).toHaveLength(1);
  expect(find("tr[aria-selected]").dataset["key"]).toBe("R1");
  // A browser presses the button that has the focus; the simulated one does not.
  expect(document.activeElement?.tagName).toBe("BUTTON");
  await click(document.activeElement as HTMLElement);
  await eventually(() => expect(textsOf("aside h2")).toEqual(["退款 R1"]));
  expect(address()).toBe("?open=R1");
  await pressKey("Escape");
  await eventually(() => expect(document.querySelector("aside")).toBeNull());
  await remove();
});

test("A and R ask for the row with the focus, and for none without one", async () => {
  const [onApprove, onReject] = [vi.fn(), vi.fn()];
  const { remove } = await mount(<List panel={panel} onApprove={onApprove} onReject={onReject} />);
  await shown("R1", "R2", "R3");
  await pressKey("a");
  expect(onApprove).not.toHaveBeenCalled();
  await pressKey("j");
  await pressKey("a");
  await pressKey("j");
  await pressKey("r");
  expect(onApprove.mock.calls[0]?.[0].no).toBe("R1");
  expect(onReject.mock.calls[0]?.[0].no).toBe("R2");
  await remove();
});

test("the panel of a row on another page stays open", async () => {
  const { remove } = await mount(<List panel={panel} />, "/?open=R9");
  await eventually(() => expect(textsOf("aside h2")).toEqual(["别页的 R9"]));
  await remove();
});

function Watched() {
  const [count, setCount] = useState(0);
  return (
    <List
      fresh={count === 0 ? undefined : { count, unit: "张新单" }}
      tools={
        <button type="button" onClick={() => setCount(1)}>
          脉搏
        </button>
      }
    />
  );
}

test("new rows are offered and come in when asked for; the list never jumps", async () => {
  const { queries, remove } = await mount(<Watched />);
  queries.setDefaultOptions({ queries: { retry: false, staleTime: 0 } });
  await shown("R1", "R2", "R3");
  answer = () => ({ list: rows("R4", "R1", "R2", "R3") });
  await click(button("脉搏"));
  // The operator comes back to the tab, and the network comes back.
  await act(async () => {
    for (const type of ["visibilitychange", "focus", "offline", "online"])
      window.dispatchEvent(new Event(type));
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
  expect([listed(), asked.length]).toEqual([["R1", "R2", "R3"], 1]);
  await click(button("有 1 张新单，点此载入"));
  await shown("R4", "R1", "R2", "R3");
  await remove();
});

test("a hidden column stays hidden for this person", async () => {
  const first = await mount(<List filters={<span />} />);
  await shown("R1", "R2", "R3");
  await click(button("列"));
  await click(find("fieldset input"));
  await eventually(() => expect(textsOf("thead th")).toEqual(["单号"]));
  const kept = first.queries.getQueryData(SETTINGS);
  expect(kept).toEqual({ list: [{ list: "退款", hidden: ["amountFen"] }] });
  await first.remove();
  const { queries, remove } = await mount(<List filters={<span />} />);
  await shown("R1", "R2", "R3");
  expect(textsOf("thead th")).toEqual(["单号", "金额"]);
  await act(async () => queries.setQueryData(SETTINGS, kept));
  await eventually(() => expect(textsOf("thead th")).toEqual(["单号"]));
  await remove();
});

test("the chosen rows of a page are asked for, from the first page", async () => {
  answer = () => ({ list: rows("R1", "R2"), nextCursor: "after-2" });
  const { address, remove } = await mount(<List />);
  await shown("R1", "R2");
  await click(button("下一页"));
  await eventually(() => expect(address()).toBe("?cursor=after-2"));
  const size = find<HTMLSelectElement>("footer select");
  await act(async () => {
    size.value = "100";
    size.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await eventually(() => expect(asked.at(-1)).toEqual({ pageSize: 100 }));
  expect(address()).toBe("");
  await remove();
});

test("a head that sorts goes down first, then up, and says so", async () => {
  const sorted = columns.map((one) =>
    one.id === "amountFen" ? { ...one, sorts: { down: "amountDown", up: "amountUp" } } : one,
  );
  function Sorted() {
    const [value, setValue] = useState("newest");
    return <List columns={sorted} sort={{ value, onChange: setValue }} />;
  }
  const { remove } = await mount(<Sorted />);
  await shown("R1", "R2", "R3");
  const states = () =>
    [...document.querySelectorAll("th")].map((th) => th.getAttribute("aria-sort"));
  expect(states()).toEqual([null, null]);
  await click(button("金额"));
  expect(states()).toEqual([null, "descending"]);
  await click(button("金额"));
  expect(states()).toEqual([null, "ascending"]);
  await remove();
});

test("a short list without filters has no choice of columns", async () => {
  const { remove } = await mount(<List />);
  await shown("R1", "R2", "R3");
  expect(textsOf("button")).not.toContain("列");
  await remove();
});
