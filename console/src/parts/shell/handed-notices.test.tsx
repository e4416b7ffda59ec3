/** Tests of the notice of work that a colleague has handed over. */
import { afterEach, expect, test } from "vitest";
import { button, click, find, mount, textsOf } from "../testing.tsx";
import { HandedNotices } from "./handed-notices.tsx";

const by = { id: "0199cccc-0000-7000-8000-00000000000a", name: "林知远" };
const refund = {
  handoverId: "1",
  kind: "refund",
  ref: "RF1",
  by,
  reason: "下班交接",
  at: 1_000,
} as const;
const ticket = {
  handoverId: "2",
  kind: "ticket",
  ref: "T1",
  by,
  reason: "需要查账",
  role: "财务",
  at: 2_000,
} as const;

afterEach(() => sessionStorage.clear());

test("a handover is told with who, what, the note and the way to it", async () => {
  await mount(<HandedNotices handed={[ticket, refund]} />);
  expect(textsOf("li > span")).toEqual([
    "林知远把一张工单转给了岗位「财务」需要查账",
    "林知远把退款 RF1 转给了您下班交接",
  ]);
  expect(find<HTMLAnchorElement>("li:last-child a").getAttribute("href")).toBe("/refunds?open=RF1");
  expect(find("[role=status]").getAttribute("aria-label")).toBe("转给您的");
});

test("a dismissed notice stays away after a reload, and a later handover is told", async () => {
  const first = await mount(<HandedNotices handed={[refund]} />);
  await click(button("知道了"));
  expect(textsOf("li")).toEqual([]);
  await first.remove();
  await mount(<HandedNotices handed={[ticket, refund]} />);
  expect(textsOf("li > span")).toEqual(["林知远把一张工单转给了岗位「财务」需要查账"]);
});

test("opening one piece of work leaves the notice of the others", async () => {
  await mount(<HandedNotices handed={[ticket, refund]} />);
  await click(find("li:last-child a"));
  expect(textsOf("li > span")).toEqual(["林知远把一张工单转给了岗位「财务」需要查账"]);
});

test("without a handover nothing is drawn", async () => {
  await mount(<HandedNotices handed={[]} />);
  expect(find("[role=status]").textContent).toBe("");
});
