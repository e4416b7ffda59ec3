/**
 * The only place in the member app that turns a failure into `undefined`, for optional operations.
 */

/**
 * Runs a function that may throw (a full or forbidden storage, a foreign entry); returns undefined
 * when it threw.
 */
export function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
