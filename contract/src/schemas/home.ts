/** The home page as blocks, the list and search of benefits, and the report of a missing page. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../operation.ts";
import type { home as routes } from "../routes/home.ts";
import { Fen, Instant, listOf, Nothing, pageOf, paging, RegionCode } from "../values.ts";
import { Agreement, AgreementKind } from "./agreements.ts";
import { BenefitCard, BenefitDetail, Picture } from "./benefit.ts";
import { Contacts, HelpArticle, ShareTexts } from "./content.ts";

export { BenefitCard } from "./benefit.ts";

const Link = Type.Object({ url: Type.String(), tab: Type.Optional(Type.Boolean()) });
export const Banner = Type.Object({
  id: Type.String(),
  title: Type.String(),
  subtitle: Type.String(),
  priceFen: Type.Optional(Fen),
  /** The price is that of the member's level. */
  isMemberPrice: Type.Optional(Type.Boolean()),
  priceNote: Type.Optional(Type.String()),
  tint: Type.String(),
  artworks: Type.Array(Type.String()),
  link: Link,
});
const GridItem = Type.Object({
  id: Type.String(),
  name: Type.String(),
  picture: Picture,
  link: Link,
});
const Brand = Type.Object({
  code: Type.String(),
  name: Type.String(),
  count: Type.Integer(),
  picture: Picture,
  link: Link,
});

/**
 * A block of the home page; the page draws the blocks in the given order and hides an empty one.
 */
export const HomeBlock = Type.Union([
  Type.Object({ kind: Type.Literal("banner"), id: Type.String(), items: Type.Array(Banner) }),
  Type.Object({ kind: Type.Literal("grid"), id: Type.String(), items: Type.Array(GridItem) }),
  Type.Object({
    kind: Type.Literal("notice"),
    id: Type.String(),
    items: Type.Array(
      Type.Object({ id: Type.String(), text: Type.String(), link: Type.Optional(Link) }),
    ),
  }),
  Type.Object({
    kind: Type.Literal("zone"),
    id: Type.String(),
    title: Type.String(),
    endsAt: Type.Optional(Instant),
    total: Type.Integer(),
    items: Type.Array(BenefitCard),
  }),
  Type.Object({
    kind: Type.Literal("brands"),
    id: Type.String(),
    title: Type.String(),
    items: Type.Array(Brand),
  }),
]);
export type HomeBlock = Static<typeof HomeBlock>;

export const HomePage = Type.Object({
  regionCode: RegionCode,
  cityName: Type.String(),
  hotWord: Type.String(),
  blocks: Type.Array(HomeBlock),
});
export type HomePage = Static<typeof HomePage>;

const Category = Type.Object({
  code: Type.String(),
  name: Type.String(),
  picture: Picture,
  count: Type.Integer({ minimum: 0, description: "benefits on sale" }),
});

export const BenefitSort = Type.Union([
  Type.Literal("best"),
  Type.Literal("sold"),
  Type.Literal("price_up"),
  Type.Literal("price_down"),
  Type.Literal("new"),
]);
export type BenefitSort = Static<typeof BenefitSort>;

/** A search suggestion: its name, and its destination. */
const Suggestion = Type.Object({
  kind: Type.Union([Type.Literal("benefit"), Type.Literal("brand"), Type.Literal("category")]),
  id: Type.String({ description: "benefitId, or the code to filter by" }),
  text: Type.String(),
  count: Type.Optional(Type.Integer({ description: "benefits of a brand or category" })),
});

export const home = shapesOf<typeof routes>()({
  page: {
    summary: "The home page of a city as blocks",
    input: Type.Object({ regionCode: Type.Optional(RegionCode) }),
    output: HomePage,
    refusals: [],
  },
  benefits: {
    summary: "Benefits by category, brand or keyword (Chinese, pinyin or initials), for a city",
    input: Type.Object({
      ...paging,
      regionCode: Type.Optional(RegionCode),
      category: Type.Optional(Type.String({ maxLength: 32 })),
      brand: Type.Optional(Type.String({ maxLength: 32 })),
      keyword: Type.Optional(Type.String({ maxLength: 40 })),
      sort: Type.Optional(BenefitSort),
    }),
    output: Type.Intersect([
      pageOf(BenefitCard),
      Type.Object({
        /** On an empty first page: other benefits to suggest. */
        instead: Type.Optional(Type.Array(BenefitCard)),
      }),
    ]),
    refusals: [],
  },
  suggest: {
    summary: "Hot words, and what a beginning (Chinese, pinyin or initials) may be meant for",
    input: Type.Object({
      keyword: Type.Optional(Type.String({ maxLength: 40 })),
      regionCode: Type.Optional(RegionCode),
    }),
    output: Type.Object({
      hot: Type.Array(Type.Object({ word: Type.String(), isNew: Type.Boolean() })),
      list: Type.Array(Suggestion),
    }),
    refusals: [],
  },
  benefit: {
    summary: "One benefit with its SKUs, prices, limits, form and rules, for this caller and city",
    input: Type.Object({
      benefitId: Type.String({ maxLength: 64 }),
      regionCode: Type.Optional(RegionCode),
    }),
    output: BenefitDetail,
    refusals: ["NOT_FOUND"],
  },
  favour: {
    summary: "Keep a benefit among one's favourites, or no longer; a repeat changes nothing",
    input: Type.Object({
      benefitId: Type.String({ maxLength: 64 }),
      isFavourite: Type.Boolean(),
    }),
    output: Type.Object({ isFavourite: Type.Boolean() }),
    refusals: ["NOT_FOUND"],
  },
  categories: {
    summary: "The categories in their order",
    input: Type.Object({}),
    output: listOf(Category),
    refusals: [],
  },
  brands: {
    summary: "The brands that offer something, in their order",
    input: Type.Object({}),
    output: listOf(Category),
    refusals: [],
  },
  serviceContacts: {
    summary: "Where members reach a person, and when; no phone means that there is none",
    input: Type.Object({}),
    output: Contacts,
    refusals: [],
  },
  shareTexts: {
    summary: "What our pages are shared as",
    input: Type.Object({}),
    output: ShareTexts.properties.home,
    refusals: [],
  },
  agreements: {
    summary: "The name of the agreements in force, which a login sends as accepted",
    input: Type.Object({}),
    output: Type.Object({ termsVersion: Type.String() }),
    refusals: [],
  },
  agreement: {
    summary: "The text of an agreement in force",
    input: Type.Object({ kind: AgreementKind }),
    output: Type.Object({
      /** 0 is the installed text. */
      version: Type.Integer(),
      startsAt: Type.Optional(Instant),
      text: Agreement,
    }),
    refusals: [],
  },
  help: {
    summary: "The operators' help articles in their order; none while the built-in ones hold",
    input: Type.Object({}),
    output: listOf(HelpArticle),
    refusals: [],
  },
  reportLostPage: {
    summary: "Report a path that is no page; deduplicated and rate-limited",
    input: Type.Object({
      path: Type.String({ minLength: 1, maxLength: 512 }),
      from: Type.Optional(Type.String({ maxLength: 512 })),
    }),
    output: Nothing,
    refusals: ["RATE_LIMITED"],
  },
});
