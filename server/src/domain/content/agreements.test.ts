/** Operators write the agreements as drafts and publish versions; members read the one in force. */
import { builtInAgreements } from "@yunjing/contract/built-in-agreements";
import type { Agreement } from "@yunjing/contract/schemas/agreements";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Mutant, openMutantDatabase } from "../../platform/database/mutant.fixture.ts";
import { closeDatabase, type Db } from "../../platform/database/pool.ts";
import { testContext } from "../../platform/testing.ts";
import {
  CONNECTIONS,
  connectAll,
  openRaceDatabase,
  type RaceDatabase,
  times,
} from "../ledger/race.fixture.ts";
import {
  agreementDetail,
  agreementInForce,
  agreementVersion,
  termsReader,
} from "./actions/agreements.ts";
import { publishDraft, saveDraft, versionsOf, withdrawVersion } from "./actions/versions.ts";
import { agreementFault } from "./model.ts";

const context = testContext();
let race: RaceDatabase;
beforeAll(async () => {
  race = await openRaceDatabase();
});
afterAll(() => race.close());

const OPERATOR = "0199cccc-0000-7000-8000-00000000000b";
const HOUR_MS = 3_600_000;
const namesOf = () => Promise.resolve(() => "安娜");
const agreement = (line: string): Agreement => ({
  title: "用户协议",
  intro: "",
  sections: [{ title: "一、服务", text: [line] }],
});
type Kind = "user" | "privacy" | "topup";
const detail = (kind: Kind = "user") => agreementDetail(context, race.db, { kind, namesOf });
const save = (
  sinceVersion: number,
  line: string,
  { db = race.db, name = "user" }: { db?: Db; name?: Kind } = {},
) =>
  saveDraft(context, db, {
    name,
    body: agreement(line),
    sinceVersion,
    operatorId: OPERATOR,
    namesOf,
  });
const publish = (
  sinceVersion: number,
  more: { db?: Db; name?: Kind; at?: number; mustAgreeAgain?: boolean } = {},
) => {
  const { db = race.db, name = "user", at, mustAgreeAgain = false } = more;
  const by = { operatorId: OPERATOR, reason: "更新" };
  return publishDraft(context, db, {
    ...by,
    name,
    sinceVersion,
    at,
    mustAgreeAgain,
    faultOf: agreementFault,
  });
};
const withdraw = (version: number) =>
  withdrawVersion(context, race.db, {
    name: "user",
    version,
    operatorId: OPERATOR,
    reason: "不发了",
  });
const read = async (name: Kind = "user") => {
  const { version, text } = await agreementInForce(context, race.db, name);
  return [version, text.sections[0]?.text[0]];
};
const termsInForce = () => termsReader(context, race.db).termsInForce();

test("an agreement is the installed text until a draft is published, at once or at an instant", async () => {
  expect(await detail()).toMatchObject({ live: { version: 0, required: 0 }, sinceVersion: 0 });
  expect(await agreementInForce(context, race.db, "user")).toEqual({
    version: 0,
    text: builtInAgreements.user,
  });
  expect(await publish(await save(0, "第一版"))).toBe(1);
  expect(await read()).toEqual([1, "第一版"]);
  const at = context.clock.now().getTime() + HOUR_MS;
  await publish(await save(1, "第二版"), { at, mustAgreeAgain: true });
  expect(await read()).toEqual([1, "第一版"]);
  expect(await termsInForce()).toMatchObject({ current: { user: 1 }, required: { user: 0 } });
  expect(await detail()).toMatchObject({
    isDraftOpen: false,
    waiting: { version: 2, state: "waiting", mustAgreeAgain: true },
    text: agreement("第二版"),
  });
  context.clock.advance(HOUR_MS);
  expect(await read()).toEqual([2, "第二版"]);
  expect(await termsInForce()).toMatchObject({ current: { user: 2 }, required: { user: 2 } });
});

test("a later publication withdraws the waiting one, and no text is lost", async () => {
  const at = context.clock.now().getTime() + HOUR_MS;
  await publish(await save(2, "第三版"), { at, mustAgreeAgain: true });
  await publish(await save(3, "第四版"));
  await publish(await save(4, "第五版"), { at });
  await withdraw(5);
  await expect(withdraw(5)).rejects.toMatchObject({ code: "STATE_CHANGED" });
  await expect(withdraw(9)).rejects.toMatchObject({ code: "NOT_FOUND" });
  context.clock.advance(HOUR_MS);
  expect(await read()).toEqual([4, "第四版"]);
  expect(await termsInForce()).toMatchObject({ required: { user: 2 } });
  const { list } = await versionsOf(context, race.db, { name: "user", live: 4, namesOf });
  expect(list.map(({ version, state }) => `${version} ${state}`)).toEqual([
    "5 withdrawn",
    "4 live",
    "3 withdrawn",
    "2 past",
    "1 past",
  ]);
  expect((await agreementVersion(race.db, "user", 3)).text).toEqual(agreement("第三版"));
  expect((await agreementVersion(race.db, "user", 0)).text).toEqual(builtInAgreements.user);
});

test("a published text cannot be changed or removed, and a version that began cannot be withdrawn", async () => {
  for (const change of [
    sql`UPDATE content_version SET body = '{}'`,
    sql`DELETE FROM content_version`,
    sql`UPDATE content_version SET must_agree_again = true`,
    sql`UPDATE content_version SET withdrawn_by = 'x', withdrawn_at = starts_at WHERE version = 4`,
  ]) {
    await expect(race.db.execute(change)).rejects.toThrow();
  }
});

test.each([
  ["no title", { title: " " }, "text.title"],
  ["no sections", { sections: [] }, "text.sections"],
  ["a section without a title", { sections: [{ title: "", text: ["一"] }] }, "text.sections.0"],
  ["an empty section", { sections: [{ title: "一", text: [] }] }, "text.sections.0"],
  ["forbidden words", { intro: "转发领红包" }, "text"],
])("an agreement with %s is not published", (_, wrong, field) => {
  expect(agreementFault({ ...agreement("一"), ...wrong })).toMatchObject({ field });
});

test("the installed texts could be published", () => {
  for (const text of Object.values(builtInAgreements)) expect(agreementFault(text)).toBeUndefined();
});

test("an instant that is over is refused, and the draft stays open", async () => {
  const sinceVersion = await save(5, "第六版");
  await expect(publish(sinceVersion, { at: 1 })).rejects.toMatchObject({ data: { field: "at" } });
  expect(await detail()).toMatchObject({ isDraftOpen: true, text: agreement("第六版") });
});

/** Returns how many of 64 operators who opened one draft stored theirs. */
async function savers(db: Db, name: Kind): Promise<number> {
  const { sinceVersion } = await detail(name);
  await connectAll(db);
  const outcomes = await Promise.allSettled(
    times(CONNECTIONS, (n) => save(sinceVersion, `第 ${n} 人`, { db, name })),
  );
  const refused = outcomes.flatMap((outcome) =>
    outcome.status === "rejected" ? [outcome.reason as unknown] : [],
  );
  for (const refusal of refused) {
    expect(refusal).toMatchObject({
      code: "STATE_CHANGED",
      data: { current: { savedBy: { name: "安娜" } } },
    });
  }
  return outcomes.length - refused.length;
}

/** Returns how many of 64 publications of one draft made a version. */
async function publishers(db: Db, name: Kind): Promise<number> {
  const sinceVersion = await save((await detail(name)).sinceVersion, "同一份", { name });
  await connectAll(db);
  const outcomes = await Promise.allSettled(
    times(CONNECTIONS, () => publish(sinceVersion, { db, name })),
  );
  return outcomes.filter(({ status }) => status === "fulfilled").length;
}

async function withMutant<T>(mutant: Mutant, run: (db: Db) => Promise<T>): Promise<T> {
  // Few connections: those of the race stay open beside them.
  const options = { url: race.appUrl, log: race.context.log, size: 16 };
  const { db, used } = openMutantDatabase(options, [mutant]);
  try {
    const result = await run(db);
    expect(used()).toBeGreaterThan(0);
    return result;
  } finally {
    await closeDatabase(db);
  }
}

test("of 64 operators who save one draft one succeeds, and the others see what is stored", async () => {
  expect(await savers(race.db, "privacy")).toBe(1);
  const blind = { from: /AND version = (\$\d+) RETURNING/, to: "AND version >= $1::int RETURNING" };
  expect(await withMutant(blind, (db) => savers(db, "topup"))).toBeGreaterThan(1);
});

test("of 64 publications of one draft one makes a version", async () => {
  expect(await publishers(race.db, "privacy")).toBe(1);
  const again = { from: " AND is_open", to: "" };
  expect(await withMutant(again, (db) => publishers(db, "topup"))).toBeGreaterThan(1);
});
