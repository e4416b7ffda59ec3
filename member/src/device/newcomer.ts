/** Stores on the device that a new member logged in here, until the first order or for 30 days. */
import { readEntry, removeEntry, writeEntry } from "./storage.ts";

export const NEWCOMER_KEY = "newcomer";
const RETENTION_MS = 30 * 86_400_000;

const isTrue = (value: unknown): value is true => value === true;

export const isNewcomer = (): boolean => readEntry(NEWCOMER_KEY, isTrue) === true;

export const storeNewcomer = (): void => writeEntry(NEWCOMER_KEY, true, Date.now() + RETENTION_MS);

export const clearNewcomer = (): void => removeEntry(NEWCOMER_KEY);
