/**
 * Tells every room that keeps something of a member that this member has logged out here (M18), so
 * that each forgets its own: answers read, service caches, pages still alive.
 */

type LogoutHandler = () => unknown;
const handlers = new Set<LogoutHandler>();

/** Registers what a room does when a member leaves; a promise is waited for. Answers how to stop. */
export function onLogout(leaving: LogoutHandler): () => void {
  handlers.add(leaving);
  return () => {
    handlers.delete(leaving);
  };
}

/** Runs all of them and waits; one that fails keeps no other from its work. */
export async function runLogoutHandlers(): Promise<void> {
  await Promise.allSettled([...handlers].map(async (leaving) => leaving()));
}

let isLeaving = false;

/** True while a logout runs: nothing that needs the login begins any more. */
export const isLoggingOut = (): boolean => isLeaving;

/** Runs a logout; `memberIsLeaving` answers true until it has settled. */
export async function whileLoggingOut<T>(logOut: () => Promise<T>): Promise<T> {
  isLeaving = true;
  return logOut().finally(() => {
    isLeaving = false;
  });
}
