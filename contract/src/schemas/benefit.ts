/**
 * A benefit as a card and in detail: its price for this caller, the form to fill in, and its rules.
 */
import Type, { type Static } from "typebox";
import { Fen, Points } from "../values.ts";

/** An uploaded picture, at `/pictures/{pictureId}/{width}.avif` and `.webp`. */
export const Photo = Type.Object({
  pictureId: Type.String(),
  /** What it shows, for those who cannot see it. */
  alt: Type.String(),
  /** The widths that it has, px. */
  widths: Type.Array(Type.Integer()),
});
export type Photo = Static<typeof Photo>;

/** A drawing on its ground, and the uploaded picture that stands in its place. */
export const Picture = Type.Object({
  artwork: Type.String(),
  tint: Type.String(),
  photo: Type.Optional(Photo),
});
/** One picture, or two, of which the second is drawn behind the first. */
const PicturePair = Type.Object({
  artwork: Type.String(),
  also: Type.Optional(Type.String()),
  tint: Type.String(),
  photo: Type.Optional(Photo),
});

/**
 * The texts of a benefit that members read as they are stored. This is their only declaration: the
 * card, the store and the demo take the fields from here.
 */
export const BenefitTexts = Type.Object({
  title: Type.String(),
  subtitle: Type.Optional(Type.String()),
  tags: Type.Array(Type.String()),
  /** What it is shared as, in place of its title, and of its brand and tags. */
  shareTitle: Type.Optional(Type.String()),
  shareText: Type.Optional(Type.String()),
});
export type BenefitTexts = Static<typeof BenefitTexts>;
const { tags, shareTitle: _, shareText: __, ...texts } = BenefitTexts.properties;

/**
 * One benefit in a list. `unavailable` is the text that a member reads when it is not available
 * here and now.
 */
const card = {
  benefitId: Type.String(),
  kind: Type.String(),
  ...texts,
  brand: Type.String(),
  picture: PicturePair,
  tags,
  /** The lowest price of the SKUs on offer; `isFrom` when others cost more (起). */
  priceFen: Fen,
  isFrom: Type.Optional(Type.Boolean()),
  pointsPrice: Type.Optional(Points),
  /**
   * What this caller pays for it as a member, where that is less; without a login, what every
   * member pays.
   */
  memberPriceFen: Type.Optional(Fen),
  marketPriceFen: Fen,
  exchangedCount: Type.Integer({ minimum: 0 }),
  state: Type.Union([Type.Literal("on"), Type.Literal("sold_out"), Type.Literal("not_here")]),
  unavailable: Type.Optional(Type.String()),
};
export const BenefitCard = Type.Object(card);
export type BenefitCard = Static<typeof BenefitCard>;

/** One field to fill in before buying; `benefit-form.ts` validates it. */
export const FormField = Type.Object({
  name: Type.String(),
  label: Type.String(),
  kind: Type.Union([
    Type.Literal("phone"),
    Type.Literal("account"),
    Type.Literal("digits"),
    Type.Literal("email"),
  ]),
  placeholder: Type.String(),
  /** A regular expression for the whole value, after `normalizedValue`. */
  pattern: Type.String(),
  lengthMax: Type.Integer({ minimum: 1, maximum: 140 }),
  /** The error text when it does not match. */
  wrongText: Type.String(),
});
export type FormField = Static<typeof FormField>;

export const Delivery = Type.Union([
  Type.Literal("topup"),
  Type.Literal("card"),
  Type.Literal("movie"),
  Type.Literal("coupons"),
  Type.Literal("meal"),
]);
export type Delivery = Static<typeof Delivery>;

/** Where it is used: in an account elsewhere, a store, online, a cinema, or with an order here. */
export const UsedIn = Type.Union([
  Type.Literal("account"),
  Type.Literal("store"),
  Type.Literal("online"),
  Type.Literal("cinema"),
  Type.Literal("order"),
]);
export type UsedIn = Static<typeof UsedIn>;

/** When a refund is possible (domain.md 1). */
export const RefundRule = Type.Union([
  Type.Literal("unused_auto"),
  Type.Literal("before_code"),
  Type.Literal("manual"),
  Type.Literal("never"),
]);
export type RefundRule = Static<typeof RefundRule>;

/** The most of one benefit that one member may buy; days and months are of China's calendar. */
export const Limits = Type.Object({
  perOrder: Type.Optional(Type.Integer({ minimum: 1 })),
  perDay: Type.Optional(Type.Integer({ minimum: 1 })),
  perMonth: Type.Optional(Type.Integer({ minimum: 1 })),
  life: Type.Optional(Type.Integer({ minimum: 1 })),
});
export type Limits = Static<typeof Limits>;

const LevelPrice = Type.Object({
  grade: Type.Integer({ minimum: 1 }),
  name: Type.String(),
  priceFen: Fen,
});

/** One SKU to choose and buy. */
export const SkuView = Type.Object({
  skuId: Type.String(),
  spec: Type.String({ description: "30 元, 月卡; empty where there is nothing to choose" }),
  picture: Type.Optional(Picture),
  marketFen: Fen,
  priceFen: Fen,
  levelPrices: Type.Array(LevelPrice),
  /** What this caller pays for one; without a login, what every member pays. */
  unitFen: Fen,
  /** The name of the level whose price `unitFen` is, where it is less than `priceFen`. */
  levelName: Type.Optional(Type.String()),
  pointsPrice: Type.Optional(Points),
  pointsCashFen: Type.Optional(Fen),
  stock: Type.Union([Type.Literal("enough"), Type.Literal("few"), Type.Literal("none")]),
  /** Remaining stock; present only when it is low. */
  left: Type.Optional(Type.Integer({ minimum: 0 })),
  quantityMin: Type.Integer({ minimum: 1 }),
  quantityMax: Type.Integer({ minimum: 1 }),
  isOn: Type.Boolean(),
  unavailable: Type.Optional(Type.String()),
});
export type SkuView = Static<typeof SkuView>;

/** A text, whose line ends are shown, or an uploaded picture. */
export const DetailBlock = Type.Union([
  Type.Object({ kind: Type.Literal("text"), text: Type.String() }),
  Type.Object({ kind: Type.Literal("picture"), photo: Photo }),
]);
export type DetailBlock = Static<typeof DetailBlock>;

const Rule = Type.Object({ title: Type.String(), text: Type.String() });

export const BenefitDetail = Type.Object({
  ...card,
  brandCode: Type.String(),
  category: Type.Object({ code: Type.String(), name: Type.String() }),
  gallery: Type.Array(Picture),
  /** Texts and pictures below the rules, in their order; absent without any. */
  detail: Type.Optional(Type.Array(DetailBlock)),
  skus: Type.Array(SkuView, { description: "in their order; the first that is on is offered" }),
  form: Type.Array(FormField),
  delivery: Delivery,
  usedIn: UsedIn,
  deliveryText: Type.String({ description: "支付后约 10 分钟到账" }),
  refundRule: RefundRule,
  /** Short labels for the tag row, generated like the rules: 未使用可退, 30 天有效. */
  promises: Type.Array(Type.String()),
  rules: Type.Array(Rule),
  steps: Type.Array(Type.String()),
  limits: Limits,
  limitText: Type.Optional(Type.String({ description: "每人每天限购 2 件" })),
  /** How many this member may still buy now; absent without a limit or without a login. */
  limitLeft: Type.Optional(Type.Integer({ minimum: 0 })),
  region: Type.Object({
    code: Type.String(),
    cityName: Type.String(),
    isHere: Type.Boolean(),
    isEverywhere: Type.Boolean(),
    /** Where it is available, when not everywhere. */
    cityNames: Type.Array(Type.String()),
  }),
  isFavourite: Type.Optional(Type.Boolean({ description: "absent without a login" })),
  /** `picturePath`: a JPEG of its uploaded picture, because share cards show no AVIF and no WebP. */
  share: Type.Object({
    title: Type.String(),
    description: Type.String(),
    picturePath: Type.Optional(Type.String()),
  }),
});
export type BenefitDetail = Static<typeof BenefitDetail>;
