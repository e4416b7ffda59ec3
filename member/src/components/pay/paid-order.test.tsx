/**
 * Tests that the sheet of a paid order shows the state of the order, and the code as soon as it is
 * available.
 */
import type { OrderDetail } from "@yunjing/contract/schemas/orders";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PaidOutcome } from "./paid-order.tsx";

const order = (more: Partial<OrderDetail>) =>
  ({ display: "ready", codes: [], nextStep: "11:30 到店出示取餐码", ...more }) as OrderDetail;
const drawn = (shown: OrderDetail | undefined) =>
  renderToStaticMarkup(<PaidOutcome order={shown} />);

test("an order in progress shows that it is in progress", () => {
  expect(drawn(undefined)).toContain("正在为你办理");
  expect(drawn(order({ display: "issuing" }))).toContain("正在为你办理");
});

test("a pickup code replaces the text", () => {
  const html = drawn(order({ codes: [{ code: "K-4711" }] }));
  expect(html).toContain("K-4711");
  expect(html).toContain("11:30 到店出示取餐码");
  expect(html).not.toContain("正在为你办理");
});

test("cards are announced but not revealed, a top-up is shown as done, a failed order not as a success", () => {
  const cards = [{ mask: "**** **** 7Q2K" }] as unknown as NonNullable<OrderDetail["cards"]>;
  expect(drawn(order({ cards }))).toContain("1 张卡券已就绪");
  expect(drawn(order({ display: "done", nextStep: "充值已到账" }))).toContain("充值已到账");
  expect(drawn(order({ display: "refunding", nextStep: "退款正在处理" }))).toContain(
    "退款正在处理",
  );
});
