/**
 * Takes the HTML's own splash away once the first page stands, by fading, so that nothing flashes
 * (M07).
 */

const LEAVE_MS = 200;

/** Begins the fade; later calls do nothing. */
export function leaveSplash(): void {
  const splash = document.getElementById("splash");
  if (!splash || splash.dataset["leaving"] !== undefined) return;
  splash.dataset["leaving"] = "";
  setTimeout(() => splash.remove(), LEAVE_MS);
}
