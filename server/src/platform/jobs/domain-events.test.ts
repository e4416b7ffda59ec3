/**
 * Tests that domain events reach every subscriber in order, and again after a subscriber failed.
 */
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

test("every subscriber receives an event, one after the other", async () => {
  const received: [string, DomainEvent][] = [];
  const listener = (name: string) => async (event: DomainEvent) =>
    void received.push([name, event]);
  await domainEventHandler([listener("first"), listener("second")])(delivery(payload));
  const published = { memberId: "m1", ...payload };
  expect(received).toEqual([
    ["first", published],
    ["second", published],
  ]);
});

test("a failing subscriber causes the event to be delivered again", async () => {
  const handle = domainEventHandler([async () => Promise.reject(new Error("busy"))]);
  await expect(handle(delivery(payload))).rejects.toThrow("busy");
});

test("a malformed event is not delivered", async () => {
  let isReceived = false;
  const handle = domainEventHandler([
    async () => {
      isReceived = true;
    },
  ]);
  await expect(handle(delivery({ kind: "done", ref: "o1", data: {} }))).rejects.toThrow(
    "domain event",
  );
  expect(isReceived).toBe(false);
});
