/** Types a code into the page's field for it, as a phone's keyboard offers it. */

/** Returns false when the page shows no such field. */
export function fillCode(code: string): boolean {
  const field = document.querySelector<HTMLInputElement>(
    '#app input[autocomplete="one-time-code"]',
  );
  if (!field) return false;
  // React reads the value that the prototype's setter stores.
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
  setter?.call(field, code);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.focus();
  return true;
}
