/** Nicknames and pictures from the change to the verdict, and ways around the list of words. */
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { transaction } from "../../platform/database/transaction.ts";
import { codeOf } from "../orders/shop.fixture.ts";
import { createTestEnv } from "../coupons/testing.ts";
import { pictureOf } from "../files/actions.ts";
import {
  casePage,
  decideCase,
  isNameDenied,
  moderateAvatar,
  moderateName,
  moderationHandlers,
  moderationSubscriber,
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
  const deps = {
    screener,
    store: { get: async () => ({ stream: Readable.from([Buffer.from("jpg")]), bytes: 3 }) },
  };
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

/** Stores an adopted picture of a member; returns its path and id. */
async function picture(memberId: string, purpose: "avatar" | "ticket") {
  const fileId = env.context.ids.next();
  const path = `/pictures/${purpose}/${fileId}.jpg`;
  await env.db.$client.query(
    `INSERT INTO file (file_id, owner_id, path, state, store_key, type, bytes, sha256, purpose, taken_at, created_at)
     VALUES ($1, $2, $3, 'adopted', $4, 'image/jpeg', 3, sha256('x'), $5, now(), now())`,
    [fileId, memberId, path, `2026/11/${fileId}.jpg`, purpose],
  );
  return { fileId, path };
}
const caseOf = async (fileId: string) =>
  (
    await env.db.$client.query<{ id: string; state: string }>(
      "SELECT id, state FROM moderation_case WHERE file_id = $1",
      [fileId],
    )
  ).rows;
/** Whether a reader who may see the picture still gets it. */
const isServed = async (fileId: string) =>
  (await pictureOf(env.context, env.db, fileId)) !== undefined;
const toldTo = async (memberId: string) =>
  (
    await env.db.$client.query<{ data: unknown }>(
      "SELECT payload->'data' AS data FROM outbox WHERE member_id = $1 AND payload->>'kind' = 'moderation.rejected'",
      [memberId],
    )
  ).rows;

test("a rejected avatar waits in the queue, is served no more, and the member is told why", async () => {
  const { context, db } = env;
  const memberId = await env.member(++members);
  const { fileId, path } = await picture(memberId, "avatar");
  await db.$client.query("UPDATE member SET avatar_file = $2 WHERE member_id = $1", [
    memberId,
    fileId,
  ]);
  await transaction(db, (tx) => moderateAvatar(context, tx, { memberId, fileId }));
  const [one] = await caseOf(fileId);
  const face = { nickname: "默认昵称", picturePath: path };
  expect((await shownToOthers(db, memberId, face, "默认昵称")).picturePath).toBeUndefined();
  await screened({ memberId, caseId: one?.id ?? "" }, { state: "review", label: "疑似广告" });
  const { list } = await casePage(context, db, named, { state: "REVIEW" });
  expect(list.map(({ caseId }) => caseId)).toContain(one?.id);
  expect(await isServed(fileId)).toBe(true);

  const decided = { caseId: one?.id ?? "", operatorId, reason: "含广告", event: "reject" } as const;
  await decideCase(context, db, decided);
  expect(await isServed(fileId)).toBe(false);
  expect(await toldTo(memberId)).toEqual([{ data: { what: "头像", reason: "含广告" } }]);
  const kept = await db.$client.query("SELECT avatar_file FROM member WHERE member_id = $1", [
    memberId,
  ]);
  expect(kept.rows).toEqual([{ avatar_file: null }]);
});

test("each picture of a ticket is moderated once; a rejected one is served no more, the others are", async () => {
  const { context, db } = env;
  const memberId = await env.member(++members);
  const bad = await picture(memberId, "ticket");
  const good = await picture(memberId, "ticket");
  const data = { fileIds: `${bad.fileId},${good.fileId}` };
  const event = { memberId, kind: "ticket.pictures", ref: context.ids.next(), data } as const;
  const subscriber = moderationSubscriber(context, db);
  await subscriber(event);
  await subscriber(event);
  const [badCase, ...more] = await caseOf(bad.fileId);
  expect(more).toEqual([]);
  const [goodCase] = await caseOf(good.fileId);
  await screened({ memberId, caseId: badCase?.id ?? "" }, { state: "reject", label: "违规图片" });
  await screened({ memberId, caseId: goodCase?.id ?? "" }, { state: "pass" });
  expect([await isServed(bad.fileId), await isServed(good.fileId)]).toEqual([false, true]);
  expect(await toldTo(memberId)).toEqual([{ data: { what: "工单图片", reason: "违规图片" } }]);
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
