/** Verifies on the partner's side that our server signed a link, and returns its contents. */
import { createHmac, createHash, timingSafeEqual } from "node:crypto";
import type { PartnerKey } from "../keys.ts";

export type VerifiedLink = { sid: string; token: string };

/**
 * Reads `path` as it is on the partner's own host. Returns `undefined` when our server did not sign
 * the link or it has expired.
 */
export function readLink(path: string, key: PartnerKey, now: number): VerifiedLink | undefined {
  const [signed, sign] = path.split("&yj_sign=");
  if (!signed || !sign) return undefined;
  const query = new URLSearchParams(signed.split("?")[1] ?? "");
  const [sid, token, exp] = ["yj_sid", "yj_token", "yj_exp"].map((name) => query.get(name));
  if (!sid || !token || !exp || query.get("yj_key") !== key.keyId) return undefined;
  const empty = createHash("sha256").update("").digest("hex");
  const expected = createHmac("sha256", key.secret)
    .update(`${exp}.${sid}.GET.${signed}.${empty}`)
    .digest();
  const given = Buffer.from(sign, "hex");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return Number(exp) > now ? { sid, token } : undefined;
}
