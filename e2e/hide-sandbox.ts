/** Turns the sandbox's ribbon off in a browser: tests and pictures show the pages without it. */

/** Runs in the page before its scripts. */
export function hideSandbox(): void {
  try {
    localStorage.setItem("sandbox-ribbon", "off");
  } catch {
    // A page without storage has no login, and no ribbon to hide from.
  }
}
