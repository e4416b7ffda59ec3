/** Stores who invited a newcomer until the login: the first invitation, for 30 days. */
import { request } from "./http.ts";
import { INVITE_KEY as KEY, type Invite } from "./invite-url.ts";
import { removeEntry, writeEntry, readEntry } from "./storage.ts";

const RETENTION_MS = 30 * 86_400_000;

const isInvite = (value: unknown): value is Invite =>
  typeof value === "object" &&
  value !== null &&
  "code" in value &&
  typeof value.code === "string" &&
  "channel" in value &&
  (value.channel === "poster" || value.channel === "link");

/** Returns the invitation while it is valid. */
export const storedInvite = (): Invite | undefined => readEntry(KEY, isInvite);

/** Stores an invitation unless an earlier one is still valid; returns whether it was stored. */
export function storeInvite(invite: Invite): boolean {
  if (storedInvite()) return false;
  writeEntry(KEY, invite, Date.now() + RETENTION_MS);
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
 * Records a visit by an invitation: stores it and reports it to the server once. An unknown code is
 * removed, so that it does not block a valid one; without a network it stays.
 */
export async function recordInviteVisit(invite: Invite): Promise<void> {
  if (!storeInvite(invite)) return;
  const body = { inviteCode: invite.code, from: invite.channel };
  const answer = await request({ method: "POST", path: "/invite/visit", body }).catch(() => "lost");
  if (answer !== "lost" && !hasVisit(answer)) clearInvite();
}

/** Returns the invitation fields of a login request. */
export function inviteForLogin(): { readonly inviteCode?: string } {
  const invite = storedInvite();
  return invite ? { inviteCode: invite.code } : {};
}

/** Removes the invitation; after a login no other newcomer is expected on this phone. */
export const clearInvite = (): void => removeEntry(KEY);
