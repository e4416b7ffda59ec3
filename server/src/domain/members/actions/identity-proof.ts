/** The proof that a member has just come from a WeChat which has another account: what a merge asks for. */
import Type from "typebox";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { findOwner } from "../identity-store.ts";
import { readSigned, signText } from "../signed-text.ts";
import type { WechatIdentity } from "./wechat-login.ts";

const Proof = Type.Object({
  memberId: Type.String(),
  appId: Type.String(),
  openid: Type.String(),
  /** In ms. */
  expiresAt: Type.Integer(),
});

/** For the member who came with this WeChat; it goes through their browser. */
export function makeIdentityProof(
  context: Context,
  { memberId, told }: { readonly memberId: string; readonly told: WechatIdentity },
): string {
  const { appId, openid } = told;
  const expiresAt = context.clock.now().getTime() + context.settings.wechatProofMs;
  return signText(context, "proof", { memberId, appId, openid, expiresAt });
}

/**
 * Whose WeChat a proof is of; undefined when it is none of ours, another member's, or late. It is good until then as
 * often as it is shown: what is done with it must be safe to ask for twice.
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
