/** Tests of choosing a member in a form, and of fields that other fields show. */
import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../api/client.ts";
import { button, click, find, mount, operation, textsOf, typeText } from "../testing.tsx";
import { DrawerForm } from "./drawer-form.tsx";
import { adjustmentFields, amountInitial, amountInput } from "./money-or-points.ts";

vi.mock("../../api/client.ts", async (load) => {
  const original = await load<{ readonly api: object }>();
  const search = vi.fn();
  return { ...original, api: { ...original.api, operatorSearch: { search } } };
});

const found = (...items: readonly { id: string; title: string }[]) =>
  vi.mocked(api.operatorSearch.search).mockResolvedValueOnce({
    groups: [
      {
        kind: "member",
        items: items.map((item) => ({ ...item, text: "138****0001", to: "/members" })),
      },
    ],
  });

afterEach(() => document.body.replaceChildren());

async function open() {
  const { op, sent } = operation("operatorAdjustments", "propose", () => ({ approvalId: "a" }));
  const mounted = await mount(
    <DrawerForm
      title="提议调账"
      op={op}
      fields={[
        { kind: "member", name: "memberNo", label: "会员", isRequired: true },
        ...adjustmentFields,
      ]}
      toInput={amountInput}
      submit="提交"
      onClose={() => undefined}
    />,
  );
  return { ...mounted, sent };
}
const member = () => find<HTMLInputElement>("input[name=memberNo]");

async function choose(account: string) {
  const select = find<HTMLSelectElement>("select[name=account]");
  await act(async () => {
    select.value = account;
    select.dispatchEvent(new Event("change", { bubbles: true }));
  });
}

test("one found member is chosen at once; of several the operator chooses", async () => {
  await open();
  await typeText(member(), "13800000001");
  found({ id: "801620476", title: "林知远" });
  await click(button("查找"));
  expect(member().value).toBe("801620476");
  await typeText(member(), "0001");
  found({ id: "801620476", title: "林知远" }, { id: "801620477", title: "沈若溪" });
  await click(button("查找"));
  await click(button("沈若溪 138****0001"));
  expect(member().value).toBe("801620477");
});

test("a phone is not sent as a member's number", async () => {
  const { sent } = await open();
  await typeText(member(), "13800000001");
  await click(button("提交"));
  expect(textsOf("[data-field=memberNo] > div:last-child")).toEqual(["请先查找并选择会员"]);
  expect(sent).toEqual([]);
});

test("an amount is typed in yuan for money and in points for points", async () => {
  const { sent } = await open();
  await typeText(member(), "801620476");
  await choose("bonus");
  await typeText(find<HTMLInputElement>("input[name=amountFen]"), "-12.5");
  await click(button("提交"));
  expect(sent.map(({ input }) => input)).toEqual([
    { memberNo: "801620476", account: "bonus", amount: -1_250 },
  ]);
});

test("the field of the other account is neither drawn nor sent", async () => {
  const { sent } = await open();
  await typeText(member(), "801620476");
  await choose("available");
  expect(document.querySelector("input[name=amountFen]")).toBeNull();
  await typeText(find<HTMLInputElement>("input[name=points]"), "500");
  await click(button("提交"));
  expect(sent.map(({ input }) => input)).toEqual([
    { memberNo: "801620476", account: "available", amount: 500 },
  ]);
  expect(amountInitial({ account: "available", amount: 500 })).toEqual({
    account: "available",
    points: 500,
  });
});
