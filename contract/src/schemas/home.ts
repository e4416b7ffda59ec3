/** The home page as blocks, benefits as cards, and the report of a page that does not exist. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../operation.ts";
import type { home as routes } from "../routes/home.ts";
import { Fen, Instant, listOf, Nothing, pageOf, paging, Points, RegionCode } from "../values.ts";

export const Picture = Type.Object({ artwork: Type.String(), tint: Type.String() });

/** One benefit in a list. `unavailable` says why it cannot be had here and now, in the member's words. */
export const BenefitCard = Type.Object({
  benefitId: Type.String(),
  kind: Type.String(),
  title: Type.String(),
  subtitle: Type.Optional(Type.String()),
  brand: Type.String(),
  picture: Picture,
  tags: Type.Array(Type.String()),
  priceFen: Fen,
  pointsPrice: Type.Optional(Points),
  memberPriceFen: Type.Optional(Fen),
  marketPriceFen: Fen,
  exchangedCount: Type.Integer({ minimum: 0 }),
  state: Type.Union([Type.Literal("on"), Type.Literal("sold_out"), Type.Literal("not_here")]),
  unavailable: Type.Optional(Type.String()),
});
export type BenefitCard = Static<typeof BenefitCard>;

const Link = Type.Object({ url: Type.String(), tab: Type.Optional(Type.Boolean()) });
const Banner = Type.Object({
  id: Type.String(),
  title: Type.String(),
  subtitle: Type.String(),
  priceFen: Type.Optional(Fen),
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

/** A block of the home page; the page draws them in the order given and hides an empty one. */
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

const Category = Type.Object({ code: Type.String(), name: Type.String(), picture: Picture });

export const home = shapesOf<typeof routes>()({
  page: {
    summary: "The home page of a city as blocks",
    input: Type.Object({ regionCode: Type.Optional(RegionCode) }),
    output: Type.Object({
      regionCode: RegionCode,
      cityName: Type.String(),
      hotWord: Type.String(),
      blocks: Type.Array(HomeBlock),
    }),
    refusals: [],
  },
  benefits: {
    summary: "Benefits by category, brand or keyword, for a city",
    input: Type.Object({
      ...paging,
      regionCode: Type.Optional(RegionCode),
      category: Type.Optional(Type.String({ maxLength: 32 })),
      brand: Type.Optional(Type.String({ maxLength: 32 })),
      keyword: Type.Optional(Type.String({ maxLength: 40 })),
    }),
    output: pageOf(BenefitCard),
    refusals: [],
  },
  benefit: {
    summary: "One benefit with its rules",
    input: Type.Object({
      benefitId: Type.String({ maxLength: 64 }),
      regionCode: Type.Optional(RegionCode),
    }),
    output: Type.Intersect([
      BenefitCard,
      Type.Object({
        rules: Type.Array(Type.Object({ title: Type.String(), text: Type.String() })),
      }),
    ]),
    refusals: ["NOT_FOUND"],
  },
  categories: {
    summary: "The categories in their order",
    input: Type.Object({}),
    output: listOf(Category),
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
