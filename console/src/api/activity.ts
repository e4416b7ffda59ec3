/** When the operator last did something in any tab; the session ends without activity. */

const ACTIVE = "console-active-at";
const BACKGROUND_AFTER_MS = 60_000;

/** Returns the time of the last activity, ms since 1970; now when there is none yet. */
export const activeAt = (): number => Number(localStorage.getItem(ACTIVE) ?? Date.now());

/** Notes that the operator did something, for all tabs. */
export const noteActivity = (): void => localStorage.setItem(ACTIVE, String(Date.now()));

/** Returns true while only the page itself sends requests; these do not prolong the session. */
export const isInBackground = (): boolean => Date.now() - activeAt() > BACKGROUND_AFTER_MS;
