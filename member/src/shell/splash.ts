/**
 * Takes the HTML's own splash away once the first page stands, by fading, so that nothing flashes
 * (M07).
 */

const LEAVE_MS = 200;
// A first page that takes longer shows its loading view and the way home; a quicker one comes
// straight from behind the splash, without a grey view in between.
const WAIT_MAX_MS = 1_500;

/** Begins the fade; later calls do nothing. */
export function hideSplash(): void {
  const splash = document.getElementById("splash");
  if (!splash || splash.dataset["leaving"] !== undefined) return;
  splash.dataset["leaving"] = "";
  setTimeout(() => splash.remove(), LEAVE_MS);
}

/** The shell has mounted: the splash waits for the first page, but not for long. */
export function hideSplashAfterTimeout(): () => void {
  const timer = setTimeout(hideSplash, WAIT_MAX_MS);
  return () => clearTimeout(timer);
}
