/**
 * Jumps to partners: the jump page's data, the one-time link, and the partner's exchange of its
 * token.
 */
import { ownValue } from "@yunjing/contract/own-value";
import type { Input, Output } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import { enforceLimit } from "../../../platform/rate-limit.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { hashToken } from "../../../platform/secrets.ts";
import { type Availability, availabilityOf } from "../availability.ts";
import type { OpenLink } from "../model.ts";
import type { PartnerGateway, PartnerGateways } from "../port.ts";
import { findLink, insertClick, consumePass } from "../store.ts";
import { placeName, readTarget } from "../target.ts";

const MINUTE_MS = 60_000;
const SID_BYTES = 16;
const TOKEN_BYTES = 16;

export type JumpDeps = {
  readonly gateways: PartnerGateways;
  /** Returns the code of the city that contains a region; `undefined` for an unknown region. */
  readonly cityOf: (regionCode: string) => string | undefined;
};
type GoInput = Input<"partners", "go">;

async function findAvailableLink(
  context: Context,
  db: Db,
  deps: JumpDeps,
  { linkId, regionCode }: GoInput,
): Promise<{ link: OpenLink; gate: PartnerGateway | undefined; found: Availability }> {
  const link = await findLink(db, linkId);
  if (!link) throw new Refusal("NOT_FOUND");
  const gate = ownValue(deps.gateways, link.partnerId);
  const found = availabilityOf(link, {
    cityCode: regionCode === undefined ? undefined : deps.cityOf(regionCode),
    now: context.clock.now().getTime(),
    hasGateway: gate !== undefined,
  });
  return { link, gate, found };
}

/** Returns the data of the jump page. Refuses NOT_FOUND. */
export async function jumpCard(
  context: Context,
  db: Db,
  deps: JumpDeps,
  input: GoInput,
): Promise<Output<"partners", "link">> {
  const { link, found } = await findAvailableLink(context, db, deps, input);
  const { linkId, title, brandName, artwork, tint, kind, tip } = link;
  const target = found.target ?? readTarget(kind, link.target);
  return {
    linkId,
    title,
    brandName,
    artwork,
    tint,
    kind,
    tip,
    host: target ? placeName(target) : brandName,
    ...(found.target ? { available: true } : { available: false, reason: found.reason }),
  };
}

/**
 * Creates a one-time link: a signed tracking id and token on the target stored in the database.
 * Refuses NOT_FOUND, BIZ_CLOSED with its reason, RATE_LIMITED.
 */
export async function jump(
  context: Context,
  db: Db,
  deps: JumpDeps,
  { memberId, ...input }: GoInput & { readonly memberId: string },
): Promise<Output<"partners", "go">> {
  const { clock, random, settings } = context;
  const { link, gate, found } = await findAvailableLink(context, db, deps, input);
  if (!found.target || !gate) throw new Refusal("BIZ_CLOSED", { reason: found.reason });
  const now = clock.now();
  const subject = `biz-go:${memberId}`;
  await enforceLimit(db, { subject, windowMs: MINUTE_MS, now, most: settings.partnerGoPerMinute });
  const sid = Buffer.from(random.bytes(SID_BYTES)).toString("hex");
  const token = Buffer.from(random.bytes(TOKEN_BYTES)).toString("base64url");
  const expiresAt = now.getTime() + settings.partnerPassMs;
  await insertClick(db, {
    sid,
    memberId,
    partnerId: link.partnerId,
    linkId: link.linkId,
    regionCode: input.regionCode,
    tokenHash: hashToken(token),
    createdAt: now,
    expiresAt: new Date(expiresAt),
  });
  return {
    kind: link.kind,
    url: gate.sign(found.target.url, { sid, token, expiresAt }),
    expiresAt,
  };
}

/**
 * Exchanges a partner's jump token for the member reference: constant for the same member at this
 * partner, and it does not reveal the member or their references at other partners. Returns
 * `undefined` for a token that was used, has expired, or belongs to another partner.
 */
export async function exchangePass(
  context: Context,
  db: Db,
  partnerId: string,
  { sid, token }: { readonly sid: string; readonly token: string },
): Promise<{ memberRef: string; linkId: string } | undefined> {
  const pass = { sid, tokenHash: hashToken(token), partnerId, now: context.clock.now() };
  const used = await consumePass(db, pass);
  if (!used) return undefined;
  const subject = `${partnerId}:${used.memberId}`;
  return {
    memberRef: context.secrets.deriveToken("partner-member", subject),
    linkId: used.linkId,
  };
}
