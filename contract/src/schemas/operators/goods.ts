/** Benefits as operators make them: the draft, what the server checks, and the versions. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorGoods as routes } from "../../routes/operators/goods.ts";
import { Fen, Instant, Nothing, Planned, Points, RegionCode, Version } from "../../values.ts";
import { BenefitDetail, Delivery, FormField, RefundRule } from "../benefit.ts";
import { Person } from "./people.ts";
import { Drawing, PictureId } from "./taxonomy.ts";

const BenefitId = Type.String({ minLength: 1, maxLength: 64, pattern: "^[\\w-]+$" });
const NewId = Type.String({ minLength: 2, maxLength: 40, pattern: "^[a-z0-9][a-z0-9-]*$" });
const Code = Type.String({ minLength: 1, maxLength: 40, pattern: "^[\\w-]+$" });
const Share = Type.Number({ minimum: 0, maximum: 1 });
const Part = Type.Number({ minimum: 0.01, maximum: 1 });
/** A version as part of a path. */
const PathVersion = Type.String({ pattern: "^[1-9]\\d{0,8}$" });
const Reason = Type.String({ minLength: 2, maxLength: 200 });
const Title = Type.String({ maxLength: 40 });
const Word = Type.String({ minLength: 1, maxLength: 20 });
const Count = Type.Integer({ minimum: 1, maximum: 10_000 });
const Days = Type.Integer({ minimum: 1, maximum: 3_650 });
const Grade = Type.Integer({ minimum: 1, maximum: 20 });

/** What one piece costs members, by level; `costFen` is what it costs us. */
const DraftPrice = Type.Object({
  marketFen: Fen,
  priceFen: Fen,
  /** Grade → fen: what a member of at least this grade pays. */
  levels: Type.Record(Type.String({ pattern: "^[1-9]\\d?$" }), Fen, { maxProperties: 10 }),
  pointsPrice: Type.Optional(Points),
  pointsCashFen: Type.Optional(Fen),
  costFen: Fen,
});
export type DraftPrice = Static<typeof DraftPrice>;

const DraftRoute = Type.Object({
  supplierId: Code,
  /** The supplier's own name of the product. */
  product: Type.String({ minLength: 1, maxLength: 64 }),
  costFen: Fen,
});

const DraftSku = Type.Object({
  skuId: BenefitId,
  spec: Title,
  artwork: Type.Optional(Drawing),
  faceFen: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
  stockMode: Type.Union([Type.Literal("own"), Type.Literal("supplier"), Type.Literal("unlimited")]),
  lowAlert: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  quantityMin: Count,
  quantityMax: Count,
  price: Type.Optional(DraftPrice),
  /** The version of the live price that `price` was made from; 0 where there is none. */
  priceVersion: Version,
  /** The suppliers in the order in which a new route is tried. */
  routes: Type.Array(DraftRoute, { maxItems: 5 }),
});
export type DraftSku = Static<typeof DraftSku>;

/** How it is delivered, used and refunded; the rules that members read are generated from it. */
export const ContractTerms = Type.Object({
  delivery: Delivery,
  usedIn: Type.Union([
    Type.Literal("account"),
    Type.Literal("store"),
    Type.Literal("online"),
    Type.Literal("cinema"),
    Type.Literal("order"),
  ]),
  form: Type.Array(FormField, { maxItems: 3 }),
  slaSeconds: Type.Integer({ minimum: 0, maximum: 604_800 }),
  refundRule: RefundRule,
  refundDays: Type.Optional(Days),
  validDays: Type.Optional(Days),
  lateMoney: Type.Union([Type.Literal("revive"), Type.Literal("refund")]),
});
export type ContractTerms = Static<typeof ContractTerms>;

/** A benefit's own terms, or those it shares: then the server writes the present version into it. */
const DraftContract = Type.Object({
  ...ContractTerms.properties,
  basedOn: Type.Optional(Type.Object({ code: Code, version: Version })),
});

/** A text or a picture of the page; an empty text may wait in a draft. */
const DraftBlock = Type.Union([
  Type.Object({ kind: Type.Literal("text"), text: Type.String({ maxLength: 500 }) }),
  Type.Object({ kind: Type.Literal("picture"), pictureId: PictureId }),
]);
export type DraftBlock = Static<typeof DraftBlock>;

/** Everything that a publication puts before members. A draft may be incomplete. */
export const BenefitDraft = Type.Object({
  title: Title,
  subtitle: Type.Optional(Title),
  tags: Type.Array(Word, { maxItems: 6 }),
  /** What it is shared as; its title, and its brand and tags, where it has none. */
  shareTitle: Type.Optional(Title),
  shareText: Type.Optional(Type.String({ maxLength: 60 })),
  brandCode: Code,
  categoryCode: Code,
  artwork: Drawing,
  /** The uploaded picture; the drawing stands where there is none. */
  pictureId: Type.Optional(PictureId),
  alsoArtwork: Type.Optional(Drawing),
  tint: Drawing,
  /** What members read below the rules, in this order; absent without any. */
  detail: Type.Optional(Type.Array(DraftBlock, { maxItems: 20 })),
  searchWords: Type.Array(Word, { maxItems: 20 }),
  /** Cities where it is available; everywhere when empty. */
  regionCodes: Type.Array(RegionCode, { maxItems: 400 }),
  couponTemplateIds: Type.Array(Code, { maxItems: 10 }),
  limits: Type.Object({
    perOrder: Type.Optional(Count),
    perDay: Type.Optional(Count),
    perMonth: Type.Optional(Count),
    life: Type.Optional(Count),
  }),
  gradeMin: Type.Optional(Grade),
  saleFrom: Type.Optional(Planned),
  saleTo: Type.Optional(Planned),
  /** The smaller number comes first. */
  sort: Type.Integer({ minimum: 0, maximum: 10_000 }),
  contract: DraftContract,
  skus: Type.Array(DraftSku, { maxItems: 20 }),
});
export type BenefitDraft = Static<typeof BenefitDraft>;

/** One point of the checklist before a publication; `field` is its place in the draft. */
export const DraftCheck = Type.Object({
  field: Type.String({ description: "title, skus.latte-1.price" }),
  text: Type.String(),
  isGood: Type.Boolean(),
  /** True for a price below cost: a second person may agree to it for some days. */
  isLoss: Type.Optional(Type.Boolean()),
});
export type DraftCheck = Static<typeof DraftCheck>;

/** What members will read, generated from the fulfilment contract. */
export const DraftPreview = Type.Object({
  deliveryText: Type.String(),
  promises: Type.Array(Type.String()),
  rules: Type.Array(Type.Object({ title: Type.String(), text: Type.String() })),
  steps: Type.Array(Type.String()),
});
export type DraftPreview = Static<typeof DraftPreview>;

/** What holds for a SKU now, beside its draft; `newest` is the newest version of its price. */
const LiveSku = Type.Object({
  skuId: Type.String(),
  isOn: Type.Boolean(),
  newest: Type.Integer(),
  /** The price in force, and its version. */
  price: Type.Optional(DraftPrice),
  priceVersion: Type.Integer(),
  stock: Type.Optional(
    Type.Object({ total: Type.Integer(), held: Type.Integer(), sold: Type.Integer() }),
  ),
});

/** A price that begins or ends later. */
const PlannedPrice = Type.Object({
  skuId: Type.String(),
  version: Type.Integer(),
  ...DraftPrice.properties,
  startsAt: Instant,
  endsAt: Type.Optional(Instant),
  /** The name of who made it. */
  madeBy: Type.String(),
  isInForce: Type.Boolean(),
});

const Status = Type.Union([
  Type.Literal("draft"),
  Type.Literal("review"),
  Type.Literal("on"),
  Type.Literal("off"),
  Type.Literal("archived"),
]);

const saved = {
  /** The version of the draft, which the next change names; it counts on after a publication. */
  sinceVersion: Type.Integer(),
  draft: BenefitDraft,
  checks: Type.Array(DraftCheck),
  preview: DraftPreview,
};

export const GoodsDetail = Type.Object({
  benefitId: Type.String(),
  status: Status,
  /** The number of the last publication; 0 before the first one through the console. */
  version: Type.Integer(),
  publishedAt: Type.Optional(Instant),
  publishedBy: Type.Optional(Person),
  ...saved,
  /** True while the draft waits for a publication; false when `draft` is what members see. */
  isDraftOpen: Type.Boolean(),
  savedAt: Type.Optional(Instant),
  savedBy: Type.Optional(Person),
  /** How many fields of the draft differ from what members see. */
  changed: Type.Integer(),
  skus: Type.Array(LiveSku),
  /** The proposal below cost that waits for a second person. */
  approvalId: Type.Optional(Type.String()),
});
export type GoodsDetail = Static<typeof GoodsDetail>;

export const GoodsRow = Type.Object({
  benefitId: Type.String(),
  title: Type.String(),
  artwork: Type.String(),
  /** The uploaded picture; the drawing stands where there is none. */
  pictureId: Type.Optional(Type.String()),
  brand: Type.String(),
  category: Type.String(),
  kind: Type.String(),
  status: Status,
  version: Type.Integer(),
  isDraftOpen: Type.Boolean(),
  skus: Type.Integer(),
  priceFen: Type.Optional(Fen),
  priceMaxFen: Type.Optional(Fen),
  /** The lowest margin of its SKUs, fen; below zero when one is sold below cost. */
  marginFen: Type.Optional(Type.Integer()),
  free: Type.Optional(Type.Integer({ description: "pieces of own stock that are free" })),
});
export type GoodsRow = Static<typeof GoodsRow>;

const Changes = Type.Array(
  Type.Object({ field: Type.String(), before: Type.String(), after: Type.String() }),
);
const VersionLine = Type.Object({
  version: Type.Integer(),
  at: Instant,
  by: Person,
  reason: Type.String(),
  approvedBy: Type.Optional(Person),
});

export const operatorGoods = shapesOf<typeof routes>()({
  list: {
    summary: "Every benefit, drafts too, by status, brand, category or words of its title",
    input: Type.Object({
      status: Type.Optional(Status),
      brandCode: Type.Optional(Code),
      categoryCode: Type.Optional(Code),
      keyword: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
      /** The benefit at the end of the page before. */
      cursor: Type.Optional(BenefitId),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    output: Type.Object({ list: Type.Array(GoodsRow), nextCursor: Type.Optional(Type.String()) }),
    refusals: [],
  },
  create: {
    summary: "A benefit that only operators see, with its first draft",
    input: Type.Object({
      benefitId: NewId,
      title: Type.String({ minLength: 1, maxLength: 40 }),
      brandCode: Code,
      categoryCode: Code,
      delivery: Delivery,
    }),
    output: Type.Object({ benefitId: Type.String(), sinceVersion: Type.Integer() }),
    refusals: ["INPUT_INVALID"],
  },
  detail: {
    summary: "One benefit: the draft, what the check says, and what members read",
    input: Type.Object({ benefitId: BenefitId }),
    output: GoodsDetail,
    refusals: ["NOT_FOUND"],
  },
  saveDraft: {
    summary:
      "Keep a draft; members see nothing of it. A stale version is refused with the stored draft",
    input: Type.Object({ benefitId: BenefitId, sinceVersion: Version, draft: BenefitDraft }),
    output: Type.Object({ ...saved, savedAt: Instant }),
    refusals: ["NOT_FOUND", "STATE_CHANGED", "INPUT_INVALID"],
  },
  preview: {
    summary: "A draft, stored or not, as members would see it in stock; nothing without a price",
    input: Type.Object({ benefitId: BenefitId, draft: BenefitDraft }),
    output: Type.Object({ benefit: Type.Optional(BenefitDetail) }),
    refusals: ["NOT_FOUND"],
  },
  versions: {
    summary: "The publications of a benefit, the newest first",
    input: Type.Object({
      benefitId: BenefitId,
      /** The version at the end of the page before. */
      cursor: Type.Optional(Type.String({ pattern: "^\\d{1,9}$" })),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    output: Type.Object({
      list: Type.Array(VersionLine),
      nextCursor: Type.Optional(Type.String()),
    }),
    refusals: ["NOT_FOUND"],
  },
  diff: {
    summary:
      "What differs between two states: a version, what members see (no `from`), the draft (no `to`)",
    input: Type.Object({
      benefitId: BenefitId,
      from: Type.Optional(Version),
      to: Type.Optional(Version),
    }),
    output: Type.Object({ changes: Changes }),
    refusals: ["NOT_FOUND"],
  },
  restore: {
    summary: "Put a version into the draft; members see it after the next publication",
    input: Type.Object({
      benefitId: BenefitId,
      version: Version,
      sinceVersion: Version,
      reason: Reason,
    }),
    output: Type.Object({ sinceVersion: Type.Integer() }),
    refusals: ["NOT_FOUND", "STATE_CHANGED"],
  },
  proposeLoss: {
    summary:
      "Ask a second person to publish the draft below cost; its prices below cost end at `lossUntil`",
    input: Type.Object({
      benefitId: BenefitId,
      sinceVersion: Version,
      /** At most seven days from now. */
      lossUntil: Planned,
      reason: Reason,
    }),
    output: Type.Object({ approvalId: Type.String() }),
    refusals: ["NOT_FOUND", "STATE_CHANGED", "PUBLISH_DENIED", "INPUT_INVALID"],
  },
  makePicture: {
    summary: "Store a picture, cut to a square, as AVIF and WebP in the sizes of pages",
    bodyBytesMax: 14_000_000,
    input: Type.Object({
      /** JPEG, PNG or WebP, base64. */
      file: Type.String({ minLength: 1, maxLength: 13_981_016, pattern: "^[A-Za-z0-9+/=]+$" }),
      /** The part to keep, as fractions of the sides. */
      crop: Type.Object({ x: Share, y: Share, width: Part, height: Part }),
      /** What the picture shows, for those who cannot see it. */
      alt: Type.String({ minLength: 2, maxLength: 60, pattern: "\\S.*\\S" }),
    }),
    output: Type.Object({ pictureId: Type.String(), widths: Type.Array(Type.Integer()) }),
    refusals: ["FILE_TYPE", "FILE_BROKEN", "FILE_LARGE"],
  },
  prices: {
    summary: "The prices of a benefit that begin or end later, those that begin first on top",
    input: Type.Object({ benefitId: BenefitId }),
    output: Type.Object({ list: Type.Array(PlannedPrice) }),
    refusals: [],
  },
  withdrawPrice: {
    summary: "Withdraw a price before it begins; the one before it stays",
    input: Type.Object({ skuId: BenefitId, version: PathVersion, reason: Reason }),
    output: Nothing,
    refusals: ["NOT_FOUND", "STATE_CHANGED"],
  },
});
