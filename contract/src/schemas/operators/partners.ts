/** Partners as operators see them. Money in fen, instants in ms. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorPartners as routes } from "../../routes/operators/partners.ts";
import { Fen, Instant, listOf, Nothing, Planned, RegionCode, Version } from "../../values.ts";
import { LinkId, LinkKind } from "../partners.ts";
import { Reason, Uuid } from "./adjustments.ts";

const PartnerId = Type.String({ maxLength: 32, pattern: "^[a-z][a-z0-9-]{1,31}$" });
const Sid = Type.String({ pattern: "^[0-9a-f]{32}$" });
/** A host such as `m.yunda.example`, or the id of an app or mini-program within its scheme. */
const Place = Type.Object({
  scheme: Type.Union([Type.Literal("https"), Type.Literal("weixin"), Type.Literal("alipays")]),
  place: Type.String({ pattern: "^[a-z0-9][a-z0-9.-]{2,99}$" }),
});

const link = {
  linkId: Type.String(),
  partnerId: PartnerId,
  title: Type.String({ minLength: 1, maxLength: 30 }),
  brandName: Type.String({ minLength: 1, maxLength: 20 }),
  artwork: Type.String({ maxLength: 32 }),
  tint: Type.String({ maxLength: 16 }),
  kind: LinkKind,
  target: Type.String({ minLength: 1, maxLength: 4_096 }),
  tip: Type.String({ maxLength: 100 }),
  cityCodes: Type.Array(RegionCode, { maxItems: 400 }),
  startsAt: Type.Optional(Planned),
  endsAt: Type.Optional(Planned),
  isOn: Type.Boolean(),
};
export const PartnerLink = Type.Object({ ...link, version: Type.Integer() });
export type PartnerLink = Static<typeof PartnerLink>;

export const PartnerView = Type.Object({
  partnerId: Type.String(),
  name: Type.String(),
  isOn: Type.Boolean(),
  /** Whether we have its keys; without them its links do not work. */
  isWired: Type.Boolean(),
  hosts: Type.Array(
    Type.Object({ scheme: Type.String(), place: Type.String(), isOn: Type.Boolean() }),
  ),
  /**
   * Hosts that one person proposed and another must decide, and those whose deadline has passed.
   */
  waiting: Type.Array(
    Type.Object({
      approvalId: Type.String(),
      scheme: Type.String(),
      place: Type.String(),
      reason: Type.String(),
      maker: Type.String(),
      makerName: Type.String(),
      expiresAt: Instant,
      /** The time to decide is over; it may be proposed again. */
      isExpired: Type.Boolean(),
    }),
  ),
  links: Type.Array(PartnerLink),
  orders: Type.Object({ matched: Type.Integer(), unmatched: Type.Integer() }),
  pulledTo: Type.Optional(Instant),
  pullFailure: Type.Optional(Type.String()),
});
export type PartnerView = Static<typeof PartnerView>;

export const PartnerClick = Type.Object({
  sid: Type.String(),
  partnerId: Type.String(),
  linkId: Type.String(),
  memberId: Type.String(),
  memberNo: Type.String(),
  regionCode: Type.Optional(Type.String()),
  /** When the partner exchanged the one-time token. */
  usedAt: Type.Optional(Instant),
  createdAt: Instant,
});
export type PartnerClick = Static<typeof PartnerClick>;

export const PartnerReport = Type.Object({
  partnerId: Type.String(),
  partnerNo: Type.String(),
  sid: Type.Optional(Type.String()),
  memberId: Type.Optional(Type.String()),
  memberNo: Type.Optional(Type.String()),
  linkId: Type.Optional(Type.String()),
  title: Type.String(),
  state: Type.String(),
  commission: Type.String(),
  amountFen: Fen,
  commissionFen: Fen,
  isRisk: Type.Boolean(),
  placedAt: Instant,
  saidAt: Instant,
});
export type PartnerReport = Static<typeof PartnerReport>;

const paging = { before: Type.Optional(Instant), partnerId: Type.Optional(PartnerId) };

export const operatorPartners = shapesOf<typeof routes>()({
  list: {
    summary: "Every partner with its links, allowed hosts, waiting hosts, and how its orders match",
    input: Type.Object({}),
    output: listOf(PartnerView),
    refusals: [],
  },
  clicks: {
    summary: "Jumps, newest first: of a partner, of a member, or the one of a tracking id",
    input: Type.Object({ ...paging, sid: Type.Optional(Sid), memberId: Type.Optional(Uuid) }),
    output: listOf(PartnerClick),
    refusals: [],
  },
  orders: {
    summary: "Partners' orders, the latest heard of first; commission is ours only",
    input: Type.Object({
      ...paging,
      partnerNo: Type.Optional(Type.String({ maxLength: 64 })),
      sid: Type.Optional(Sid),
      unmatched: Type.Optional(Type.Boolean()),
    }),
    output: listOf(PartnerReport),
    refusals: [],
  },
  setLink: {
    summary: "Make a link or change it; `sinceVersion` 0 makes it. Its host must be allowed",
    input: Type.Object({
      ...link,
      linkId: LinkId,
      sinceVersion: Version,
      reason: Reason,
    }),
    output: Type.Object({ version: Type.Integer() }),
    refusals: ["NOT_FOUND", "STATE_CHANGED", "TARGET_DENIED"],
  },
  switchLink: {
    summary: "Let a link lead somewhere, or nowhere from now on",
    input: Type.Object({ linkId: LinkId, isOn: Type.Boolean(), reason: Reason }),
    output: Nothing,
    refusals: ["NOT_FOUND"],
  },
  switchPartner: {
    summary: "The kill switch of all links of a partner",
    input: Type.Object({ partnerId: PartnerId, isOn: Type.Boolean(), reason: Reason }),
    output: Nothing,
    refusals: ["NOT_FOUND"],
  },
  proposeHost: {
    summary: "Propose a host (or an app's id) that links may lead to",
    input: Type.Object({ partnerId: PartnerId, ...Place.properties, reason: Reason }),
    output: Type.Object({ approvalId: Type.String() }),
    refusals: ["NOT_FOUND", "TARGET_DENIED"],
  },
  closeHost: {
    summary: "From now on no link leads there; one person is enough for that",
    input: Type.Object({ partnerId: PartnerId, ...Place.properties, reason: Reason }),
    output: Nothing,
    refusals: ["NOT_FOUND"],
  },
  pull: {
    summary: "Ask the partner now for the orders it has news of",
    input: Type.Object({ partnerId: PartnerId, reason: Reason }),
    output: Type.Object({ seen: Type.Integer(), changed: Type.Integer() }),
    refusals: ["NOT_FOUND"],
  },
});
