/**
 * Tells every room that keeps something of a member that this member has logged out here (M18), so
 * that each forgets its own: answers read, service caches, pages still alive.
 */

type Leaving = () => unknown;
const leavings = new Set<Leaving>();

/** Registers what a room does when a member leaves; a promise is waited for. Answers how to stop. */
export function onMemberLeft(leaving: Leaving): () => void {
  leavings.add(leaving);
  return () => {
    leavings.delete(leaving);
  };
}

/** Runs all of them and waits; one that fails keeps no other from its work. */
export async function tellMemberLeft(): Promise<void> {
  await Promise.allSettled([...leavings].map(async (leaving) => leaving()));
}

let isLeaving = false;

/** True while a logout runs: nothing that needs the login begins any more. */
export const memberIsLeaving = (): boolean => isLeaving;

/** Runs a logout; `memberIsLeaving` answers true until it has settled. */
export async function whileMemberLeaves<T>(logOut: () => Promise<T>): Promise<T> {
  isLeaving = true;
  return logOut().finally(() => {
    isLeaving = false;
  });
}
