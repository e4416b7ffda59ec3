/** Remembers who invited a newcomer until they log in: for 30 days, and the first one it was. */
import { request } from "./http.ts";
import type { Invite } from "./invite-url.ts";
import { removeEntry, writeEntry, readEntry } from "./storage.ts";

const KEY = "invited-by";
const KEPT_MS = 30 * 86_400_000;

const isInvite = (value: unknown): value is Invite =>
  typeof value === "object" &&
  value !== null &&
  "code" in value &&
  typeof value.code === "string" &&
  "channel" in value &&
  (value.channel === "poster" || value.channel === "link");

/** Who invited, as long as that counts. */
export const storedInvite = (): Invite | undefined => readEntry(KEY, isInvite);

/** Keeps an invitation unless an earlier one still counts; answers whether it was kept. */
export function storeInvite(invite: Invite): boolean {
  if (storedInvite()) return false;
  writeEntry(KEY, invite, Date.now() + KEPT_MS);
  return true;
}

const hasVisit = (body: unknown): boolean =>
  typeof body === "object" &&
  body !== null &&
  "data" in body &&
  typeof body.data === "object" &&
  body.data !== null &&
  "visitId" in body.data;

/**
 * A visit by an invitation: kept, and told to the server once. A code that is nobody's is
 * forgotten, so that it does not stand in the way of a true one; without a network it stays.
 */
export async function recordInviteVisit(invite: Invite): Promise<void> {
  if (!storeInvite(invite)) return;
  const body = { inviteCode: invite.code, from: invite.channel };
  const answer = await request({ method: "POST", path: "/invite/visit", body }).catch(() => "lost");
  if (answer !== "lost" && !hasVisit(answer)) clearInvite();
}

/** What a login says of it. */
export function inviteForLogin(): { readonly inviteCode?: string } {
  const invite = storedInvite();
  return invite ? { inviteCode: invite.code } : {};
}

/** After a login there is nobody left to be bound on this phone. */
export const clearInvite = (): void => removeEntry(KEY);
