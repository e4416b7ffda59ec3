/**
 * Copies of members' own data (个人信息副本; Personal Information Protection Law of China, article
 * 45). Terms: a *copy* is one sealed file; a *link* downloads it once.
 */

/** The outbox topic that makes a copy. */
export const COPY_TOPIC = "copy.make";
/** How long a link is good, ms. */
export const LINK_MS = 10 * 60_000;

/** Returns the file store's key of a copy. */
export const copyFileKey = (copyId: string): string => `copies/${copyId}.sealed`;
/** Returns the context that a copy's file is sealed for. */
export const sealPlace = (copyId: string): string => `personal_copy:${copyId}`;
