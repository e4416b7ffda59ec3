/**
 * Runs the logout handlers of all modules that store data of a member (M18), so that each removes
 * its own: cached responses, service caches, live pages.
 */

type LogoutHandler = () => unknown;
const handlers = new Set<LogoutHandler>();

/**
 * Registers a handler for the logout of a member; a returned promise is awaited. Returns a function
 * that unregisters it.
 */
export function onLogout(leaving: LogoutHandler): () => void {
  handlers.add(leaving);
  return () => {
    handlers.delete(leaving);
  };
}

/** Runs all handlers and waits for them; a failing one does not stop the others. */
export async function runLogoutHandlers(): Promise<void> {
  await Promise.allSettled([...handlers].map(async (leaving) => leaving()));
}

let isLeaving = false;

/** True while a logout runs: nothing that needs the login is started. */
export const isLoggingOut = (): boolean => isLeaving;

/** Runs a logout; `isLoggingOut` returns true until it has settled. */
export async function whileLoggingOut<T>(logOut: () => Promise<T>): Promise<T> {
  isLeaving = true;
  return logOut().finally(() => {
    isLeaving = false;
  });
}
