/** Says whether the member is in the middle of something that a reload would interrupt. */
import { useInsertionEffect } from "react";
import { opened } from "./facade/queue.ts";

const busy = new Map<number, string>();
let made = 0;

/** Marks the member as busy until the answer is called; `reason` is for whoever debugs. */
export function whileBusy(reason: string): () => void {
  const id = (made += 1);
  busy.set(id, reason);
  return () => {
    busy.delete(id);
  };
}

/**
 * Marks the member as busy as long as the page lives and `isBusy` holds. It holds for a page behind
 * another one too, so this is the one kind of effect that a hidden page keeps.
 */
export function useBusy(reason: string, isBusy: boolean): void {
  useInsertionEffect(() => (isBusy ? whileBusy(reason) : undefined), [reason, isBusy]);
}

// Words to search by are soon typed again.
const FIELDS = "input:not([type=checkbox], [type=radio], [type=search], [type=hidden]), textarea";

const isFilled = (field: Element): boolean =>
  (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
  !field.readOnly &&
  field.value !== "" &&
  field.getClientRects().length > 0;

/** What is under way: what was marked, an open dialog, a filled field in sight. Empty when idle. */
export function underWay(): readonly string[] {
  const dialogs = opened().filter(({ look }) => look !== "toast");
  const fields = [...document.querySelectorAll(FIELDS)].filter(isFilled);
  return [...busy.values(), ...dialogs.map(({ look }) => look), ...fields.map(() => "field")];
}

export const isBusy = (): boolean => underWay().length > 0;
