/** Says whether the member is in the middle of something: marked as such, asked, or filling a field. */
import { busyReasons } from "./busy.ts";
import { openDialogs } from "./facade/dialog-queue.ts";

// Words to search by are soon typed again.
const FIELDS = "input:not([type=checkbox], [type=radio], [type=search], [type=hidden]), textarea";

const isFilled = (field: Element): boolean =>
  (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
  !field.readOnly &&
  field.value !== "" &&
  field.getClientRects().length > 0;

/** What is under way: what was marked, an open dialog, a filled field in sight. Empty when idle. */
export function allBusyReasons(): readonly string[] {
  const dialogs = openDialogs().filter(({ kind: look }) => look !== "toast");
  const fields = [...document.querySelectorAll(FIELDS)].filter(isFilled);
  return [...busyReasons(), ...dialogs.map(({ kind: look }) => look), ...fields.map(() => "field")];
}

export const isBusy = (): boolean => allBusyReasons().length > 0;
