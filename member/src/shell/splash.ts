/**
 * Fades out the splash of the HTML page once the first page is rendered, so that nothing flashes
 * (M07).
 */

const LEAVE_MS = 200;
// Milliseconds. A slower first page shows its loading view and the way home; a faster one appears
// directly after the splash, without a grey view in between.
const WAIT_MAX_MS = 1_500;

/**
 * Starts the fade; later calls do nothing. Beneath the content of the last visit it waits for the
 * page (last-view.ts).
 */
export function hideSplash(): void {
  if (document.documentElement.dataset["first"] === "last") return;
  const splash = document.getElementById("splash");
  if (!splash || splash.dataset["leaving"] !== undefined) return;
  splash.dataset["leaving"] = "";
  setTimeout(() => splash.remove(), LEAVE_MS);
}

/**
 * Called when the shell has mounted: the splash waits for the first page, but for a limited time.
 */
export function hideSplashAfterTimeout(): () => void {
  const timer = setTimeout(hideSplash, WAIT_MAX_MS);
  return () => clearTimeout(timer);
}
