/**
 * The one place in the member app where a failure is turned into "nothing": for what may fail and
 * must not matter.
 */

/**
 * Runs what may throw (a full or forbidden storage, a foreign entry); answers undefined when it
 * did.
 */
export function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
