/** Copies nickname and picture from WeChat when the member agreed to it on WeChat's page. */
import { nicknameFrom } from "@yunjing/contract/nickname";
import type { Context } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/database/pool.ts";
import { releaseFile } from "../../files/actions.ts";
import { changeAvatar, updateWechatNickname } from "../store/identities.ts";
import { isFirstNickname } from "../model.ts";
import type { ProfileListener } from "../port.ts";
import { changeNickname, findMember } from "../store.ts";

/** The WeChat nickname, and the picture's address when our pages may show it. */
export type WechatProfile = { readonly nickname: string; readonly avatarUrl: string | undefined };

type ProfileToApply = {
  readonly memberId: string;
  readonly appId: string;
  readonly profile: WechatProfile;
  /**
   * `given`: replaces only the initial name and picture; the member's own name or picture stays.
   */
  readonly over: "all" | "given";
};

/** A WeChat name that breaks the nickname rules is ignored; a changed name calls `onRenamed`. */
export async function applyWechatProfile(
  context: Context,
  tx: Tx,
  listener: ProfileListener,
  { memberId, appId, profile, over }: ProfileToApply,
): Promise<void> {
  const member = await findMember(tx, memberId);
  if (!member) return;
  const nickname = nicknameFrom(profile.nickname);
  await updateWechatNickname(tx, { memberId, appId, nickname: nickname ?? "" });
  const mayTakePicture = over === "all" || member.avatar_url === null;
  if (mayTakePicture) {
    const before = await changeAvatar(tx, memberId, { url: profile.avatarUrl ?? null });
    if (before !== undefined) await releaseFile(context, tx, { fileId: before, purpose: "avatar" });
  }
  const mayTakeName = over === "all" || isFirstNickname(member.nickname);
  if (nickname === undefined || !mayTakeName || nickname === member.nickname) return;
  if (await listener.isDenied(tx, nickname)) return;
  await changeNickname(tx, memberId, nickname);
  await listener.onRenamed(tx, { memberId, nickname });
}
