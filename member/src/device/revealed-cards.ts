/**
 * Cards whose secret was shown on this phone, kept so that they can be read at a counter without a
 * network; they belong to the member and go with the login.
 */
import type { RevealedCard } from "@yunjing/contract/schemas/coupons";
import { cacheResponse, cachedResponse } from "./response-cache.ts";
import { identityOf, storedToken } from "./token.ts";

const nameOf = (id: string): string => `card:${id}`;

const isRevealed = (value: unknown): value is RevealedCard =>
  typeof value === "object" && value !== null && "id" in value && "code" in value;

/** Keeps it for whoever is logged in; without a login nothing is kept. */
export function storeRevealedCard(card: RevealedCard): void {
  const { uid } = identityOf(storedToken());
  if (uid !== null) cacheResponse(uid, nameOf(card.id), { at: Date.now(), data: card });
}

/** The card as it was last shown to this member on this phone. */
export function storedRevealedCard(id: string): RevealedCard | undefined {
  const { uid } = identityOf(storedToken());
  const kept = uid === null ? undefined : cachedResponse(uid, nameOf(id));
  return isRevealed(kept?.data) ? kept.data : undefined;
}
