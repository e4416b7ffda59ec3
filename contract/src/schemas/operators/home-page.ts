/** The home page as operators make it: the draft of all blocks, its check, and the versions. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorHomePage as routes } from "../../routes/operators/home-page.ts";
import { Instant, Nothing, Planned, RegionCode, Version } from "../../values.ts";
import { HomePage } from "../home.ts";
import { Person } from "./people.ts";
import { Drawing } from "./taxonomy.ts";

const Id = Type.String({ minLength: 1, maxLength: 64, pattern: "^[\\w-]+$" });
const Reason = Type.String({ minLength: 2, maxLength: 200 });
const Grade = Type.Integer({ minimum: 1, maximum: 20 });
const Cities = Type.Array(RegionCode, { maxItems: 400 });
/** A page of the member app; empty while it is not filled in. */
const Link = Type.Object({
  url: Type.String({ maxLength: 300, pattern: "^(/\\S*)?$" }),
  tab: Type.Optional(Type.Boolean()),
});

const BannerItem = Type.Object({
  id: Id,
  title: Type.String({ maxLength: 20 }),
  subtitle: Type.String({ maxLength: 40 }),
  /** The advertised benefit: its price is shown, and without it the slide is left out. */
  benefitId: Type.Optional(Id),
  priceNote: Type.Optional(Type.String({ maxLength: 20 })),
  tint: Drawing,
  artworks: Type.Array(Drawing, { maxItems: 2 }),
  link: Link,
  regionCodes: Type.Optional(Cities),
  gradeMin: Type.Optional(Grade),
});
const GridItem = Type.Object({
  id: Id,
  name: Type.String({ maxLength: 10 }),
  picture: Type.Object({ artwork: Drawing, tint: Drawing }),
  link: Link,
});
const NoticeItem = Type.Object({
  id: Id,
  text: Type.String({ maxLength: 60 }),
  link: Type.Optional(Link),
});

const shared = {
  blockId: Id,
  title: Type.String({ maxLength: 40 }),
  /** False: members do not see it, and it stays in the draft. */
  isOn: Type.Boolean(),
  /** All members, who has bought nothing yet, or `gradeMin` and above. */
  audience: Type.Union([Type.Literal("all"), Type.Literal("new"), Type.Literal("level")]),
  gradeMin: Type.Optional(Grade),
  /** Cities that see it; all when empty. */
  regionCodes: Cities,
  startsAt: Type.Optional(Planned),
  endsAt: Type.Optional(Planned),
};

/** One block with its content, its audience, its cities and its time. A draft may be incomplete. */
export const DraftBlock = Type.Union([
  Type.Object({
    ...shared,
    kind: Type.Literal("banner"),
    body: Type.Object({ items: Type.Array(BannerItem, { maxItems: 10 }) }),
  }),
  Type.Object({
    ...shared,
    kind: Type.Literal("grid"),
    body: Type.Object({ items: Type.Array(GridItem, { maxItems: 20 }) }),
  }),
  Type.Object({
    ...shared,
    kind: Type.Literal("notice"),
    body: Type.Object({ items: Type.Array(NoticeItem, { maxItems: 5 }) }),
  }),
  Type.Object({
    ...shared,
    kind: Type.Literal("zone"),
    body: Type.Object({
      benefitIds: Type.Array(Id, { maxItems: 30 }),
      /** The hour in Shanghai at which the zone's prices end each day. */
      endsDailyAtHour: Type.Optional(Type.Integer({ minimum: 0, maximum: 23 })),
    }),
  }),
  Type.Object({
    ...shared,
    kind: Type.Literal("brands"),
    body: Type.Object({ most: Type.Integer({ minimum: 1, maximum: 20 }) }),
  }),
]);
export type DraftBlock = Static<typeof DraftBlock>;
const Blocks = Type.Array(DraftBlock, { maxItems: 40 });

/** One point of the checklist; `field` is its place in the draft: blocks.<blockId>.title. */
export const HomeCheck = Type.Object({
  field: Type.String(),
  text: Type.String(),
  isGood: Type.Boolean(),
});
export type HomeCheck = Static<typeof HomeCheck>;

/** What may be a mistake and does not stop a publication. */
export const HomeWarning = Type.Object({
  kind: Type.Union([Type.Literal("overlap"), Type.Literal("hole"), Type.Literal("empty")]),
  blockIds: Type.Array(Type.String()),
  /** When, for an overlap or a hole. */
  from: Type.Optional(Instant),
  to: Type.Optional(Instant),
  text: Type.String(),
});
export type HomeWarning = Static<typeof HomeWarning>;

const HomeGoods = Type.Object({
  benefitId: Type.String(),
  title: Type.String(),
  artwork: Type.String(),
  pictureId: Type.Optional(Type.String()),
  isOnSale: Type.Boolean(),
  /** The lowest price, fen; absent while it is not for sale. */
  priceFen: Type.Optional(Type.Integer()),
  /** Cities where it is available; everywhere when empty. */
  regionCodes: Type.Array(Type.String()),
});

const saved = {
  /** The version of the draft, which the next change names; it counts on after a publication. */
  sinceVersion: Type.Integer(),
  blocks: Type.Array(DraftBlock),
  checks: Type.Array(HomeCheck),
  warnings: Type.Array(HomeWarning),
  /** The benefits that the zones and slides name. */
  goods: Type.Array(HomeGoods),
};
const Waiting = Type.Object({ version: Type.Integer(), startsAt: Instant, by: Person });

export const HomeDetail = Type.Object({
  /** The version that members see; 0 before the first one. */
  version: Type.Integer(),
  /** The number that the next publication gets. */
  nextVersion: Type.Integer(),
  publishedAt: Type.Optional(Instant),
  publishedBy: Type.Optional(Person),
  /** The version that waits for its instant. */
  waiting: Type.Optional(Waiting),
  ...saved,
  isDraftOpen: Type.Boolean(),
  savedAt: Type.Optional(Instant),
  savedBy: Type.Optional(Person),
  /** The blocks of the draft that differ from what members see, and those that it lacks. */
  changed: Type.Array(Type.String()),
});
export type HomeDetail = Static<typeof HomeDetail>;

const VersionState = Type.Union([
  Type.Literal("waiting"),
  Type.Literal("live"),
  Type.Literal("past"),
  Type.Literal("withdrawn"),
]);

export const operatorHomePage = shapesOf<typeof routes>()({
  detail: {
    summary: "The home page: the draft, its check, what members see and what waits",
    input: Type.Object({}),
    output: HomeDetail,
    refusals: [],
  },
  cities: {
    summary: "Every city, in the order of its pinyin",
    input: Type.Object({}),
    output: Type.Object({
      list: Type.Array(
        Type.Object({ code: RegionCode, name: Type.String(), pinyin: Type.String() }),
      ),
    }),
    refusals: [],
  },
  saveDraft: {
    summary:
      "Keep a draft; members see nothing of it. A stale version is refused with the stored draft",
    input: Type.Object({ sinceVersion: Version, blocks: Blocks }),
    output: Type.Object({ ...saved, savedAt: Instant, changed: Type.Array(Type.String()) }),
    refusals: ["STATE_CHANGED", "INPUT_INVALID"],
  },
  preview: {
    summary:
      "The home page as a person in a city sees it at an instant: the stored draft or `blocks`",
    input: Type.Object({
      regionCode: Type.Optional(RegionCode),
      as: Type.Object({
        grade: Type.Optional(Grade),
        /** Has bought nothing yet. */
        isNew: Type.Optional(Type.Boolean()),
      }),
      at: Type.Optional(Planned),
      blocks: Type.Optional(Blocks),
    }),
    output: HomePage,
    refusals: [],
  },
  versions: {
    summary: "The versions of the home page, the newest first",
    input: Type.Object({
      /** The version at the end of the page before. */
      cursor: Type.Optional(Type.String({ pattern: "^\\d{1,9}$" })),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    output: Type.Object({
      list: Type.Array(
        Type.Object({
          version: Type.Integer(),
          state: VersionState,
          at: Instant,
          startsAt: Instant,
          by: Person,
          reason: Type.String(),
          blocks: Type.Integer({ description: "how many" }),
          restoredFrom: Type.Optional(Type.Integer()),
        }),
      ),
      nextCursor: Type.Optional(Type.String()),
    }),
    refusals: [],
  },
  diff: {
    summary:
      "What differs between two states: a version, what members see (no `from`), the draft (no `to`)",
    input: Type.Object({ from: Type.Optional(Version), to: Type.Optional(Version) }),
    output: Type.Object({
      changes: Type.Array(
        Type.Object({ field: Type.String(), before: Type.String(), after: Type.String() }),
      ),
    }),
    refusals: ["NOT_FOUND"],
  },
  publish: {
    summary:
      "Publish the draft as one version, now or at an instant; a version that waits is withdrawn",
    input: Type.Object({ sinceVersion: Version, at: Type.Optional(Planned), reason: Reason }),
    output: Type.Object({ version: Type.Integer() }),
    refusals: ["STATE_CHANGED", "PUBLISH_DENIED", "INPUT_INVALID"],
  },
  withdraw: {
    summary: "Withdraw a version before its instant",
    input: Type.Object({ version: Version, reason: Reason }),
    output: Nothing,
    refusals: ["NOT_FOUND", "STATE_CHANGED"],
  },
  rollBack: {
    summary:
      "Publish the blocks of an older version again, at once; the draft stays, what waits is withdrawn",
    input: Type.Object({
      version: Version,
      /** The version that the operator saw in force. */
      liveVersion: Version,
      reason: Reason,
    }),
    output: Type.Object({ version: Type.Integer() }),
    refusals: ["NOT_FOUND", "STATE_CHANGED"],
  },
});
