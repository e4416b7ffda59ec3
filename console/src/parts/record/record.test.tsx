/** Tests how changes, events and entries of the ledger are shown. */
import { afterEach, expect, test, vi } from "vitest";
import { button, click, find, mount, textsOf } from "../testing.tsx";
import { Diff } from "./diff.tsx";
import { Postings } from "./postings.tsx";
import { Timeline } from "./timeline.tsx";

afterEach(() => vi.restoreAllMocks());

test("a changed field shows the old text struck and the new one; an unchanged one neither", async () => {
  const { remove } = await mount(
    <Diff
      heads={["现在", "同意之后"]}
      changes={[
        { field: "门槛", before: "¥1,000.00", after: "¥1,200.00" },
        { field: "名称", before: "金鲸", after: "金鲸" },
        { field: "备注", before: "", after: "新" },
      ]}
    />,
  );
  expect(textsOf("thead th")).toEqual(["项目", "现在", "同意之后"]);
  // There is nothing to strike where no value was.
  expect(textsOf("del")).toEqual(["¥1,000.00"]);
  expect(textsOf("ins")).toEqual(["¥1,200.00", "新"]);
  expect(textsOf("[data-changed] td:nth-child(2)")).toEqual(["¥1,000.00", "—"]);
  expect(textsOf("tr:not([data-changed]) td")).toEqual(["金鲸", "金鲸"]);
  await remove();
});

const event = { at: Date.UTC(2026, 10, 22, 9, 38, 12), title: "供应商受理" };

test("a timeline shows everything, or only what people did and who they are", async () => {
  const { remove } = await mount(
    <Timeline
      title="操作时间线"
      events={[
        {
          ...event,
          id: "2",
          title: "转人工",
          actor: "林知远",
          isByPerson: true,
          text: "供应商没有回复",
        },
        { ...event, id: "1", actor: "系统" },
      ]}
    />,
  );
  expect(textsOf("li b")).toEqual(["转人工", "供应商受理"]);
  expect(textsOf("li p")).toEqual(["林知远 · 供应商没有回复", "系统"]);
  expect(find("time").getAttribute("dateTime")).toBe("2026-11-22T09:38:12.000Z");
  await click(button("只看人"));
  expect(textsOf("li b")).toEqual(["转人工"]);
  await remove();
});

test("a timeline of one kind of event offers no choice", async () => {
  const { remove } = await mount(<Timeline title="操作时间线" events={[{ ...event, id: "1" }]} />);
  expect(document.querySelector("button")).toBeNull();
  await remove();
});

test.each([
  [true, "以上已从归档文件读出"],
  [false, "以上记录不完整"],
])("a timeline says what is archived and whether it was read: %s", async (isReadable, text) => {
  const until = Date.UTC(2021, 2, 2, 9);
  const archived = { until, archivedAt: Date.UTC(2026, 10, 23, 9), isReadable };
  const { remove } = await mount(<Timeline title="操作时间线" events={[]} archived={archived} />);
  expect(document.body.textContent).toContain("截至 2021-03-02 的记录已于 2026-11-23 归档");
  expect(document.body.textContent).toContain(text);
  await remove();
});

test("entries name both accounts and the amount, and say that they sum up to 0", async () => {
  const warn = vi.spyOn(console, "error");
  const leg = { debit: "M:wallet", credit: "P:sales", amount: 128_450, asset: "CNY" } as const;
  const { remove } = await mount(
    <Postings
      postings={[leg, leg, { debit: "P:points", credit: "M:points", amount: 1_200, asset: "PTS" }]}
    />,
  );
  expect(textsOf("td code")).toEqual([
    "M:wallet → P:sales",
    "M:wallet → P:sales",
    "P:points → M:points",
  ]);
  expect(textsOf("td:last-child")).toEqual(["¥1,284.50", "¥1,284.50", "1,200 分"]);
  expect(textsOf("p")).toEqual(["借贷相等，合计 0"]);
  expect(textsOf("thead th")).toEqual(["从 → 到", "金额"]);
  // React reports two rows with one key; it may then drop a row.
  expect(warn).not.toHaveBeenCalled();
  await remove();
});

test("entries that were made have their time and their cause, and their own sum", async () => {
  const leg = { debit: "P:sales", credit: "M:wallet", amount: 500, asset: "CNY" } as const;
  const made = { at: event.at, cause: "退回余额" };
  const { remove } = await mount(
    <Postings postings={[{ ...leg, ...made }]} sum="借贷相等，清算户余 0" />,
  );
  expect(textsOf("thead th")).toEqual(["时间", "事由", "从 → 到", "金额"]);
  expect(textsOf("td")).toEqual(["17:38:12", "退回余额", "P:sales → M:wallet", "¥5.00"]);
  expect(textsOf("p")).toEqual(["借贷相等，清算户余 0"]);
  await remove();
});
