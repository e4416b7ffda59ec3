/** Nicknames and pictures from the change to the verdict, and ways around the list of words. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { transaction } from "../../platform/database/transaction.ts";
import { codeOf } from "../orders/shop.fixture.ts";
import { createTestEnv } from "../coupons/testing.ts";
import {
  casePage,
  decideCase,
  isNameDenied,
  moderateName,
  moderationHandlers,
  setWord,
  shownToOthers,
} from "./actions.ts";
import { plainText } from "./plain-text.ts";
import type { Verdict } from "./port.ts";

type TestEnv = Awaited<ReturnType<typeof createTestEnv>>;
let env: TestEnv;
beforeAll(async () => {
  env = await createTestEnv();
}, 60_000);
afterAll(() => env.close());

const named = {
  namesOf: async () => () => "林知远",
  readerId: "00000000-0000-7000-8000-000000000000",
};
const operatorId = "00000000-0000-7000-8000-000000000001";
let members = 0;

/** Gives a member this nickname, which begins its moderation. */
async function renamed(nickname: string) {
  const { context, db } = env;
  const memberId = await env.member(++members);
  await db.$client.query("UPDATE member SET nickname = $2 WHERE member_id = $1", [
    memberId,
    nickname,
  ]);
  await transaction(db, (tx) => moderateName(context, tx, { memberId, nickname }));
  const { rows } = await db.$client.query<{ id: string }>(
    "SELECT id FROM moderation_case WHERE member_id = $1",
    [memberId],
  );
  return { memberId, caseId: rows[0]?.id ?? "" };
}

/** Runs the outbox handler with this verdict of the provider. */
const screened = async (
  { memberId, caseId }: { memberId: string; caseId: string },
  verdict: Verdict,
  attempt = 1,
) => {
  const screener = { screen: async () => verdict };
  const deps = { screener, store: { get: async () => undefined } };
  const handler = moderationHandlers(env.context, env.db, deps)["moderation.screen"];
  const payload = { caseId };
  await handler?.({
    memberId,
    id: caseId,
    topic: "moderation.screen",
    payload,
    sealed: undefined,
    attempt,
  });
};

const nicknameOf = async (memberId: string) =>
  (
    await env.db.$client.query<{ nickname: string }>(
      "SELECT nickname FROM member WHERE member_id = $1",
      [memberId],
    )
  ).rows[0]?.nickname;
const seenByOthers = async (memberId: string) => {
  const nickname = (await nicknameOf(memberId)) ?? "";
  const face = { nickname, picturePath: undefined };
  return (await shownToOthers(env.db, memberId, face, "默认昵称")).nickname;
};
const stateOf = async (caseId: string) =>
  (await env.db.$client.query("SELECT state FROM moderation_case WHERE id = $1", [caseId])).rows[0]
    ?.state;

describe("ways around the list of words", () => {
  test.each([
    ["spaces", "赌 博"],
    ["signs", "赌*博"],
    ["emoji", "赌😀博"],
    ["an invisible character", "赌\u200b博"],
    ["inside of a longer name", "快乐赌博大师"],
  ])("%s do not hide a word", async (_name, nickname) => {
    expect(await isNameDenied(env.db, nickname)).toBe(true);
  });

  test.each([
    ["fullwidth letters", "ＶＸ888", "vx888"],
    ["circled digits", "①②③", "123"],
    ["letters for digits", "lO8", "108"],
    ["Chinese numerals", "一〇八", "108"],
    ["capitals with accents", "ÄBC", "abc"],
    ["Cyrillic letters", "сах", "cax"],
  ])("%s are compared as the same word", (_name, typed, meant) => {
    expect(plainText(typed)).toBe(plainText(meant));
  });

  test("an ordinary name is not denied", async () => {
    for (const name of ["小鲸鱼", "Anna 2026", "老王80"])
      expect(await isNameDenied(env.db, name)).toBe(false);
  });
});

test("until a nickname has passed, others see the default; then they see it", async () => {
  const one = await renamed("小鲸鱼");
  expect(await seenByOthers(one.memberId)).toBe("默认昵称");
  await screened(one, { state: "pass" });
  expect(await stateOf(one.caseId)).toBe("PASSED");
  expect(await seenByOthers(one.memberId)).toBe("小鲸鱼");
});

test("a rejected nickname becomes the default, and the member is told why", async () => {
  const one = await renamed("不好的名字");
  await screened(one, { state: "reject", label: "辱骂" });
  expect(await nicknameOf(one.memberId)).toMatch(/^云鲸会员\d{4}$/);
  const { rows } = await env.db.$client.query(
    "SELECT payload->'data' AS data FROM outbox WHERE member_id = $1 AND payload->>'kind' = 'moderation.rejected'",
    [one.memberId],
  );
  expect(rows).toEqual([{ data: { what: "昵称", reason: "辱骂" } }]);
  expect(
    await codeOf(
      decideCase(env.context, env.db, { ...one, operatorId, reason: "再看", event: "pass" }),
    ),
  ).toBe("STATE_CHANGED");
});

test("a silent provider is asked again, and then a person decides", async () => {
  const one = await renamed("无人应答");
  const silence = { state: "unknown", reason: "timeout" } as const;
  await expect(screened(one, silence)).rejects.toThrow("moderation");
  expect(await stateOf(one.caseId)).toBe("SCREENING");
  await screened(one, silence, 5);
  expect(await stateOf(one.caseId)).toBe("REVIEW");
  const decision = { caseId: one.caseId, operatorId, reason: "没有问题", event: "pass" } as const;
  expect(await decideCase(env.context, env.db, decision)).toMatchObject({ state: "PASSED" });
  expect(await seenByOthers(one.memberId)).toBe("无人应答");
});

test("a word of the list sends a nickname to a person, and a change of the list holds at once", async () => {
  const { context, db } = env;
  const word = { word: "加 群", level: "review", isOn: true, reason: "推广", operatorId } as const;
  const made = await setWord(context, db, { ...word, sinceVersion: 0 });
  expect(await codeOf(setWord(context, db, { ...word, sinceVersion: 0 }))).toBe("STATE_CHANGED");
  const one = await renamed("加-群有福利");
  expect(await stateOf(one.caseId)).toBe("REVIEW");
  const { list } = await casePage(context, db, named, { kind: "nickname" });
  expect(list).toMatchObject([{ caseId: one.caseId, text: "加-群有福利", note: "含词「加 群」" }]);
  await setWord(context, db, { ...word, isOn: false, sinceVersion: made.version });
  expect(await stateOf((await renamed("加群")).caseId)).toBe("SCREENING");
});

test("a nickname that was replaced meanwhile stays, and an operator may not decide their own", async () => {
  const one = await renamed("旧的名字");
  await env.db.$client.query("UPDATE member SET nickname = '新的名字' WHERE member_id = $1", [
    one.memberId,
  ]);
  const own = {
    caseId: one.caseId,
    operatorId: one.memberId,
    reason: "自己",
    event: "pass",
  } as const;
  expect(await codeOf(decideCase(env.context, env.db, own))).toBe("OWN_ACCOUNT");
  await screened(one, { state: "reject", label: "辱骂" });
  expect(await nicknameOf(one.memberId)).toBe("新的名字");
});
