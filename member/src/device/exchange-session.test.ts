// @vitest-environment happy-dom
/** Tests when the draft of a meal is written: after the paint, and never too late. */
import { beforeEach, expect, test, vi } from "vitest";
import {
  clearDraft,
  DRAFT_KEY,
  type MealDraft,
  storedDraft,
  storeDraft,
} from "./exchange-session.ts";

const draft: MealDraft = {
  session: "s",
  step: 1,
  eatType: "dine_in",
  menuHash: "m",
  lines: [],
  phone: "",
};
const ordered = {
  receiptToken: "r",
  at: 1,
  title: "t",
  itemsText: "",
  storeName: "",
  slotText: "",
  phone: "",
  paidText: "",
};
const isWritten = () => localStorage.getItem(DRAFT_KEY) !== null;

beforeEach(() => {
  clearDraft();
  vi.restoreAllMocks();
});

test("a draft is read back at once, and written once it is painted", async () => {
  storeDraft(draft);
  storeDraft({ ...draft, step: 2 });
  expect(isWritten()).toBe(false);
  expect(storedDraft()?.step).toBe(2);
  await vi.waitFor(() => expect(isWritten()).toBe(true));
  expect(storedDraft()?.step).toBe(2);
});

test("a draft is written when the page is left, and at once when it is hidden", () => {
  storeDraft(draft);
  document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  expect(isWritten()).toBe(true);
  clearDraft();
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  storeDraft(draft);
  expect(isWritten()).toBe(true);
});

test("a placed order is written at once: its receipt must not be lost", () => {
  storeDraft({ ...draft, ordered });
  expect(isWritten()).toBe(true);
});

test("a removed draft is not written afterwards", async () => {
  storeDraft(draft);
  clearDraft();
  await new Promise((done) => setTimeout(done, 60));
  expect(isWritten()).toBe(false);
  expect(storedDraft()).toBeUndefined();
});
