/** Copies text to the clipboard where the browser allows it. */

/**
 * Returns true when the text was copied; false on plain http, in an old browser, or when refused.
 */
export async function copyText(text: string): Promise<boolean> {
  if (!("clipboard" in navigator)) return false;
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}
