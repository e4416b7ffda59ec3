/** Coupon campaigns: created, monitored and ended by operators. Money in fen, instants in ms. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorCampaigns as routes } from "../../routes/operators/campaigns.ts";
import { Fen, Instant, Nothing, Planned, RegionCode, Token } from "../../values.ts";
import { CouponState, CouponType } from "../coupons.ts";
import { listFilter, MemberName, Person } from "./people.ts";

const TemplateId = Type.String({ pattern: "^[a-z0-9-]{3,40}$" });
const Reason = Type.String({ minLength: 2, maxLength: 200 });
const Names = Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 200 }));
const Goods = Type.Object({
  categories: Names,
  brands: Names,
  benefits: Names,
  skus: Names,
});
const Hours = Type.Object({
  from: Type.String({ pattern: "^\\d\\d:\\d\\d$" }),
  to: Type.String({ pattern: "^\\d\\d:\\d\\d$" }),
});

/** A single coupon of a type, or a pack of several coupons. */
export const CampaignType = Type.Union([...CouponType.anyOf, Type.Literal("pack")]);
export type CampaignType = Static<typeof CampaignType>;

/** Coupons of a pack: the campaign whose title and rules they copy, and how many of it. */
const PackPart = Type.Object({
  templateId: TemplateId,
  count: Type.Integer({ minimum: 1, maximum: 20 }),
});

const CouponRules = Type.Object({
  type: CouponType,
  valueFen: Type.Optional(Fen),
  percent: Type.Optional(Type.Integer({ minimum: 1, maximum: 99 })),
  capFen: Type.Optional(Fen),
  thresholdFen: Type.Optional(Fen),
  only: Type.Optional(Goods),
  except: Type.Optional(Goods),
  withLevelPrice: Type.Optional(Type.Boolean()),
  withPoints: Type.Optional(Type.Boolean()),
  weekdays: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { minItems: 1, maxItems: 7 }),
  ),
  hours: Type.Optional(Type.Array(Hours, { minItems: 1, maxItems: 4 })),
  stackGroup: Type.Optional(Type.String({ maxLength: 40 })),
  stacksWith: Names,
  /** Only for the first order of a member who never had another account. */
  firstOrder: Type.Optional(Type.Boolean()),
  oncePerPerson: Type.Optional(Type.Boolean()),
  /** Where the member registered. */
  channels: Type.Optional(
    Type.Array(Type.Union([Type.Literal("web"), Type.Literal("wechat")]), {
      minItems: 1,
      maxItems: 1,
    }),
  ),
  cities: Type.Optional(Type.Array(RegionCode, { minItems: 1, maxItems: 50 })),
});
/** A pack has `parts` alone; what else is sent of its rules is ignored. At most 20 coupons in all. */
const Rules = Type.Object({
  ...CouponRules.properties,
  type: CampaignType,
  parts: Type.Optional(Type.Array(PackPart, { minItems: 1, maxItems: 20 })),
});
const Validity = Type.Union([
  Type.Object({
    mode: Type.Literal("fixed"),
    from: Type.String({ maxLength: 40 }),
    until: Type.String({ maxLength: 40 }),
  }),
  Type.Object({
    mode: Type.Union([Type.Literal("claim"), Type.Literal("next_day")]),
    days: Type.Integer({ minimum: 1, maximum: 3_650 }),
  }),
]);

const CampaignState = Type.Union([
  Type.Literal("draft"),
  Type.Literal("review"),
  Type.Literal("active"),
  Type.Literal("paused"),
  Type.Literal("ended"),
  Type.Literal("archived"),
]);

const GivenOn = Type.Union([
  Type.Literal("register"),
  Type.Literal("first_order"),
  Type.Literal("birthday"),
]);

/** A campaign with its results; a figure is absent where there is no limit. */
export const Campaign = Type.Object({
  templateId: Type.String(),
  title: Type.String(),
  status: Type.String(),
  endedHow: Type.Optional(Type.String()),
  makerId: Type.String(),
  maker: Person,
  checker: Type.Optional(Person),
  type: CampaignType,
  /** Coupons that a member gets at once: those of a pack, else 1. */
  size: Type.Integer({ minimum: 1 }),
  /** What one coupon is worth, and from which amount it may be used; absent for a pack. */
  valueFen: Type.Optional(Fen),
  percent: Type.Optional(Type.Integer()),
  capFen: Type.Optional(Fen),
  thresholdFen: Type.Optional(Fen),
  isListed: Type.Boolean(),
  givenOn: Type.Optional(GivenOn),
  claimFrom: Type.Optional(Instant),
  claimUntil: Type.Optional(Instant),
  createdAt: Instant,
  /** In review: until when another person may approve it. */
  expiresAt: Type.Optional(Instant),
  /** The review deadline is over; its maker may submit it again. */
  isExpired: Type.Boolean(),
  /** Numbers of coupons; a pack counts as its coupons. */
  total: Type.Optional(Type.Integer()),
  claimed: Type.Integer(),
  used: Type.Integer(),
  budgetFen: Type.Optional(Fen),
  heldFen: Fen,
  spentFen: Fen,
});
export type Campaign = Static<typeof Campaign>;

/** What its coupons brought in the last thirty days: the orders that used them. */
const CampaignEffect = Type.Object({
  orders: Type.Integer(),
  /** What the coupons took off. */
  offFen: Fen,
  /** Money, balance and codes, less what went back and what it cost; it may be negative. */
  marginFen: Type.Integer(),
});

/** A campaign as its maker writes it. */
const CampaignDraft = Type.Object({
  templateId: TemplateId,
  title: Type.String({ minLength: 2, maxLength: 40 }),
  look: Type.Union([Type.Literal("plain"), Type.Literal("member")]),
  scopeText: Type.String({ maxLength: 60 }),
  tips: Type.Array(Type.String({ maxLength: 140 }), { maxItems: 10 }),
  useAt: Type.Object({
    benefitId: Type.Optional(Type.String({ maxLength: 64 })),
    categoryCode: Type.Optional(Type.String({ maxLength: 32 })),
  }),
  rules: Rules,
  validity: Validity,
  audience: Type.Object({
    grades: Type.Optional(Type.Array(Type.Integer({ minimum: 1, maximum: 20 }))),
    joinedWithinDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 3_650 })),
  }),
  /** Limits of coupons, or of whole packs. */
  perMember: Type.Integer({ minimum: 1, maximum: 10_000 }),
  perDay: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  isListed: Type.Boolean(),
  /** Given without a claim; then it is not listed. */
  givenOn: Type.Optional(GivenOn),
  claimFrom: Type.Optional(Planned),
  claimUntil: Type.Optional(Planned),
  sort: Type.Integer({ minimum: 0, maximum: 10_000 }),
  /** Coupons, or whole packs. */
  total: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000_000 })),
  budgetFen: Type.Optional(Fen),
});

/** A day of Shanghai: coupons given and used on it, and what they took off. */
const CampaignDay = Type.Object({
  day: Type.String(),
  given: Type.Integer(),
  used: Type.Integer(),
  offFen: Fen,
});

const Outlook = Type.Object({
  /** What the last seven days took off, a day. */
  perDayFen: Fen,
  /** When the budget ends at this rate; absent when it is already gone. */
  endsAt: Type.Optional(Instant),
});

/** One coupon of a pack as it was copied, and what became of those that were given. */
const PackFigures = Type.Object({
  templateId: Type.String(),
  title: Type.String(),
  count: Type.Integer(),
  rules: CouponRules,
  given: Type.Integer(),
  used: Type.Integer(),
  offFen: Fen,
});

const campaignInput = Type.Object({ templateId: TemplateId, reason: Reason });

export const operatorCampaigns = shapesOf<typeof routes>()({
  list: {
    summary: "Campaigns with their counts and their money, in display order",
    input: Type.Object({
      state: Type.Optional(CampaignState),
      type: Type.Optional(CampaignType),
      /** `from` and `to` are of its creation; the keyword is of its title or id. */
      ...listFilter,
    }),
    output: Type.Object({ list: Type.Array(Campaign), nextCursor: Type.Optional(Type.String()) }),
    refusals: [],
  },
  counts: {
    summary: "How many campaigns each state has under the list's other filters",
    input: Type.Object({
      type: Type.Optional(CampaignType),
      from: listFilter.from,
      to: listFilter.to,
      keyword: listFilter.keyword,
    }),
    output: Type.Object({
      draft: Type.Integer(),
      review: Type.Integer(),
      active: Type.Integer(),
      paused: Type.Integer(),
      ended: Type.Integer(),
      archived: Type.Integer(),
    }),
    refusals: [],
  },
  effects: {
    summary: "What coupons brought, by campaign, and what was given and used today",
    input: Type.Object({}),
    output: Type.Object({
      /** Campaigns whose coupons were used in the last thirty days. */
      list: Type.Array(Type.Object({ templateId: Type.String(), ...CampaignEffect.properties })),
      today: CampaignDay,
    }),
    refusals: [],
  },
  create: {
    summary: "Write a campaign; it issues nothing until another person has approved it",
    input: CampaignDraft,
    output: Nothing,
    refusals: ["INPUT_INVALID", "STATE_CHANGED"],
  },
  simulate: {
    summary:
      "What a coupon or a pack under these rules would have cost on the paid orders of the last days",
    input: Type.Object({
      rules: Rules,
      /** Of a campaign with these limits, in packs for a pack; without them there is none. */
      perMember: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
      total: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000_000 })),
      budgetFen: Type.Optional(Fen),
      days: Type.Integer({ minimum: 1, maximum: 31 }),
    }),
    output: Type.Object({
      from: Instant,
      /** Paid orders of the shop in these days, and those that a coupon would have fit. */
      seen: Type.Integer(),
      orders: Type.Integer(),
      members: Type.Integer(),
      /** Coupons, or packs of a pack, that they would have claimed. */
      claims: Type.Integer(),
      offFen: Fen,
      /** Of the orders that it fits: what they were paid with, without this coupon. */
      paidFen: Fen,
      costFen: Fen,
      /** What would be left of them after cost and coupon; it may be negative. */
      marginFen: Type.Integer(),
      /** There were more orders than one trial reads; the newest were read. */
      isCut: Type.Boolean(),
      /** The budget or the number of coupons would have ended before the days did. */
      endedAt: Type.Optional(Instant),
    }),
    refusals: ["INPUT_INVALID"],
  },
  detail: {
    summary: "A campaign with its rules in full, its days, and how long its budget lasts",
    input: Type.Object({ templateId: TemplateId }),
    output: Type.Object({
      campaign: Campaign,
      draft: CampaignDraft,
      version: Type.Integer(),
      /** Of a pack: its coupons, in their order. */
      parts: Type.Optional(Type.Array(PackFigures)),
      /** The reason of the last decision about it, and when it was. */
      reason: Type.Optional(Type.String()),
      decidedAt: Type.Optional(Instant),
      /** The last thirty days, the oldest first. */
      days: Type.Array(CampaignDay),
      effect: CampaignEffect,
      /** Absent without a budget, or when nothing was used lately. */
      outlook: Type.Optional(Outlook),
    }),
    refusals: ["NOT_FOUND"],
  },
  change: {
    summary: "Its maker changes a draft as a whole",
    input: Type.Object({
      ...CampaignDraft.properties,
      sinceVersion: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
    }),
    output: Type.Object({ version: Type.Integer() }),
    refusals: ["NOT_FOUND", "INPUT_INVALID", "STATE_CHANGED"],
  },
  copy: {
    summary: "Make a draft of it under another id, without its dates to claim",
    input: Type.Object({ templateId: TemplateId, newId: TemplateId }),
    output: Type.Object({ templateId: Type.String() }),
    refusals: ["NOT_FOUND", "INPUT_INVALID", "STATE_CHANGED"],
  },
  submit: {
    summary: "The maker hands it to another person; again when nobody approved it in time",
    input: campaignInput,
    output: Nothing,
    refusals: ["NOT_FOUND", "STATE_CHANGED", "TWO_PERSONS"],
  },
  pause: {
    summary: "Nobody can claim meanwhile; what was issued stays",
    input: campaignInput,
    output: Nothing,
    refusals: ["NOT_FOUND", "STATE_CHANGED"],
  },
  resume: {
    summary: "It may be claimed again",
    input: campaignInput,
    output: Nothing,
    refusals: ["NOT_FOUND", "STATE_CHANGED"],
  },
  stop: {
    summary: "End it for good: keep what was promised, give nothing more, or void what is unused",
    input: Type.Object({
      templateId: TemplateId,
      how: Type.Union([Type.Literal("keep"), Type.Literal("unclaimed"), Type.Literal("unused")]),
      reason: Reason,
    }),
    output: Nothing,
    refusals: ["NOT_FOUND", "STATE_CHANGED"],
  },
  members: {
    summary: "Who got its coupons, the latest first: when and how, and when they were used",
    input: Type.Object({
      templateId: TemplateId,
      state: Type.Optional(CouponState),
      cursor: Type.Optional(Type.String({ maxLength: 200 })),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    output: Type.Object({
      list: Type.Array(
        Type.Object({
          couponId: Type.String(),
          member: MemberName,
          /** Its own name, where a pack has several. */
          title: Type.String(),
          /** How it was got: `claim`, `grant`, `register` and others. */
          source: Type.String(),
          state: CouponState,
          givenAt: Instant,
          validUntil: Instant,
          usedAt: Type.Optional(Instant),
          /** What it took off the order. */
          offFen: Type.Optional(Fen),
        }),
      ),
      nextCursor: Type.Optional(Type.String()),
    }),
    refusals: ["NOT_FOUND"],
  },
  proposeBudget: {
    summary: "Propose more budget or more coupons; added when another person agrees",
    input: Type.Object({
      templateId: TemplateId,
      addFen: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000_000 })),
      /** Coupons, or whole packs. */
      addCoupons: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      reason: Reason,
    }),
    output: Type.Object({ approvalId: Type.String() }),
    refusals: ["NOT_FOUND", "INPUT_INVALID", "STATE_CHANGED"],
  },
  give: {
    summary: "Give members a coupon each; repeated under the same ref nobody gets a second one",
    input: Type.Object({
      templateId: TemplateId,
      /** Members by id or by number; one of the two lists is needed. */
      memberIds: Type.Optional(Type.Array(Token, { minItems: 1, maxItems: 200 })),
      memberNos: Type.Optional(
        Type.Array(Type.String({ pattern: "^[0-9]{6,12}$" }), { minItems: 1, maxItems: 200 }),
      ),
      ref: Type.String({ minLength: 3, maxLength: 60 }),
      reason: Reason,
    }),
    output: Type.Object({ given: Type.Integer() }),
    refusals: ["NOT_FOUND", "CLAIM_OVER", "OWN_ACCOUNT", "INPUT_INVALID"],
  },
});
