/** The display state and texts of an order, for every state it can have. */
import { expect, test } from "vitest";
import { displayOf, displayText, nextStep, timelineOf } from "./display.ts";
import type { States } from "./lifecycle.ts";
import { generateOrderNos } from "./model.ts";
import { luhnDigit } from "../members/model.ts";
import { testContext } from "../../platform/testing.ts";

const shown = (text: string, closedReason: string | null = null) => {
  const [orderState, payState, fulfilState, refundState] = text.split(" ");
  return displayOf({ orderState, payState, fulfilState, refundState, closedReason } as States & {
    closedReason: string | null;
  });
};

test("the display state follows from the four states", () => {
  const table = `
    WAIT_PAY  UNPAID        NONE       NONE       → wait_pay
    ACTIVE    PAID          QUEUED     NONE       → issuing
    ACTIVE    PAID          PROCESSING NONE       → issuing
    ACTIVE    PAID          UNKNOWN    NONE       → issuing
    ACTIVE    PAID          MANUAL     NONE       → manual
    ACTIVE    PAID          DONE       NONE       → ready
    ACTIVE    PAID          DONE       REJECTED   → ready
    ACTIVE    PAID          DONE       APPLIED    → refunding
    ACTIVE    PART_REFUNDED DONE       DONE       → part_refunded
    DONE      PAID          DONE       NONE       → done
    CANCELLED UNPAID        NONE       NONE       → cancelled
    CLOSED    UNPAID        NONE       NONE       → closed
    CLOSED    REFUNDED      FAILED     DONE       → refunded`;
  for (const line of table.trim().split("\n")) {
    const [states = "", display] = line.split("→").map((part) => part.trim().replace(/\s+/g, " "));
    expect(shown(states), line).toBe(display);
  }
  expect(shown("CLOSED PAID FAILED NONE", "returned")).toBe("returned");
  expect(shown("CLOSED REFUNDED FAILED DONE", "returned"), "a difference went back too").toBe(
    "returned",
  );
});

test("the display text fits the kind of order", () => {
  expect(displayText("ready", "meal")).toBe("待取餐");
  expect(displayText("ready", "card")).toBe("待使用");
  expect(displayText("issuing", "topup")).toBe("充值中");
  expect(nextStep("ready", "meal", "今天 12:00–12:15")).toBe("今天 12:00–12:15，到店出示取餐码");
  expect(nextStep("returned", "meal")).toContain("可重新兑换");
  expect(nextStep("done", "points")).toContain("积分已到账");
});

test("the history shows what concerns the member, in the order of the lifecycle", () => {
  const lines = ["issued", "sent", "claimed_by_operator", "placed"].map((event) => ({
    at: 1,
    event,
  }));
  expect(timelineOf([...lines, { at: 0, event: "manual" }]).map(({ event }) => event)).toEqual([
    "manual",
    "placed",
    "sent",
    "issued",
  ]);
});

test("an order number is the day, ten random digits and a check digit", () => {
  const numbers = generateOrderNos(testContext());
  expect(new Set(numbers).size).toBe(3);
  for (const number of numbers) {
    expect(number).toMatch(/^20261120\d{11}$/);
    expect(luhnDigit(number.slice(0, -1))).toBe(number.at(-1));
  }
});
