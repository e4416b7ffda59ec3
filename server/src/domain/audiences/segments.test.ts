/** Segments find the members of their rules, and lists the members of a file. */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SegmentRules } from "@yunjing/contract/schemas/operators/audiences";
import { transaction } from "../../platform/database/transaction.ts";
import { queryWithoutTriggers } from "../../platform/database/superuser.fixture.ts";
import {
  changeSegment,
  countSegment,
  createList,
  createSegment,
  deleteOldLists,
  segmentList,
} from "./actions.ts";
import { linesOf } from "./actions/lists.ts";
import { withinLimit } from "./actions/segments.ts";
import { ANNA, type AudienceEnv, createAudienceEnv, named } from "./testing.ts";

const DAY_MS = 86_400_000;
let env: AudienceEnv;
let members: string[];
let numbers: string[];

/** Four members: 0 has nothing; 1 is of grade 3; 2 bought twice; 3 is frozen. */
beforeAll(async () => {
  env = await createAudienceEnv();
  members = await Promise.all([1, 2, 3, 4].map((n) => env.member(n)));
  numbers = await env.numbersOf(members);
  const [, second = "", third = "", fourth = ""] = members;
  const now = env.now();
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await queryWithoutTriggers(
    env.db.$client,
    `    INSERT INTO member_level (member_id, grade, kept_until) VALUES ('${second}', 3, now());
    INSERT INTO member_tag (member_id, tag, actor_id, created_at) VALUES ('${second}', '团长', '${ANNA}', now());
    UPDATE member SET status = 'FROZEN' WHERE member_id = '${fourth}';
    UPDATE member SET reg_channel = 'wechat', created_at = '${ago(40).toISOString()}',
      last_seen_at = '${ago(20).toISOString()}' WHERE member_id = '${third}';
    INSERT INTO address (member_id, id, sealed, phone_mask, region_codes, content_hash, is_default, used_at, created_at)
    VALUES ('${third}', gen_random_uuid(), '\\x00', '', ARRAY['310000', '310100'], '\\x00', true, now(), now());
    INSERT INTO orders (member_id, id, order_no, kind, source, title, artwork, order_state, pay_state, fulfil_state,
                        goods_fen, payable_fen, cash_fen, snapshot, expires_at, created_at, paid_at)
    SELECT '${third}', gen_random_uuid(), n::text, 'card', 'shop', '商品', '', 'DONE', 'PAID', 'DONE', 3000, 3000, 3000,
           '{}', now(), now(), '${now.toISOString()}'::timestamptz - n * interval '10 days'
    FROM generate_series(1, 2) n;`,
  );
}, 60_000);
afterAll(() => env.close());

describe("a segment", () => {
  const cases: readonly (readonly [string, SegmentRules, readonly number[]])[] = [
    ["of a level", { grades: [3] }, [1]],
    ["of the first level", { grades: [1] }, [0, 2]],
    ["with a tag", { tags: ["团长", "没有"] }, [1]],
    ["without a tag", { withoutTags: ["团长"] }, [0, 2]],
    ["of orders in a span", { orders: { withinDays: 15, countMin: 1, countMax: 1 } }, [2]],
    ["of an amount", { orders: { withinDays: 30, amountMinFen: 6_000 } }, [2]],
    ["below an amount", { orders: { withinDays: 30, amountMaxFen: 5_999 } }, [0, 1]],
    ["who ordered lately", { orderedWithinDays: 11 }, [2]],
    ["who did not order", { notOrderedForDays: 9 }, [0, 1, 2]],
    ["with an address in a city", { cities: ["310100"] }, [2]],
    ["not seen for days", { notSeenForDays: 19 }, [2]],
    ["who registered by WeChat", { channel: "wechat" }, [2]],
    ["of two rules together", { grades: [1], channel: "wechat" }, [2]],
    ["that no member is in", { grades: [3], channel: "wechat" }, []],
  ];
  test.each(cases)(
    "%s finds its members, and none whose account is frozen",
    async (_, rules, at) => {
      const { count, isMore, sample } = await countSegment(env.context, env.db, rules);
      expect(sample.map(({ memberNo }) => memberNo).toSorted()).toEqual(
        at.map((n) => numbers[n] ?? "").toSorted(),
      );
      expect({ count, isMore }).toEqual({ count: at.length, isMore: false });
      for (const { phone } of sample) expect(phone).toMatch(/^1\d\d\*{4}\d{4}$/);
    },
  );

  test("with a span of registration includes its beginning and excludes its end", async () => {
    const at = env.now().getTime() - 40 * DAY_MS;
    const count = async (registeredFrom: number, registeredUntil: number) =>
      (await countSegment(env.context, env.db, { registeredFrom, registeredUntil })).count;
    expect([await count(at, at + 1), await count(at - 1, at)]).toEqual([1, 0]);
  });

  test("without a rule, or with reversed bounds, is refused at its field", async () => {
    const refused = (rules: SegmentRules) => countSegment(env.context, env.db, rules);
    await expect(refused({})).rejects.toMatchObject({ data: { field: "rules" } });
    const orders = { withinDays: 1, countMin: 3, countMax: 2 };
    await expect(refused({ orders })).rejects.toMatchObject({
      data: { field: "rules.orders.countMax" },
    });
  });

  test("that takes longer than its limit is refused with a sentence", async () => {
    const slow = transaction(env.db, (tx) =>
      withinLimit(tx, async () => tx.execute(sql`SELECT pg_sleep(10)`)),
    );
    await expect(slow).rejects.toMatchObject({ code: "INPUT_INVALID", data: { field: "rules" } });
  }, 20_000);

  test("changes by its version only, and is listed with its maker", async () => {
    const { context, db } = env;
    const wanted = { name: "高等级", rules: { grades: [3] }, makerId: ANNA, key: "one" };
    const { segmentId } = await createSegment(context, db, named, wanted);
    expect((await createSegment(context, db, named, wanted)).segmentId).toBe(segmentId);
    const change = { segmentId, name: "更高等级", rules: { grades: [4] }, sinceVersion: 1 };
    expect(await changeSegment(context, db, named, change)).toMatchObject({ version: 2 });
    await expect(changeSegment(context, db, named, change)).rejects.toMatchObject({
      code: "STATE_CHANGED",
    });
    expect((await segmentList(db, named)).list).toMatchObject([
      { name: "更高等级", maker: { id: ANNA, name: "a" } },
    ]);
  });
});

describe("a list", () => {
  const create = (text: string, key: string) =>
    createList(env.context, env.db, { name: "名单", text, makerId: ANNA, key });

  test("finds members by number and by phone, each once", async () => {
    const text = `\u{FEFF}会员号,备注\r\n${numbers[0]},甲\r\n"13800000002"\r\n\r\n${numbers[1]}\r\n`;
    expect(await create(text, "good")).toMatchObject({ members: 2, repeated: 1 });
  });

  test("with a wrong line is not kept, and names the line as the file counts it", async () => {
    const before = await env.ask<number>("SELECT count(*)::int FROM member_list_entry");
    await expect(
      create(`${numbers[0]}\n\n13899999999\nabc1\n999999\n`, "bad"),
    ).rejects.toMatchObject({
      code: "INPUT_INVALID",
      data: {
        field: "text",
        lines: [
          { line: 3, text: "这个手机号没有注册" },
          { line: 4, text: "不是会员号，也不是手机号" },
          { line: 5, text: "没有这个会员号" },
        ],
      },
    });
    expect(await env.ask<number>("SELECT count(*)::int FROM member_list_entry")).toBe(before);
  });

  test("is deleted after 30 days with its members, and a younger one is not", async () => {
    const { context, db, ask } = env;
    const lists = () => ask<number>("SELECT count(*)::int FROM member_list");
    context.clock.advance(29 * DAY_MS);
    const young = await create(`${numbers[0]}`, "young");
    context.clock.advance(2 * DAY_MS);
    expect(await deleteOldLists(context, db)).toBeGreaterThan(0);
    expect(await lists()).toBe(1);
    expect(await ask("SELECT list_id::text FROM member_list_entry")).toBe(young.listId);
  });

  test("of nothing, or of too many lines, is refused at its field", async () => {
    await expect(create("会员号\n", "none")).rejects.toMatchObject({ data: { field: "text" } });
    const many = Array.from({ length: 20_001 }, () => "1").join("\n");
    await expect(create(many, "many")).rejects.toMatchObject({ data: { field: "text" } });
  });

  test("reads the first column of CSV, without a heading", () => {
    expect(linesOf('手机号;名字\n"1",a\n2\tb\n')).toEqual([
      { line: 2, value: "1" },
      { line: 3, value: "2" },
    ]);
  });
});
