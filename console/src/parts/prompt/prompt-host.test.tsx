/** Tests of the prompt before a write: reason, key, refusals, and what Enter does. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { Call, CallOptions } from "@yunjing/contract/calls";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ApiFailure } from "../../api/failure.ts";
import { askReason } from "./ask-reason.ts";
import { PromptHost } from "./prompt-host.tsx";

type Input = { readonly refundNo: string; readonly reason: string };
type Sent = { readonly input: Input; readonly options: CallOptions | undefined };

let root: Root;
let sent: Sent[] = [];
let refusal: ApiFailure | undefined;

const op: Call<Input, { state: string }> = Object.assign(
  async (input: Input, options?: CallOptions) => {
    sent.push({ input, options });
    if (refusal) throw refusal;
    return { state: "done" };
  },
  {
    topic: "operatorRefunds",
    operation: "approve",
    route: { method: "POST", path: "/x", caller: "operator" } as const,
  },
);

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  sent = [];
  refusal = undefined;
  const holder = document.body.appendChild(document.createElement("div"));
  root = createRoot(holder);
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <PromptHost />
      </QueryClientProvider>,
    ),
  );
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
});

async function open() {
  let outcome: { state: string } | undefined | "open" = "open";
  await act(async () => {
    void askReason({
      op,
      input: { refundNo: "R1" },
      title: "批准退款",
      effect: ["微信原路退回 ¥4.00"],
      confirm: "批准并退 ¥4.00",
    }).then((value) => {
      outcome = value;
    });
  });
  return { outcome: () => outcome };
}

const textarea = () => document.querySelector("textarea");

async function type(reason: string) {
  const field = textarea();
  await act(async () => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value") ?? {};
    set?.call(field, reason);
    field?.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

async function press(words: string) {
  const button = [...document.querySelectorAll("button")].find((one) => one.textContent === words);
  await act(async () => button?.click());
}

test("nothing is sent without a reason of two characters", async () => {
  await open();
  await press("批准并退 ¥4.00");
  await type("一");
  await press("批准并退 ¥4.00");
  expect(sent).toEqual([]);
  expect(document.body.textContent).toContain("请写 2–200 字，现在 1 字");
});

test("the button sends the reason under a key, and the caller gets the answer", async () => {
  const prompt = await open();
  await type("两张未使用");
  await press("批准并退 ¥4.00");
  expect(sent[0]?.input).toEqual({ refundNo: "R1", reason: "两张未使用" });
  expect(sent[0]?.options?.idempotencyKey).toMatch(/^[0-9a-f]{32}$/);
  expect(prompt.outcome()).toEqual({ state: "done" });
  expect(textarea()).toBeNull();
});

test("a refusal stays in the prompt with what was typed, and a retry has the same key", async () => {
  refusal = new ApiFailure({ code: "TWO_PERSONS", status: 200, message: "需要另一位同意" });
  const prompt = await open();
  await type("两张未使用");
  await press("批准并退 ¥4.00");
  expect(document.querySelector("[role=alert]")?.textContent).toContain("需要另一位同意");
  expect(textarea()?.value).toBe("两张未使用");
  expect(prompt.outcome()).toBe("open");
  refusal = undefined;
  await press("批准并退 ¥4.00");
  expect(sent[1]?.options?.idempotencyKey).toBe(sent[0]?.options?.idempotencyKey);
});

test("submitting the form by Enter sends nothing", async () => {
  await open();
  await type("两张未使用");
  await act(async () => document.querySelector("form")?.requestSubmit());
  expect(sent).toEqual([]);
});
