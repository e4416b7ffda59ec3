/** Puts the focus on a field of the form that is open. */

/** Does nothing when the form has no such field. */
export function focusField(name: string): void {
  const controls = document.querySelectorAll<HTMLElement>(
    `[data-field="${CSS.escape(name)}"] :is(input,textarea,select):not([aria-hidden])`,
  );
  // A prompt above a form comes last.
  [...controls].at(-1)?.focus();
}
