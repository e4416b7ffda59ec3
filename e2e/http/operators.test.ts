/**
 * The console's login and audit: who gets in, what is recorded of operators' actions, and that
 * records cannot be changed.
 */
import { findAuditBreaks } from "@yunjing/server/domain/audit/actions";
import { setRights } from "@yunjing/server/domain/members/actions";
import { sentCode } from "@yunjing/server/domain/members/sent-code.fixture";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { logInAtConsole as logIn } from "./console-login.fixture.ts";
import { type HttpTestEnv, openHttpTestEnv } from "./test-env.fixture.ts";

let testEnv: HttpTestEnv;
beforeAll(async () => {
  testEnv = await openHttpTestEnv({ SETTINGS: JSON.stringify({ smsResendSeconds: 0 }) });
}, 60_000);
afterAll(() => testEnv.close());

const logInAtConsole = (phone: string) => logIn(testEnv, phone);

type Options = { readonly token?: string; readonly cookie?: string; readonly host?: string };
async function post(path: string, payload: object, { token, cookie, host }: Options = {}) {
  const answer = await testEnv.app.server.inject({
    method: "POST",
    url: path,
    payload,
    headers: {
      ...(token ? { authorization: token } : {}),
      ...(cookie ? { cookie } : {}),
      ...(host ? { host } : {}),
    },
  });
  const cookies = answer.cookies.filter(({ name }: { name: string }) => /(^|-)c?rt$/.test(name));
  return { ...answer.json(), cookies };
}

async function get(url: string, authorization: string) {
  const { server } = testEnv.app;
  return (await server.inject({ method: "GET", url, headers: { authorization } })).json();
}

describe("an operator", () => {
  test("logs in with the code of a text message, and gets the list of permissions", async () => {
    await testEnv.logIn("13711110001", ["audit:read"]);
    const { data, cookies } = await logInAtConsole("13711110001");
    expect(cookies).toMatchObject([{ name: "__Host-crt" }]);
    const me = await testEnv.app.server.inject({
      method: "GET",
      url: "/console/api/passport/me",
      headers: { authorization: data.token },
    });
    expect(me.json().data).toMatchObject({ phone: "137****0001", permissions: ["audit:read"] });
  });

  test("cannot log in with a permission that is not an operator's, and an unknown phone does not become a member", async () => {
    await testEnv.logIn("13711110002", ["exchange:generate"]);
    expect((await logInAtConsole("13711110002")).code).toBe("NO_PERMISSION");
    expect((await logInAtConsole("13711110003")).code).toBe("NO_PERMISSION");
    expect(await isFree("13711110003")).toBe(true);
  });

  test("can log in only with a code requested at the console, and that code opens no member login", async () => {
    const phone = "13711110010";
    await testEnv.logIn(phone, ["audit:read"]);
    const codeFrom = async (path: string) => {
      const { data } = await post(path, { phone, scene: "login" });
      const code = await sentCode(testEnv.context, testEnv.db, data.challengeId);
      return { challengeId: data.challengeId, phone, code };
    };
    const forMember = await codeFrom("/api/passport/sms/send");
    const forConsole = await codeFrom("/console/api/passport/sms/send");
    const atConsole = (shown: object) => post("/console/api/passport/sms/login", shown);
    const asMember = (shown: object) =>
      post("/api/passport/sms/login", { ...shown, termsVersion: "1" });
    expect((await atConsole(forMember)).code).toBe("SMS_CODE_EXPIRED");
    expect((await asMember(forConsole)).code).toBe("SMS_CODE_EXPIRED");
    expect((await atConsole(forConsole)).status).toBe(true);
    expect((await asMember(forMember)).status).toBe(true);
  });

  test("renews only with the console's cookie, and not after half an hour without activity", async () => {
    await testEnv.logIn("13711110004", ["audit:read"]);
    const { cookies } = await logInAtConsole("13711110004");
    const [cookie] = cookies;
    const asMember = await post("/api/passport/refresh", {}, { cookie: `rt=${cookie?.value}` });
    expect(asMember.code).toBe("AUTH_EXPIRED");
    const renewed = await post(
      "/console/api/passport/refresh",
      {},
      { cookie: `crt=${cookie?.value}` },
    );
    expect(renewed.status).toBe(true);
    expect(cookie?.maxAge).toBe(1_800);
  });

  test("approves batches at the console only: the member app refuses, and its profile names no right", async () => {
    const phone = "13711110014";
    const { token, consoleToken } = await testEnv.logIn(phone, [
      "exchange:approve",
      "codes:read",
      "devop:debug",
    ]);
    expect((await get("/api/exchange/batches", token)).code).toBe("NO_PERMISSION");
    expect((await get("/console/api/batches", consoleToken)).status).toBe(true);
    const { data } = await get("/api/member/me", token);
    expect(data).toMatchObject({ roles: [], permissions: ["devop:debug"] });
    for (const step of ["approve", "reject", "export-key", "decide"]) {
      const gone = await post(`/api/exchange/batches/any/${step}`, {}, { token });
      expect(gone, step).toMatchObject({ status: false, code: "NOT_FOUND" });
    }
  });

  test("who is a dealer too sees own batches in the member app, and those of all at the console", async () => {
    const dealer = await testEnv.logIn("13711110015", ["exchange:generate"]);
    const both = await testEnv.logIn("13711110016", ["exchange:generate", "exchange:approve"]);
    const validUntil = testEnv.context.clock.now().getTime() + 86_400_000;
    const target = { target: "points", title: "积分", points: 1, validUntil };
    const created = await testEnv.app.server.inject({
      method: "POST",
      url: "/api/exchange/batches",
      payload: { name: "批次", count: 1, target },
      headers: { authorization: dealer.token, "idempotency-key": "a-dealers-batch" },
    });
    const { batchId } = created.json().data;
    const path = `/exchange/batches/${batchId}`;
    expect((await get(`/api${path}`, dealer.token)).data).toMatchObject({ batchId });
    expect((await get(`/api${path}`, both.token)).code).toBe("NOT_FOUND");
    expect((await get("/api/exchange/batches", both.token)).data.list).toEqual([]);
    const atConsole = await get(`/console/api/batches/${batchId}`, both.consoleToken);
    expect(atConsole.data).toMatchObject({ batchId });
  });

  test("is refused once the permissions are revoked", async () => {
    const { memberId, consoleToken } = await testEnv.logIn("13711110005", ["audit:read"]);
    await setRights(testEnv.db, { memberId, roles: [], permissions: [] });
    const answer = await testEnv.app.server.inject({
      method: "GET",
      url: "/console/api/audit",
      headers: { authorization: consoleToken },
    });
    expect(answer.json().code).toBe("AUTH_EXPIRED");
  });
});

async function isFree(phone: string): Promise<boolean> {
  const hash = testEnv.context.secrets.mac("phone-lookup", phone);
  const owner = new Client({ connectionString: testEnv.ownerUrl });
  await owner.connect();
  const found = await owner.query("SELECT 1 FROM phone_claim WHERE phone_hash = $1", [hash]);
  await owner.end();
  return found.rowCount === 0;
}

describe("the audit", () => {
  test("records every write of an operator with its result, and lists it newest first", async () => {
    const reader = await testEnv.logIn("13711110006", ["audit:read"]);
    const leaver = await testEnv.logIn("13711110007", ["audit:read"]);
    await post("/console/api/passport/logout", {}, { token: leaver.consoleToken });
    const { data } = (
      await testEnv.app.server.inject({
        method: "GET",
        url: `/console/api/audit?operatorId=${leaver.memberId}`,
        headers: { authorization: reader.consoleToken },
      })
    ).json();
    expect(data.list).toMatchObject([
      { operation: "operatorPassport.logout", outcome: "done", operatorId: leaver.memberId },
    ]);
  });

  const linesOf = async (memberId: string): Promise<Record<string, unknown>[]> => {
    const reader = await testEnv.logIn("13711110012", ["audit:read"]);
    const answer = await testEnv.app.server.inject({
      method: "GET",
      url: `/console/api/audit?operatorId=${memberId}&pageSize=50`,
      headers: { authorization: reader.consoleToken },
    });
    return answer.json().data.list;
  };

  test("records every login of an operator, and every refused one", async () => {
    const phone = "13711110013";
    const { memberId } = await testEnv.logIn(phone, ["audit:read"]);
    const sent = await post("/console/api/passport/sms/send", { phone, scene: "login" });
    const { challengeId } = sent.data;
    const right = await sentCode(testEnv.context, testEnv.db, challengeId);
    const wrong = right === "000000" ? "000001" : "000000";
    await post("/console/api/passport/sms/login", { challengeId, phone, code: wrong });
    await post("/console/api/passport/sms/login", { challengeId, phone, code: right });
    const operation = "operatorPassport.smsLogin";
    expect(await linesOf(memberId)).toMatchObject([
      { operation, outcome: "done" },
      { operation, outcome: "SMS_CODE_WRONG" },
    ]);
    expect(JSON.stringify(await linesOf(memberId))).not.toContain(right);
  });

  test("records forbidden calls, also of reads, up to a limit", async () => {
    const curious = await testEnv.logIn("13711110014", ["audit:read"]);
    const ask = () =>
      testEnv.app.server.inject({
        method: "GET",
        url: "/console/api/refunds",
        headers: { authorization: curious.consoleToken },
      });
    for (let n = 0; n < 40; n++) expect((await ask()).statusCode).toBe(403);
    const freeze = "/console/api/books/freezes/freeze";
    const input = { memberNo: "100000001", asset: "CNY", reason: "核查" };
    expect((await post(freeze, input, { token: curious.consoleToken })).code).toBe("NO_PERMISSION");
    const lines = await linesOf(curious.memberId);
    expect(lines).toHaveLength(20);
    expect(lines[0]).toMatchObject({ operation: "operatorRefunds.list", outcome: "NO_PERMISSION" });
  });

  test("finds what was done about one object, with before and after", async () => {
    const admin = await testEnv.logIn("13711110016", ["audit:read", "operators:manage"]);
    const other = await testEnv.logIn("13711110017", ["audit:read"]);
    const reason = "离职交接";
    const path = `/console/api/operators/${other.memberId}/disable`;
    expect((await post(path, { reason }, { token: admin.consoleToken })).status).toBe(true);
    const find = async (query: string) => {
      const answer = await testEnv.app.server.inject({
        method: "GET",
        url: `/console/api/audit?${query}`,
        headers: { authorization: admin.consoleToken },
      });
      return answer.json().data.list;
    };
    const line = {
      operation: "operatorAccounts.disable",
      outcome: "done",
      reason,
      change: { before: { isDisabled: false }, after: { isDisabled: true } },
    };
    expect(await find(`object=${other.memberId}`)).toMatchObject([line]);
    expect(await find(`q=${encodeURIComponent("交接")}&outcome=done`)).toMatchObject([line]);
    expect(await find(`object=${other.memberId}&outcome=refused`)).toEqual([]);
    expect(await find(`object=${other.memberId}&to=1`)).toEqual([]);
    expect(await find(`object=${encodeURIComponent('" || true')}`)).toEqual([]);
  });

  test("can be verified from the first line on by operators with the permission to read it", async () => {
    const reader = await testEnv.logIn("13711110015", ["audit:read"]);
    const { data } = await post("/console/api/audit/verify", {}, { token: reader.consoleToken });
    expect(data).toMatchObject({ chains: expect.any(Number), anchors: 0, keys: [] });
  });

  test("detects a changed or removed line, even by the database's owner", async () => {
    const operators = await Promise.all(
      ["13711110008", "13711110009"].map((phone) => testEnv.logIn(phone, ["audit:read"])),
    );
    for (const { consoleToken } of operators) {
      await post("/console/api/passport/logout", {}, { token: consoleToken });
    }
    expect(await findAuditBreaks(testEnv.db)).toEqual([]);
    const [changed, cut] = operators.map(({ memberId }) => memberId);
    const owner = new Client({ connectionString: testEnv.ownerUrl });
    await owner.connect();
    await owner.query("UPDATE audit_line SET outcome = 'BAD' WHERE member_id = $1 AND seq = 2", [
      changed,
    ]);
    await owner.query("DELETE FROM audit_line WHERE member_id = $1 AND seq = 2", [cut]);
    await owner.end();
    const breaks = await findAuditBreaks(testEnv.db);
    expect(new Set(breaks.map(({ operatorId }) => operatorId))).toEqual(new Set([changed, cut]));
  });

  test("cannot be changed or truncated by the application itself", async () => {
    const app = new Client({ connectionString: testEnv.appUrl });
    await app.connect();
    for (const attempt of [
      "DELETE FROM audit_line",
      "UPDATE audit_line SET outcome = 'done'",
      "UPDATE audit_head SET seq = 0",
    ]) {
      await expect(app.query(attempt)).rejects.toMatchObject({ code: "42501" });
    }
    await app.end();
  });
});

test("with a separate operators' host, the operators' API is only there", async () => {
  const apart = await openHttpTestEnv({ CONSOLE_ORIGIN: "https://console.example" });
  const ask = (host: string) =>
    apart.app.server.inject({
      method: "GET",
      url: "/console/api/passport/me",
      headers: { host },
    });
  expect((await ask("localhost")).json().code).toBe("NOT_FOUND");
  expect((await ask("console.example")).json().code).toBe("AUTH_EXPIRED");
  await apart.close();
});
