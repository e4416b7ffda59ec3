/**
 * Exports over HTTP with the lists' own handlers: what is masked, what two persons agree to, who may
 * export what, and what the audit says of it.
 */
import { exportKinds } from "@yunjing/contract/export-kinds";
import { operatorPermissions } from "@yunjing/contract/permissions";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertReversedPayment } from "./dealer-payments.fixture.ts";
import { createCaller } from "./exchange.fixture.ts";
import { type HttpTestEnv, type Login, openHttpTestEnv } from "./test-env.fixture.ts";

const reason = "月度核对";
const FORMULA = "=1+2";

let testEnv: HttpTestEnv;
let call: ReturnType<typeof createCaller>;
let anna: Login;
let ben: Login;
let member: Login;
beforeAll(async () => {
  testEnv = await openHttpTestEnv();
  call = createCaller(testEnv);
  anna = await testEnv.logIn("13733300041", operatorPermissions);
  ben = await testEnv.logIn("13733300042", operatorPermissions);
  member = await testEnv.logIn("13733300043");
  await testEnv.db.$client.query("UPDATE member SET nickname = $2 WHERE member_id = $1", [
    member.memberId,
    FORMULA,
  ]);
}, 60_000);
afterAll(() => testEnv.close());

const by = ({ consoleToken: token }: Login) => ({ token });

/** Runs the job of an export, as the outbox does. */
const write = (exportId: string) =>
  testEnv.app.outboxHandlers["export.write"]?.({
    memberId: anna.memberId,
    id: exportId,
    topic: "export.write",
    payload: { exportId },
    sealed: undefined,
    attempt: 1,
  });

/** Downloads an export; returns the status and the lines. */
async function download(exportId: string, login: Login) {
  const { data } = await call("operatorExports", "link", { exportId }, by(login));
  const url = `/console/api/exports/${exportId}/file?secret=${data["secret"] ?? ""}`;
  const headers = { authorization: login.consoleToken };
  const answer = await testEnv.app.server.inject({ method: "GET", url, headers });
  const again = await testEnv.app.server.inject({ method: "GET", url, headers });
  expect(again.json()).toMatchObject({ status: false, code: "EXPORT_LINK" });
  // The cells of these lists need no quotes where they are compared.
  return answer.rawPayload
    .toString()
    .split("\r\n")
    .slice(0, -1)
    .map((line) => line.split(","));
}

async function exported(
  kind: (typeof exportKinds)[number],
  filter: Readonly<Record<string, string | number>> = {},
  login = anna,
) {
  const { data, code } = await call(
    "operatorExports",
    "create",
    { kind, filter, reason },
    by(login),
  );
  expect(code, kind).toBe("DONE");
  const exportId = data["exportId"] ?? "";
  await write(exportId);
  return { exportId, lines: await download(exportId, login) };
}

const phonesIn = (lines: readonly (readonly string[])[]) =>
  lines.flat().filter((cell) => /^1[3-9]\d{9}$/.test(cell));

test("members are exported as the list shows them, and no name is a formula", async () => {
  const { exportId, lines } = await exported("members");
  expect(lines[0]?.[0]).toContain(exportId);
  const rows = lines.slice(2);
  expect(rows.find((row) => row[1] === `'${FORMULA}`)?.[2]).toBe("137****0043");
  expect(phonesIn(lines)).toEqual([]);
  const { rows: stored } = await testEnv.db.$client.query<{ canary: string; members: number }>(
    `SELECT canary, (SELECT count(*)::int FROM member WHERE status <> 'GUEST') AS members
     FROM export WHERE export_id = $1`,
    [exportId],
  );
  expect(rows).toHaveLength((stored[0]?.members ?? 0) + 1);
  expect(rows.filter(([memberNo]) => memberNo === stored[0]?.canary)).toHaveLength(1);
});

test("whole phones need another person, and stand in that export only", async () => {
  const wanted = { kind: "members", filter: {}, reason } as const;
  const { data } = await call("operatorExports", "proposeClear", wanted, by(anna));
  const approvalId = `export_clear.${data["approvalId"]}`;
  type Line = { etag: string; may: string[] };
  const detail = (login: Login) =>
    call<"operatorApprovals", "detail", Line>(
      "operatorApprovals",
      "detail",
      { approvalId },
      by(login),
    );
  expect((await detail(anna)).data.may).toEqual(["withdraw"]);
  const { etag } = (await detail(ben)).data;
  const decision = { approvalId, etag, reason };
  const own = await call("operatorApprovals", "approve", decision, by(anna));
  expect(own.code).toBe("TWO_PERSONS");
  const agreed = await call("operatorApprovals", "approve", decision, by(ben));
  expect(agreed.code).toBe("DONE");
  const { rows } = await testEnv.db.$client.query<{ id: string }>(
    "SELECT export_id AS id FROM export WHERE is_clear",
  );
  await write(rows[0]?.id ?? "");
  expect(phonesIn(await download(rows[0]?.id ?? "", anna))).toContain("13733300043");
  const orders = { ...wanted, kind: "orders" } as const;
  const refused = await call("operatorExports", "proposeClear", orders, by(anna));
  expect(refused.code).toBe("BAD_REQUEST");
});

test("every list can be exported by those who may read it, and by no others", async () => {
  const { rows } = await testEnv.db.$client.query<{ no: string }>(
    "SELECT member_no AS no FROM member WHERE member_id = $1",
    [member.memberId],
  );
  const dealer = { name: "渠道", priceBp: 8_000, codesMonth: 1, faceFenMonth: 100, isOn: true };
  const wanted = { memberId: member.memberId, ...dealer, sinceVersion: 0, reason };
  expect((await call("operatorDealers", "set", wanted, by(ben))).code).toBe("DONE");
  await insertReversedPayment(testEnv.db, {
    memberId: member.memberId,
    operatorId: ben.memberId,
    month: "2026-11",
  });
  const needed: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
    memberLedger: { memberNo: rows[0]?.no ?? "" },
    report: { kind: "bill", by: "day", from: 0, to: 86_400_000 },
    codes: { batchId: "00000000-0000-7000-8000-000000000000" },
    dealerStatement: { memberNo: rows[0]?.no ?? "", month: "2026-11" },
  };
  const maker = await testEnv.logIn("13733300044", ["exports:make"]);
  // One operator may not export every list on one day.
  const carl = await testEnv.logIn("13733300045", operatorPermissions);
  const kinds = exportKinds.filter((one) => one !== "members");
  let statement: readonly (readonly string[])[] = [];
  for (const [place, kind] of kinds.entries()) {
    const filter = needed[kind] ?? {};
    const { lines } = await exported(kind, filter, place % 2 === 0 ? ben : carl);
    expect(lines[1]?.length, kind).toBeGreaterThan(4);
    if (kind === "dealerStatement") statement = lines;
    const refused = await call("operatorExports", "create", { kind, filter, reason }, by(maker));
    expect(refused.code, kind).toBe("NO_PERMISSION");
  }
  const time = / \d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2} /;
  const sums = statement.map((cells) => [cells[0]?.replace(time, " … "), cells.at(-1)]);
  expect(sums).toContainEqual(["撤销付款 … 凭证 B0001", "-1.00"]);
  expect(sums).toContainEqual(["付款 … 凭证 B0001", "1.00"]);
  const wrong = { kind: "orders", filter: { rows: "all" }, reason } as const;
  const refused = await call("operatorExports", "create", wrong, by(anna));
  expect(refused).toMatchObject({ code: "BAD_REQUEST", data: { field: "filter.rows" } });
});

test("the audit has every start and every download, without the link's secret", async () => {
  const { rows } = await testEnv.db.$client.query<{ operation: string; input: string }>(
    `SELECT operation, input::text FROM audit_line
     WHERE operation LIKE 'operatorExports.%' AND outcome = 'asked'`,
  );
  const of = (name: string) =>
    rows.filter(({ operation }) => operation === `operatorExports.${name}`);
  expect(of("create").length).toBeGreaterThan(exportKinds.length - 1);
  expect(of("file").length).toBeGreaterThan(exportKinds.length);
  expect(of("file").every(({ input }) => input.includes('"secret": "…"'))).toBe(true);
});
