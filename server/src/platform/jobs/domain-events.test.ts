/** News reaches every listener, in order, and again when one of them could not take it. */
import { expect, test } from "vitest";
import { type DomainEvent, domainEventHandler } from "./domain-events.ts";

const delivery = (payload: Record<string, unknown>) => ({
  memberId: "m1",
  id: "i1",
  topic: "news",
  sealed: undefined,
  attempt: 1,
  payload,
});
const payload = { kind: "order.done", ref: "o1", data: { count: 2 } };

test("news is heard by everybody who asked, one after the other", async () => {
  const heard: [string, DomainEvent][] = [];
  const listener = (name: string) => async (news: DomainEvent) => void heard.push([name, news]);
  await domainEventHandler([listener("first"), listener("second")])(delivery(payload));
  const news = { memberId: "m1", ...payload };
  expect(heard).toEqual([
    ["first", news],
    ["second", news],
  ]);
});

test("a listener that fails has the news told again", async () => {
  const carry = domainEventHandler([async () => Promise.reject(new Error("busy"))]);
  await expect(carry(delivery(payload))).rejects.toThrow("busy");
});

test("what is no news is not told at all", async () => {
  let isHeard = false;
  const carry = domainEventHandler([
    async () => {
      isHeard = true;
    },
  ]);
  await expect(carry(delivery({ kind: "done", ref: "o1", data: {} }))).rejects.toThrow("news");
  expect(isHeard).toBe(false);
});
