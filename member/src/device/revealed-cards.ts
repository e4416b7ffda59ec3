/**
 * Stores the revealed cards of this device sealed, so that they can be shown at a counter offline; they
 * belong to the member and are removed with the login.
 */
import type { RevealedCard } from "@yunjing/contract/schemas/coupons";
import { cacheResponse, cachedResponse } from "./response-cache.ts";
import { identityOf, storedToken } from "./token.ts";

const nameOf = (id: string): string => `card:${id}`;

const isRevealed = (value: unknown): value is RevealedCard =>
  typeof value === "object" && value !== null && "id" in value && "code" in value;

/** Stores a card for the logged-in member; without a login nothing is stored. */
export async function storeRevealedCard(card: RevealedCard): Promise<void> {
  const { uid } = identityOf(storedToken());
  if (uid !== null) await cacheResponse(uid, nameOf(card.id), { at: Date.now(), data: card });
}

/** Returns the card as it was last shown to this member on this device. */
export async function storedRevealedCard(id: string): Promise<RevealedCard | undefined> {
  const { uid } = identityOf(storedToken());
  const cached = uid === null ? undefined : await cachedResponse(uid, nameOf(id));
  return isRevealed(cached?.data) ? cached.data : undefined;
}
