/** Says whether the member is in the middle of something: marked as such, asked, or filling a field. */
import { marks } from "./busy.ts";
import { opened } from "./facade/queue.ts";

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
  return [...marks(), ...dialogs.map(({ look }) => look), ...fields.map(() => "field")];
}

export const isBusy = (): boolean => underWay().length > 0;
