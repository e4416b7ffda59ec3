/** Copies text where the browser lets us. */

/** True when it was copied; false on plain http, in an old browser, or when it was refused. */
export async function copyText(text: string): Promise<boolean> {
  if (!("clipboard" in navigator)) return false;
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}
