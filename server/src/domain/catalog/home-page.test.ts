/** Operators make the home page: the draft, the checks, versions now and later, and rolling back. */
import type { DraftBlock } from "@yunjing/contract/schemas/operators/home-page";
import type { Region } from "@yunjing/contract/schemas/regions";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { TEST_NOON, testContext } from "../../platform/testing.ts";
import { connectAll, times } from "../ledger/race.fixture.ts";
import {
  createShop,
  homeDetail,
  homeDiff,
  homePage,
  homePreview,
  homeVersions,
  publishHome,
  rollBackHome,
  saveHomeDraft,
  type Shop,
  withdrawHome,
} from "./actions.ts";
import { stripWarnings } from "./model/home-page.ts";
import { createTestOffer } from "./testing.ts";

const DAY_MS = 86_400_000;
const NOON_MS = TEST_NOON.getTime();
const context = testContext({ catalogSeenWithinMs: 2_000 });
const [ANNA, BEN] = [context.ids.next(), context.ids.next()];
const reason = "换季";
const regions: Record<string, Region> = {
  "310100": { code: "310100", level: 2, name: "上海市", pinyin: "shanghai", initial: "S" },
  "110100": { code: "110100", level: 2, name: "北京市", pinyin: "beijing", initial: "B" },
};
const cityOf = (code: string): Region | undefined => regions[code];
const namesOf = () => Promise.resolve((id: string) => (id === ANNA ? "安娜" : "本"));

let fresh: FreshDatabase;
/** Two processes: each has its own pool and its own cache. */
let db: Db;
let otherDb: Db;
let shop: Shop;
let otherShop: Shop;
beforeAll(async () => {
  fresh = await freshDatabase();
  db = openDatabase({ url: fresh.appUrl, log: context.log, size: 16 });
  otherDb = openDatabase({ url: fresh.appUrl, log: context.log, size: 2 });
  shop = createShop(context, db, cityOf);
  otherShop = createShop(context, otherDb, cityOf);
  await createTestOffer(db, { id: "milk", title: "牛奶", priceFen: 500, levels: { 3: 400 } });
  await createTestOffer(db, { id: "duck", title: "烤鸭", cities: ["110100"] });
});
afterAll(async () => {
  await Promise.all([closeDatabase(db), closeDatabase(otherDb)]);
  await fresh.drop();
});

const deps = () => ({ shop, namesOf });
const shared = { isOn: true, audience: "all" as const, regionCodes: [] };
type Zone = Extract<DraftBlock, { kind: "zone" }>;
const zone = (blockId: string, more: Partial<Zone> = {}, benefitIds = ["milk"]): Zone => ({
  ...shared,
  blockId,
  kind: "zone",
  title: blockId,
  body: { benefitIds },
  ...more,
});
const notice = (blockId: string, more: object = {}): DraftBlock => ({
  ...shared,
  blockId,
  kind: "notice",
  title: "",
  body: { items: [{ id: "a", text: blockId }] },
  ...more,
});

const save = async (blocks: readonly DraftBlock[], operatorId = ANNA): Promise<number> => {
  const { sinceVersion } = await homeDetail(deps(), db);
  return saveHomeDraft(deps(), db, { sinceVersion, blocks, operatorId });
};
const publish = (sinceVersion: number, at?: number) =>
  publishHome(deps(), db, { sinceVersion, at, operatorId: ANNA, reason });
const publishBlocks = async (blocks: readonly DraftBlock[], at?: number) =>
  publish(await save(blocks), at);
const seen = async (by: Shop, { grade = 1, city = "310100", memberId = "" } = {}) => {
  const visitor = { grade, memberId: memberId === "" ? undefined : memberId };
  return (await homePage(by, city, visitor)).blocks.map(({ id }) => id);
};
const now = () => context.clock.now().getTime();
const liveVersion = async () => (await homeDetail(deps(), db)).version;

describe("the home page", () => {
  test("is made from nothing: a draft no member sees, a checklist, then version 1", async () => {
    expect(await homeDetail(deps(), db)).toMatchObject({
      version: 0,
      nextVersion: 1,
      sinceVersion: 0,
      blocks: [],
      isDraftOpen: false,
    });
    const empty = await save([
      zone("first", { title: "" }, ["milk", "gone"]),
      zone("hidden", {}, []),
    ]);
    expect(await seen(shop)).toEqual([]);
    await expect(publish(empty)).rejects.toMatchObject({
      code: "PUBLISH_DENIED",
      data: {
        missing: [
          { field: "blocks.first.title", text: "专区：还没有标题" },
          { field: "blocks.first.benefitIds", text: "专区：没有商品 gone" },
          { field: "blocks.hidden.benefitIds", text: "专区「hidden」：还没有商品" },
        ],
      },
    });
    const isOff = { isOn: false };
    expect(await publishBlocks([zone("first"), zone("hidden", isOff, [])])).toBe(1);
    context.clock.advance(2_000);
    expect(await seen(shop)).toEqual(["first"]);
    expect(await homeDetail(deps(), db)).toMatchObject({
      version: 1,
      isDraftOpen: false,
      changed: [],
      publishedBy: { name: "安娜" },
    });
  });

  test("published and rolled back is seen on both processes within two seconds", async () => {
    const before = await liveVersion();
    expect([await seen(shop), await seen(otherShop)]).toEqual([["first"], ["first"]]);
    const version = await publishBlocks([zone("first"), zone("second")]);
    context.clock.advance(2_000);
    const both = ["first", "second"];
    expect([await seen(shop), await seen(otherShop)]).toEqual([both, both]);
    const back = { version: before, liveVersion: version, operatorId: BEN, reason };
    const rolled = await rollBackHome(deps(), db, back);
    context.clock.advance(2_000);
    expect([await seen(shop), await seen(otherShop)]).toEqual([["first"], ["first"]]);
    await expect(rollBackHome(deps(), db, back)).rejects.toMatchObject({ code: "STATE_CHANGED" });
    const { list } = await homeVersions(deps(), db, { pageSize: 2 });
    expect(list).toMatchObject([
      { version: rolled, state: "live", restoredFrom: before, by: { name: "本" }, blocks: 2 },
      { version, state: "past" },
    ]);
    expect(await homeDiff(deps(), db, { from: before, to: rolled })).toEqual([]);
    const changes = await homeDiff(deps(), db, { to: version });
    expect(changes.map(({ field }) => field)).toEqual(["顺序", "专区「second」", "专区「hidden」"]);
  });

  test("published for an instant is seen from then on, on both processes", async () => {
    const at = now() + 3_600_000;
    const version = await publishBlocks([zone("later")], at);
    context.clock.set(new Date(at - 1));
    expect([await seen(shop), await seen(otherShop)]).toEqual([["first"], ["first"]]);
    context.clock.set(new Date(at + 2_000));
    expect([await seen(shop), await seen(otherShop)]).toEqual([["later"], ["later"]]);
    expect(await liveVersion()).toBe(version);
    await expect(publish(await save([zone("later")]), at)).rejects.toMatchObject({
      code: "INPUT_INVALID",
      data: { field: "at" },
    });
  });

  test("has one version that waits: another publication withdraws it, and so does an operator", async () => {
    const at = now() + DAY_MS;
    const first = await publishBlocks([zone("monday")], at);
    expect((await homeDetail(deps(), db)).waiting).toMatchObject({ version: first, startsAt: at });
    // The next draft begins with what waits.
    expect((await homeDetail(deps(), db)).blocks.map(({ blockId }) => blockId)).toEqual(["monday"]);
    const second = await publishBlocks([zone("tuesday")], at);
    const withdraw = (version: number) =>
      withdrawHome(deps(), db, { version, operatorId: ANNA, reason });
    await expect(withdraw(first)).rejects.toMatchObject({ code: "STATE_CHANGED" });
    await withdraw(second);
    await expect(withdraw(999)).rejects.toMatchObject({ code: "NOT_FOUND" });
    context.clock.set(new Date(at + 2_000));
    expect(await seen(shop)).not.toContain("tuesday");
    expect((await homeVersions(deps(), db, { pageSize: 2 })).list).toMatchObject([
      { state: "withdrawn" },
      { state: "withdrawn" },
    ]);
  });
});

describe("of two editors of one draft", () => {
  test("the second keeps what is his and sees what the first one stored", async () => {
    const { sinceVersion } = await homeDetail(deps(), db);
    const own = (blockId: string, operatorId: string) =>
      saveHomeDraft(deps(), db, { sinceVersion, blocks: [zone(blockId)], operatorId });
    const version = await own("anna", ANNA);
    await expect(own("ben", BEN)).rejects.toMatchObject({
      code: "STATE_CHANGED",
      data: {
        current: {
          sinceVersion: version,
          savedBy: { name: "安娜" },
          blocks: [{ blockId: "anna" }],
        },
      },
    });
    await expect(publish(sinceVersion)).rejects.toMatchObject({ code: "STATE_CHANGED" });
    const blocks = [zone("twice"), zone("twice")];
    const twice = { sinceVersion: version, blocks, operatorId: ANNA };
    await expect(saveHomeDraft(deps(), db, twice)).rejects.toMatchObject({ code: "INPUT_INVALID" });
  });

  test("one of sixteen saves and one of sixteen publications takes effect", async () => {
    const { sinceVersion } = await homeDetail(deps(), db);
    const count = async (attempt: (n: number) => Promise<unknown>) => {
      await connectAll(db);
      const outcomes = await Promise.allSettled(times(16, attempt));
      return outcomes.filter(({ status }) => status === "fulfilled").length;
    };
    const saves = (n: number) =>
      saveHomeDraft(deps(), db, { sinceVersion, blocks: [zone(`e${n}`)], operatorId: ANNA });
    expect(await count(saves)).toBe(1);
    expect(await count(() => publish(sinceVersion + 1))).toBe(1);
  });
});

describe("a block", () => {
  const LATER_MS = NOON_MS + 30 * DAY_MS;
  const blocks = [
    zone("all"),
    zone("later", { startsAt: LATER_MS, endsAt: LATER_MS + DAY_MS }),
    zone("gold", { audience: "level", gradeMin: 3 }),
    zone("new", { audience: "new" }),
    zone("away", { regionCodes: ["110100"] }),
    zone("off", { isOn: false }),
  ];
  test("is shown in its time, to its audience, in its cities; the preview shows the same", async () => {
    await publishBlocks(blocks);
    context.clock.advance(2_000);
    const memberId = context.ids.next();
    await db.execute(sql`
      INSERT INTO purchase (member_id, order_id, benefit_id, quantity, state, expires_at, at)
      VALUES (${memberId}, ${context.ids.next()}, 'milk', 1, 'made', ${TEST_NOON}, ${TEST_NOON})`);
    const preview = async (scene: Parameters<typeof homePreview>[2]) =>
      (await homePreview(deps(), db, { blocks, ...scene })).blocks.map(({ id }) => id);
    expect(await preview({ isNew: true })).toEqual(["all", "new"]);
    expect(await preview({ grade: 3 })).toEqual(["all", "gold"]);
    expect(await preview({ regionCode: "110100" })).toEqual(["all", "away"]);
    expect(await preview({ at: LATER_MS })).toEqual(["all", "later"]);
    const asMember = await homePage(shop, "310100", { memberId, grade: 3 });
    const previewed = await homePreview(deps(), db, { regionCode: "310100", grade: 3 });
    expect(previewed).toEqual(asMember);
    expect(previewed.blocks[0]?.items[0]).toMatchObject({ memberPriceFen: 400 });
  });

  test("without anything to buy in one of its cities is named", async () => {
    await save([zone("鸭专区", {}, ["duck"]), zone("奶专区", { regionCodes: ["110100"] })]);
    const { warnings } = await homeDetail(deps(), db);
    expect(warnings).toEqual([
      { kind: "empty", blockIds: ["鸭专区"], text: "专区「鸭专区」在上海没有可买的商品" },
    ]);
  });

  test.each([
    [
      "one after the other",
      [notice("a", { endsAt: 5 * DAY_MS }), notice("b", { startsAt: 5 * DAY_MS })],
      [],
    ],
    ["at once", [notice("a"), notice("b", { startsAt: 5 * DAY_MS })], ["overlap 5–14"]],
    [
      "in two cities",
      [notice("a", { regionCodes: ["310100"] }), notice("b", { regionCodes: ["110100"] })],
      [],
    ],
    ["hidden", [notice("a"), notice("b", { isOn: false })], []],
    [
      "with a gap",
      [
        { ...notice("a", { endsAt: 3 * DAY_MS }), kind: "grid", body: { items: [] } },
        { ...notice("b", { startsAt: 4 * DAY_MS }), kind: "grid", body: { items: [] } },
      ],
      ["hole 3–4"],
    ],
    [
      "for some",
      [{ ...notice("a", { audience: "new" }), kind: "grid", body: { items: [] } }],
      ["hole 0–14"],
    ],
  ] as [string, DraftBlock[], string[]][])("overlaps and holes of blocks %s", (_, given, found) => {
    const days = (ms = 0) => ms / DAY_MS;
    expect(
      stripWarnings(given, 0).map(({ kind, from, to }) => `${kind} ${days(from)}–${days(to)}`),
    ).toEqual(found);
  });
});
