/** Returns whether the member is busy: marked as such, in a dialog, or filling a field. */
import { busyReasons } from "./busy.ts";
import { openDialogs } from "./facade/dialog-queue.ts";

// Search texts are excluded, because they are easily typed again.
const FIELDS = "input:not([type=checkbox], [type=radio], [type=search], [type=hidden]), textarea";

const isFilled = (field: Element): boolean =>
  (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
  !field.readOnly &&
  field.value !== "" &&
  field.getClientRects().length > 0;

/**
 * Returns what is in progress: marked reasons, open dialogs, filled visible fields. Empty when
 * idle.
 */
export function allBusyReasons(): readonly string[] {
  const dialogs = openDialogs().filter(({ kind }) => kind !== "toast");
  const fields = [...document.querySelectorAll(FIELDS)].filter(isFilled);
  return [...busyReasons(), ...dialogs.map(({ kind }) => kind), ...fields.map(() => "field")];
}

export const isBusy = (): boolean => allBusyReasons().length > 0;
