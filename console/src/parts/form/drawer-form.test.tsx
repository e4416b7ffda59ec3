/** Tests of a form in a drawer: limits, refusals, what stays, and the question before leaving. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiFailure } from "../../api/failure.ts";
import { button, click, find, mount, operation, textsOf, typeText } from "../testing.tsx";
import { setStepUp } from "../prompt/step-up.ts";
import { DrawerForm } from "./drawer-form.tsx";
import type { FieldSpec } from "./field.tsx";

type TopUp = { supplierId: string; amountFen: number; reason: string; at?: number; count?: number };

const fields: readonly FieldSpec[] = [
  { kind: "money", name: "amountFen", label: "金额" },
  { kind: "area", name: "reason", label: "原因" },
  { kind: "instant", name: "at", label: "到账时间" },
  { kind: "number", name: "count", label: "笔数" },
];
const amount = () => find<HTMLInputElement>("input[name=amountFen]");
const reason = () => find<HTMLTextAreaElement>("textarea[name=reason]");
const faultAt = (name: string) => find(`[data-field=${name}] > div`).textContent;

let refusal: ApiFailure | undefined;
let supplier = 0;
const onClose = vi.fn();
const onDone = vi.fn();

beforeEach(() => {
  refusal = undefined;
  supplier += 1;
  onClose.mockClear();
  onDone.mockClear();
});
afterEach(() => document.body.replaceChildren());

async function open(more: { readonly initial?: { readonly reason: string } } = {}) {
  const { op, sent } = operation<TopUp, { state: string }>("operatorSupply", "topUp", () => {
    if (refusal) throw refusal;
    return { state: "done" };
  });
  const mounted = await mount(
    <DrawerForm
      title="给供应商充值"
      op={op}
      fixed={{ supplierId: `s${supplier}` }}
      fields={fields}
      submit="充值"
      onClose={onClose}
      onDone={onDone}
      {...more}
    />,
  );
  return { ...mounted, sent };
}

test("yuan are sent as fen, a time of Shanghai as an instant, a number as a number", async () => {
  const { sent, remove } = await open();
  await typeText(amount(), "1,284.5");
  await typeText(reason(), "补足余额");
  await typeText(find<HTMLInputElement>("input[name=at]"), "2026-11-22 17:38");
  await typeText(find<HTMLInputElement>("input[name=count]"), "3");
  await click(button("充值"));
  const input = {
    supplierId: `s${supplier}`,
    amountFen: 128_450,
    reason: "补足余额",
    at: Date.UTC(2026, 10, 22, 9, 38),
    count: 3,
  };
  expect(sent.map((one) => one.input)).toEqual([input]);
  expect(onDone).toHaveBeenCalledExactlyOnceWith({ state: "done" }, input);
  expect(onClose).toHaveBeenCalledOnce();
  await remove();
});

test("a value outside of the contract's limits is told at its field, and nothing is sent", async () => {
  const { sent, remove } = await open();
  await typeText(amount(), "0");
  await typeText(reason(), "一");
  expect(faultAt("amountFen")).toBe("");
  await click(button("充值"));
  expect([faultAt("amountFen"), faultAt("reason")]).toEqual(["不能小于 ¥0.01", "至少 2 个字"]);
  expect(amount().getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(amount());
  await typeText(reason(), "一".repeat(201));
  expect(faultAt("reason")).toContain("最多 200 个字");
  await typeText(amount(), "12元");
  expect(faultAt("amountFen")).toBe("请填写金额，最多两位小数，例如 12.34");
  await typeText(amount(), "");
  expect(faultAt("amountFen")).toBe("请填写");
  expect(sent).toEqual([]);
  await remove();
});

test("spaces in an optional number are no 0, and in a text they are nothing", async () => {
  const { sent, remove } = await open();
  await typeText(amount(), "1");
  await typeText(reason(), "补足余额");
  await typeText(find<HTMLInputElement>("input[name=count]"), " ");
  await click(button("充值"));
  expect(sent.map((one) => one.input.count)).toEqual([undefined]);
  await remove();
});

test("the server's refusal stands at the field that it names, and what was typed stays", async () => {
  const { sent, remove } = await open();
  refusal = new ApiFailure({
    code: "BAD_INPUT",
    status: 200,
    message: "超过这家供应商的上限",
    data: { field: "amountFen" },
  });
  await typeText(amount(), "500");
  await typeText(reason(), "补足余额");
  await click(button("充值"));
  expect([faultAt("amountFen"), faultAt("reason")]).toEqual(["超过这家供应商的上限", ""]);
  expect(textsOf("[role=alert]")).toEqual(["超过这家供应商的上限"]);
  expect([amount().value, reason().value]).toEqual(["500", "补足余额"]);
  expect([onClose.mock.calls, onDone.mock.calls]).toEqual([[], []]);
  refusal = undefined;
  await click(button("充值"));
  expect(sent[1]?.options?.idempotencyKey).toBe(sent[0]?.options?.idempotencyKey);
  expect(onClose).toHaveBeenCalledOnce();
  await remove();
});

test("a changed form asks before it is left, an unchanged one does not", async () => {
  const { remove } = await open();
  await click(button("取消"));
  expect(onClose).toHaveBeenCalledOnce();
  await typeText(amount(), "500");
  await click(button("取消"));
  expect(onClose).toHaveBeenCalledOnce();
  expect(find("[role=alertdialog]").textContent).toContain("有未保存的内容");
  await click(button("继续填写"));
  expect(amount().value).toBe("500");
  await click(button("取消"));
  await click(button("放弃"));
  expect(onClose).toHaveBeenCalledTimes(2);
  await remove();
});

test("a form that a new login interrupts has what was typed; an abandoned one does not", async () => {
  const first = await open();
  await typeText(amount(), "500");
  await first.remove();
  const second = await open();
  expect(amount().value).toBe("500");
  await click(button("取消"));
  await click(button("放弃"));
  await second.remove();
  const third = await open({ initial: { reason: "月末" } });
  expect([amount().value, reason().value]).toEqual(["", "月末"]);
  await typeText(reason(), "月末补足");
  await typeText(reason(), "月末");
  await third.remove();
  await open({ initial: { reason: "月末" } });
  expect(reason().value).toBe("月末");
});

test("an old proof asks for the authenticator, and the same write goes on with what was typed", async () => {
  const codes: string[] = [];
  setStepUp(async (code) => {
    codes.push(code);
    return { provenUntil: Date.now() + 300_000 };
  });
  const { sent, remove } = await open();
  refusal = new ApiFailure({ code: "STEP_UP_NEEDED", status: 200, message: "请先二次验证" });
  await typeText(amount(), "201");
  await typeText(reason(), "补足余额");
  await click(button("充值"));
  expect(textsOf("[role=alert]")).toEqual(["请先二次验证"]);
  refusal = undefined;
  await click(button("充值"));
  expect([codes, sent.length, amount().value]).toEqual([[], 1, "201"]);
  await typeText(find<HTMLInputElement>("[autocomplete=one-time-code]"), "123456");
  await click(button("充值"));
  expect([codes, onDone.mock.calls.length]).toEqual([["123456"], 1]);
  expect(new Set(sent.map(({ options }) => options?.idempotencyKey)).size).toBe(1);
  await remove();
});
