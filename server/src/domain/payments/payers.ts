/**
 * Finds the payer's openid: from the login inside WeChat, or a fake one for the sandbox channel.
 */
import { createHash } from "node:crypto";
import type { Db } from "../../platform/database/pool.ts";
import { Refusal } from "../../platform/refusal.ts";
import type { Payers } from "./port.ts";
import { openidOf } from "./store.ts";

/** Members who have logged in inside WeChat. */
export const knownPayers = (db: Db, appId: string): Payers => ({
  async openidOf(memberId) {
    const openid = await openidOf(db, { memberId, appId });
    if (openid === undefined) throw new Refusal("WECHAT_NEEDED");
    return openid;
  },
});

/** Members who logged in with the sandbox WeChat; `fakePayers` for all others. */
export function sandboxPayers(db: Db, appId: string): Payers {
  const fake = fakePayers(appId);
  return {
    openidOf: async (memberId) =>
      (await openidOf(db, { memberId, appId })) ?? fake.openidOf(memberId),
  };
}

const OPENID_CHARACTERS = 28;

/** All members, with an openid derived from the member's id; it is valid in the sandbox only. */
export const fakePayers = (appId: string): Payers => ({
  openidOf: async (memberId) => {
    const digest = createHash("sha256").update(`${appId}:${memberId}`).digest("base64url");
    return `o${digest}`.slice(0, OPENID_CHARACTERS);
  },
});
