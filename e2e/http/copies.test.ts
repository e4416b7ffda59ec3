/**
 * A member's copy of their own data over HTTP: only their own, by a proof, once per link, some a day,
 * and gone after its end.
 */
import { sentCode } from "@yunjing/server/domain/members/sent-code.fixture";
import { afterAll, beforeAll, expect, test } from "vitest";
import { manualClock } from "@yunjing/server/platform/clock";
import { createCaller } from "./exchange.fixture.ts";
import { type HttpTestEnv, type Login, openHttpTestEnv } from "./test-env.fixture.ts";

const DAY_MS = 86_400_000;
const SCRIPT = '</script><b>&"';
const clock = manualClock(new Date("2026-11-23T04:00:00Z"));

let testEnv: HttpTestEnv;
let call: ReturnType<typeof createCaller>;
let anna: Login;
let ben: Login;
beforeAll(async () => {
  testEnv = await openHttpTestEnv({}, { clock });
  call = createCaller(testEnv);
  anna = await testEnv.logIn("13733300051");
  ben = await testEnv.logIn("13733300052");
  const rename = (memberId: string, nickname: string) =>
    testEnv.db.$client.query("UPDATE member SET nickname = $2 WHERE member_id = $1", [
      memberId,
      nickname,
    ]);
  await rename(anna.memberId, SCRIPT);
  await rename(ben.memberId, "只属于乙");
  const refusing = { wantsOffers: false };
  for (const _ of [1, 2]) {
    const { data } = await call("member", "update", refusing, { token: anna.token });
    expect(data).toMatchObject(refusing);
  }
  await call(
    "addresses",
    "add",
    {
      name: "小安",
      phone: "13811112222",
      regionCodes: ["440000", "440300", "440305"],
      detail: "一号",
    },
    { token: anna.token },
  );
}, 60_000);
afterAll(() => testEnv.close());

const own = (login: Login) => ({ token: login.token });

/** Runs the job of a copy, as the outbox does. */
const make = (login: Login, copyId: string) =>
  testEnv.app.outboxHandlers["copy.make"]?.({
    memberId: login.memberId,
    id: copyId,
    topic: "copy.make",
    payload: { copyId },
    sealed: undefined,
    attempt: 1,
  });
async function prove(login: Login): Promise<string> {
  const { context, db } = testEnv;
  const { data, code: sent } = await call("security", "sendCode", { purpose: "copy" }, own(login));
  expect(sent).toBe("DONE");
  const challengeId = data["challengeId"] ?? "";
  const code = await sentCode(context, db, challengeId);
  const proof = { purpose: "copy", challengeId, code } as const;
  const proved = await call("security", "stepUp", proof, own(login));
  expect(proved.code).toBe("DONE");
  return proved.data["stepUp"] ?? "";
}
const get = (login: Login, copyId: string, link: string) =>
  testEnv.app.server.inject({
    method: "GET",
    url: `/api/member/copies/${copyId}/file/${link}`,
    headers: { authorization: login.token },
  });
const copyOf = async (login: Login) => {
  const { data } = await call("copies", "show", {}, own(login));
  return data as unknown as {
    copy?: { copyId: string; state: string };
    leftToday: number;
    needsCode: boolean;
  };
};

test("a copy holds the member's own data, and a link with a proof downloads it once", async () => {
  expect((await call("copies", "request", {}, own(anna))).code).toBe("DONE");
  const { copy, leftToday, needsCode } = await copyOf(anna);
  const copyId = copy?.copyId ?? "";
  expect({ state: copy?.state, leftToday, needsCode }).toEqual({
    state: "making",
    leftToday: 1,
    needsCode: true,
  });
  expect((await call("copies", "request", {}, own(anna))).code).toBe("STATE_CHANGED");
  await make(anna, copyId);
  await make(anna, copyId);
  expect((await copyOf(anna)).copy?.state).toBe("ready");

  expect((await call("copies", "link", { copyId }, own(anna))).code).toBe("STEP_UP_NEEDED");
  const foreign = { copyId, stepUp: await prove(ben) };
  expect((await call("copies", "link", foreign, own(ben))).code).toBe("NOT_FOUND");
  const stepUp = await prove(anna);
  const { data } = await call("copies", "link", { copyId, stepUp }, own(anna));
  const link = data["link"] ?? "";
  expect((await get(ben, copyId, link)).json()).toMatchObject({ code: "NOT_FOUND" });
  const file = await get(anna, copyId, link);
  expect(file.headers["content-type"]).toContain("text/html");
  expect(file.headers["cache-control"]).toContain("private");
  const page = file.body;
  const found = JSON.parse(/id="data">(.*)<\/script>/.exec(page)?.[1] ?? "");
  expect(found.sections[0].rows[0]).toMatchObject({ 昵称: SCRIPT, 手机号: "137****0051" });
  expect(found.sections[0].rows[0]).toMatchObject({ 活动与优惠消息: "已关闭" });
  expect(found.sections[1].rows).toEqual([expect.objectContaining({ 电话: "138****2222" })]);
  expect(page).not.toContain(SCRIPT);
  expect(page).not.toContain("只属于乙");
  expect(page).not.toMatch(/1[3-9]\d{9}/);
  expect((await get(anna, copyId, link)).json()).toMatchObject({ code: "NOT_FOUND" });
  expect((await call("copies", "link", { copyId, stepUp }, own(anna))).code).toBe("STEP_UP_NEEDED");

  const { rows } = await testEnv.db.$client.query<{ name: string }>(
    "SELECT name FROM event WHERE member_id = $1 AND entity = 'copy' ORDER BY id",
    [anna.memberId],
  );
  expect(rows.map(({ name }) => name)).toEqual(["requested", "linked", "downloaded"]);
});

test("the third copy of a day is refused, and the file goes at its end", async () => {
  expect((await call("copies", "request", {}, own(anna))).code).toBe("DONE");
  const { copy } = await copyOf(anna);
  await make(anna, copy?.copyId ?? "");
  expect((await call("copies", "request", {}, own(anna))).code).toBe("RATE_LIMITED");
  clock.advance(4 * DAY_MS);
  anna = await testEnv.logIn("13733300051");
  const sweeper = testEnv.app.jobs.find(({ name }) => name === "copy-sweeper");
  await sweeper?.run();
  expect((await copyOf(anna)).copy?.state).toBe("gone");
  const removed = await testEnv.db.$client.query(
    "SELECT 1 FROM personal_copy WHERE member_id = $1 AND removed_at IS NULL",
    [anna.memberId],
  );
  expect(removed.rowCount).toBe(0);
});
