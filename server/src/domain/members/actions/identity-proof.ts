/**
 * Signed proof that a member has just used a WeChat identity of another account; a merge requires
 * it.
 */
import Type from "typebox";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { findOwner } from "../store/identities.ts";
import { readSigned, signText } from "../signed-text.ts";
import type { WechatIdentity } from "./wechat-login.ts";

const Proof = Type.Object({
  memberId: Type.String(),
  appId: Type.String(),
  openid: Type.String(),
  /** Milliseconds since 1970. */
  expiresAt: Type.Integer(),
});

/**
 * Returns the proof for the member who came with this WeChat identity; it is passed through their
 * browser.
 */
export function makeIdentityProof(
  context: Context,
  { memberId, identity }: { readonly memberId: string; readonly identity: WechatIdentity },
): string {
  const { appId, openid } = identity;
  const expiresAt = context.clock.now().getTime() + context.settings.wechatProofMs;
  return signText(context, "proof", { memberId, appId, openid, expiresAt });
}

/**
 * Returns the member who owns the proved WeChat identity; undefined for a proof that is invalid,
 * another member's, or expired. It can be shown repeatedly until it expires, so the action it is
 * used for must be idempotent.
 */
export async function ownerByProof(
  context: Context,
  db: Db,
  { memberId, proof }: { readonly memberId: string; readonly proof: string },
): Promise<{ readonly ownerId: string; readonly openid: string } | undefined> {
  const read = readSigned(context, { kind: "proof", text: proof, shape: Proof });
  if (read?.memberId !== memberId) return undefined;
  if (read.expiresAt <= context.clock.now().getTime()) return undefined;
  const ownerId = await findOwner(db, read);
  return ownerId === undefined ? undefined : { ownerId, openid: read.openid };
}
