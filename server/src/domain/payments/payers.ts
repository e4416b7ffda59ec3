/** Who pays, as WeChat knows them: from what the login inside WeChat kept, or pretended for the pretend channel. */
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

/** Members as they logged in by the pretend WeChat, and everybody else as `pretendPayers` has them. */
export function sandboxPayers(db: Db, appId: string): Payers {
  const pretend = fakePayers(appId);
  return {
    openidOf: async (memberId) =>
      (await openidOf(db, { memberId, appId })) ?? pretend.openidOf(memberId),
  };
}

const OPENID_CHARACTERS = 28;

/** Everybody, with an openid that follows from the member's id; it opens nothing but the sandbox. */
export const fakePayers = (appId: string): Payers => ({
  openidOf: async (memberId) => {
    const digest = createHash("sha256").update(`${appId}:${memberId}`).digest("base64url");
    return `o${digest}`.slice(0, OPENID_CHARACTERS);
  },
});
