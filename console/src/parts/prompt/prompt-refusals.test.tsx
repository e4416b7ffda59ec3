/** Tests of a prompt that the server refuses: the code of the authenticator, and what changed. */
import type { Call } from "@yunjing/contract/calls";
import type { StepUp } from "@yunjing/contract/step-up";
import { act } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiFailure } from "../../api/failure.ts";
import { setOperator } from "../../api/operator.ts";
import { button, click, find, mount, operation, pressKey, textsOf, typeText } from "../testing.tsx";
import { Toasts } from "../toast.tsx";
import { type Ask, askReason, recentReasons } from "./ask-reason.ts";
import { PromptHost } from "./prompt-host.tsx";
import { setStepUp } from "./step-up.ts";

type Approval = { withdrawalNo: string; reason: string };

let refusals: ApiFailure[] = [];
const codes: string[] = [];
const refused = (code: string, message: string, data?: unknown) =>
  new ApiFailure({ code, status: 200, message, data });
const reason = () => find<HTMLTextAreaElement>("textarea");
const digits = () => find<HTMLInputElement>("[autocomplete=one-time-code]");

beforeEach(() => {
  refusals = [];
  codes.length = 0;
  sessionStorage.clear();
  setStepUp(async (code) => {
    codes.push(code);
    if (code === "000000") throw refused("STEP_UP_WRONG", "验证码不对");
    return { provenUntil: Date.now() + 300_000 };
  });
});
afterEach(() => {
  document.body.replaceChildren();
  setOperator(undefined);
});

type Opened = Partial<Ask> & { readonly rule?: StepUp };

const withRule = (call: Call<Approval, string>, stepUp: StepUp) =>
  Object.assign(call, { route: { ...call.route, stepUp } });

async function open({ rule, ...more }: Opened = {}) {
  const { op: call, sent } = operation<Approval, string>("operatorWithdrawals", "approve", () => {
    const refusal = refusals.shift();
    if (refusal) throw refusal;
    return "approved";
  });
  const op = rule === undefined ? call : withRule(call, rule);
  const mounted = await mount(
    <>
      <PromptHost />
      <Toasts />
    </>,
  );
  const outcome = vi.fn();
  await act(async () => {
    void askReason({
      op,
      input: { withdrawalNo: "4711" },
      title: "同意提现",
      effect: ["到账 ¥485.00"],
      confirm: "批准并付 ¥485.00",
      ...more,
    }).then(outcome);
  });
  expect(textsOf("[role=dialog] li")).toEqual(["到账 ¥485.00"]);
  return { ...mounted, sent, outcome };
}
const confirm = () => click(button("批准并付 ¥485.00"));

test("a refusal STEP_UP_NEEDED asks for the code, and the same write goes on with it", async () => {
  const { sent, outcome, remove } = await open();
  refusals = [refused("STEP_UP_NEEDED", "请先验证")];
  expect(document.querySelector("[autocomplete=one-time-code]")).toBeNull();
  await typeText(reason(), "资料齐全");
  await confirm();
  expect(textsOf("[role=dialog] [role=alert]")).toEqual(["请先验证"]);
  await typeText(digits(), "12 34");
  await confirm();
  expect([codes, sent.length, digits().getAttribute("aria-invalid")]).toEqual([[], 1, "true"]);
  await typeText(digits(), "123456");
  await confirm();
  expect(codes).toEqual(["123456"]);
  expect(sent.map(({ input }) => input)).toEqual(
    Array(2).fill({ withdrawalNo: "4711", reason: "资料齐全" }),
  );
  expect(new Set(sent.map(({ options }) => options?.idempotencyKey)).size).toBe(1);
  expect(outcome).toHaveBeenCalledExactlyOnceWith("approved");
  await remove();
});

test("a wrong code sends nothing and stays to be corrected", async () => {
  const { sent, outcome, remove } = await open({ rule: "always" });
  await typeText(reason(), "资料齐全");
  await typeText(digits(), "000000");
  await confirm();
  expect(textsOf("[role=dialog] [role=alert]")).toEqual(["验证码不对"]);
  expect([sent.length, reason().value]).toEqual([0, "资料齐全"]);
  await typeText(digits(), "123456");
  await confirm();
  expect(outcome).toHaveBeenCalledExactlyOnceWith("approved");
  await remove();
});

test("within five minutes of a proof the next prompt asks for no code", async () => {
  const operator = {
    uid: "1",
    name: "沈若溪",
    nickname: "",
    phone: "",
    roles: [],
    permissions: [],
    proofAboveFen: 20_000,
  };
  setOperator({ ...operator, provenUntil: Date.now() - 1 });
  const first = await open({ rule: "always" });
  await typeText(reason(), "资料齐全");
  await typeText(digits(), "123456");
  await confirm();
  await first.remove();
  const second = await open({ rule: "always" });
  expect(document.querySelector("[autocomplete=one-time-code]")).toBeNull();
  await typeText(reason(), "资料齐全");
  await confirm();
  expect([codes, second.sent.length]).toEqual([["123456"], 1]);
  await second.remove();
});

test.each([
  { rule: "byAmount", more: { movesFen: 20_000 }, isAsked: false },
  { rule: "byAmount", more: { movesFen: 20_001 }, isAsked: true },
  { rule: "whenProposed", more: { isProposed: false }, isAsked: false },
  { rule: "whenProposed", more: { isProposed: true }, isAsked: true },
  { rule: undefined, more: { movesFen: 20_001, isProposed: true }, isAsked: false },
] as const)(
  "the route's rule decides whether the prompt asks: %o",
  async ({ rule, more, isAsked }) => {
    setOperator({
      uid: "2",
      name: "",
      nickname: "",
      phone: "",
      roles: [],
      permissions: [],
      proofAboveFen: 20_000,
    });
    const { remove } = await open({ ...(rule && { rule }), ...more });
    const box = document.querySelector("[autocomplete=one-time-code]");
    expect(box !== null).toBe(isAsked);
    await remove();
  },
);

test("a code is used once: a retry after it does not send it again", async () => {
  const { sent, outcome, remove } = await open({ rule: "always" });
  refusals = [new ApiFailure({ code: "NETWORK", status: 0 })];
  await typeText(reason(), "资料齐全");
  await typeText(digits(), "123456");
  await confirm();
  expect(textsOf("[role=dialog] [role=alert]")[0]).toContain("网络不通");
  await confirm();
  expect([codes, sent.length]).toEqual([["123456"], 2]);
  expect(outcome).toHaveBeenCalledExactlyOnceWith("approved");
  await remove();
});

test("a refusal STATE_CHANGED loads the topic again and keeps what was typed", async () => {
  const { queries, remove } = await open();
  const reload = vi.spyOn(queries, "invalidateQueries");
  refusals = [refused("STATE_CHANGED", "别人已经处理了")];
  await typeText(reason(), "资料齐全");
  await confirm();
  expect(reload).toHaveBeenCalledExactlyOnceWith({ queryKey: ["operatorWithdrawals"] });
  expect(reason().value).toBe("资料齐全");
  expect(textsOf("[role=dialog] [role=alert]")).toEqual(["别人已经处理了"]);
  await remove();
});

test("another refusal loads nothing again", async () => {
  const { queries, remove } = await open();
  const reload = vi.spyOn(queries, "invalidateQueries");
  refusals = [refused("TWO_PERSONS", "需要另一位同意")];
  await typeText(reason(), "资料齐全");
  await confirm();
  expect(reload).not.toHaveBeenCalled();
  await remove();
});

test("a refusal of the reason stands at the reason", async () => {
  const { remove } = await open();
  refusals = [refused("BAD_INPUT", "不能有手机号", { field: "reason" })];
  await typeText(reason(), "13800138000 来电");
  await confirm();
  expect(find("[data-field=reason] > div").textContent).toBe("不能有手机号");
  expect(reason().getAttribute("aria-invalid")).toBe("true");
  await remove();
});

test("a reason has 2 to 200 characters, spaces around it not counted", async () => {
  const { sent, outcome, remove } = await open();
  for (const wrong of ["", "一", " 一 ", "一".repeat(201)]) {
    await typeText(reason(), wrong);
    await confirm();
    expect(find("[data-field=reason] > div").textContent).toContain("请写 2–200 字");
  }
  expect(sent).toEqual([]);
  await typeText(reason(), ` ${"一".repeat(200)} `);
  await confirm();
  expect(sent[0]?.input.reason).toBe("一".repeat(200));
  expect(outcome).toHaveBeenCalledOnce();
  await remove();
});

test("Enter in the reason or in the code of a danger sends nothing", async () => {
  const { sent, outcome, remove } = await open({ rule: "always", look: "danger" });
  await typeText(reason(), "资料齐全");
  await typeText(digits(), "123456");
  for (const field of [reason(), digits()]) {
    field.focus();
    await pressKey("Enter");
    field.form?.requestSubmit();
  }
  expect(document.querySelector("form [type=submit]")).toBeNull();
  expect([codes, sent, outcome.mock.calls]).toEqual([[], [], []]);
  await remove();
});

test("closing sends nothing and answers undefined; each prompt has a key of its own", async () => {
  const first = await open();
  await click(button("取消"));
  expect(first.outcome).toHaveBeenCalledExactlyOnceWith(undefined);
  await first.remove();
  const keys: (string | undefined)[] = [];
  for (const _ of [1, 2]) {
    const { sent, remove } = await open();
    await typeText(reason(), "资料齐全");
    await confirm();
    keys.push(sent[0]?.options?.idempotencyKey);
    await remove();
  }
  expect(new Set(keys).size).toBe(2);
  expect(keys.every((key) => key?.length === 32)).toBe(true);
});

test("the last reasons of the operation are offered, the newest first and each once", async () => {
  for (const text of ["资料齐全", "金额相符", "资料齐全"]) {
    const { remove } = await open();
    await typeText(reason(), text);
    await confirm();
    await remove();
  }
  expect(recentReasons("operatorWithdrawals.approve")).toEqual(["资料齐全", "金额相符"]);
  expect(recentReasons("operatorWithdrawals.deny")).toEqual([]);
  const { remove } = await open();
  await click(button("金额相符"));
  expect(reason().value).toBe("金额相符");
  await remove();
});
