/**
 * Stores the running exchange session and its meal draft on the device, so that a reload or a
 * closed tab loses nothing.
 */
import type { Photo } from "@yunjing/contract/schemas/benefit";
import type { EatType, MealLine, Store } from "@yunjing/contract/schemas/dining";
import { removeEntry, writeEntry, readEntry } from "./storage.ts";

/** The one unfinished session of this device; `expiresAt` in ms. */
export type StoredSession = {
  readonly session: string;
  readonly expiresAt: number;
  readonly title: string;
  readonly artwork: string;
  /** True when the member continues on the meal page. */
  readonly isMeal: boolean;
};

/** A chosen product with the data to show it without its menu. */
export type DraftLine = MealLine & {
  readonly name: string;
  readonly optionsText: string;
  readonly artwork: string;
  readonly photo?: Photo | undefined;
  readonly unitFen: number;
};

/** A placed order, stored until its code is seen; the receipt token opens it. */
export type PlacedMealOrder = {
  readonly receiptToken: string;
  readonly at: number;
  readonly title: string;
  readonly itemsText: string;
  readonly storeName: string;
  readonly slotText: string;
  readonly phone: string;
  readonly paidText: string;
};

/** A meal draft of one session; `step` counts from 0. */
export type MealDraft = {
  readonly session: string;
  readonly step: number;
  readonly store?: Store | undefined;
  readonly eatType: EatType;
  readonly slot?: string | undefined;
  /** The hash of the menu from which the lines were chosen. */
  readonly menuHash: string;
  readonly lines: readonly DraftLine[];
  readonly phone: string;
  readonly ordered?: PlacedMealOrder | undefined;
};

export const SESSION_KEY = "exchange-session";
export const DRAFT_KEY = "meal-draft";
const VISITED_KEY = "visited-store";
const DRAFT_MS = 24 * 3_600_000;

const hasSession = (value: unknown): value is { session: string } =>
  typeof value === "object" &&
  value !== null &&
  "session" in value &&
  typeof value.session === "string";
const isStoredSession = (value: unknown): value is StoredSession =>
  hasSession(value) &&
  "expiresAt" in value &&
  typeof value.expiresAt === "number" &&
  "title" in value &&
  typeof value.title === "string" &&
  "artwork" in value &&
  typeof value.artwork === "string" &&
  "isMeal" in value &&
  typeof value.isMeal === "boolean";
const isDraft = (value: unknown): value is MealDraft =>
  hasSession(value) &&
  "step" in value &&
  typeof value.step === "number" &&
  "lines" in value &&
  Array.isArray(value.lines) &&
  "menuHash" in value &&
  "eatType" in value &&
  "phone" in value;

/** Stores a running session until its lease ends. */
export const storeSession = (session: StoredSession): void =>
  writeEntry(SESSION_KEY, session, session.expiresAt);
/** Returns the unfinished session; undefined once its lease is over. */
export const storedSession = (): StoredSession | undefined =>
  readEntry(SESSION_KEY, isStoredSession);
/**
 * Removes the session; its draft stays until another session begins, because it may contain a
 * receipt.
 */
export const clearSession = (): void => removeEntry(SESSION_KEY);

/** The newest draft, until it is written. */
let unwritten: MealDraft | undefined;

function writeDraft(): void {
  if (unwritten) writeEntry(DRAFT_KEY, unwritten, Date.now() + DRAFT_MS);
  unwritten = undefined;
}
if (typeof document !== "undefined") addEventListener("visibilitychange", writeDraft, true);

/**
 * Stores the meal draft of a session for a day. A choice is written after it is painted, or before
 * the page is left; a placed order, whose receipt must not be lost, at once.
 */
export function storeDraft(draft: MealDraft): void {
  const isPlanned = unwritten !== undefined;
  unwritten = draft;
  if (draft.ordered || document.hidden) return writeDraft();
  if (!isPlanned) requestAnimationFrame(() => setTimeout(writeDraft));
}
/** Returns the stored meal draft of any session. */
export const storedDraft = (): MealDraft | undefined => unwritten ?? readEntry(DRAFT_KEY, isDraft);
export function clearDraft(): void {
  unwritten = undefined;
  removeEntry(DRAFT_KEY);
}

const isText = (value: unknown): value is string => typeof value === "string";
/** Returns the store of the last meal ordered on this device. */
export const lastVisitedStore = (): string | undefined => readEntry(VISITED_KEY, isText);
export const storeLastVisitedStore = (storeId: string): void => writeEntry(VISITED_KEY, storeId);
