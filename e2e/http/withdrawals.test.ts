/**
 * Withdrawals over HTTP from the request to the operators' review: a member, two operators, and the
 * audit records.
 */
import { operatorPermissions } from "@yunjing/contract/permissions";
import type { Output } from "@yunjing/contract/operations";
import { post } from "@yunjing/server/domain/ledger/actions";
import { transaction } from "@yunjing/server/platform/database/transaction";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openExchangeFixture, type ExchangeFixture } from "./exchange.fixture.ts";
import { type HttpTestEnv, type Login, openHttpTestEnv } from "./test-env.fixture.ts";

let testEnv: HttpTestEnv;
let exchange: ExchangeFixture;
let member: Login;
let operators: [Login, Login];
beforeAll(async () => {
  // Every withdrawal needs an operator's approval, more than 10 元 needs two operators; none needs a
  // proof.
  const strict = { withdrawAutoFen: 0, withdrawTwoPersonsFen: 1_000 };
  testEnv = await openHttpTestEnv({ SETTINGS: JSON.stringify(strict) });
  exchange = await openExchangeFixture(testEnv);
  member = await testEnv.logIn("13700000001");
  operators = [
    await testEnv.logIn("13700000002", operatorPermissions),
    await testEnv.logIn("13700000003", operatorPermissions),
  ];
  await transaction(testEnv.db, (tx) =>
    post(testEnv.context, tx, {
      memberId: member.memberId,
      kind: "adjust",
      ref: "reward",
      actor: "system",
      transfers: [{ asset: "CNY", debit: "expense", credit: "reward_cash", amount: 10_000 }],
    }),
  );
}, 60_000);
afterAll(() => testEnv.close());

type Shown = Output<"withdrawals", "detail">;
const reason = "核实无误";
const by = (n: 0 | 1) => ({ token: operators[n].consoleToken });
const ask = async (amountFen: number): Promise<Shown> =>
  (
    await exchange.call<"withdrawals", "create", Shown>(
      "withdrawals",
      "create",
      { amountFen },
      member,
    )
  ).data;
const detail = async ({ withdrawalNo }: Shown): Promise<Shown> =>
  (
    await exchange.call<"withdrawals", "detail", Shown>(
      "withdrawals",
      "detail",
      { withdrawalNo },
      member,
    )
  ).data;

test("two operators approve one withdrawal and reject another, and the audit records the reasons", async () => {
  const [large, small] = [await ask(2_000), await ask(500)];
  expect(large).toMatchObject({ state: "reviewing", canCancel: true, feeFen: 12 });
  const queued = await exchange.call<
    "operatorWithdrawals",
    "list",
    Output<"operatorWithdrawals", "list">
  >("operatorWithdrawals", "list", {}, by(0));
  expect(queued.data.list.map(({ needsTwo }) => needsTwo)).toEqual([true, false]);
  const approve = (n: 0 | 1) => {
    const decision = { withdrawalNo: large.withdrawalNo, reason };
    return exchange.call("operatorWithdrawals", "approve", decision, by(n));
  };
  expect((await approve(0)).data).toEqual({ state: "first" });
  expect((await approve(0)).code).toBe("TWO_PERSONS");
  expect((await approve(1)).data).toEqual({ state: "PAYING" });
  const rejection = { withdrawalNo: small.withdrawalNo, reason: "请先完善资料" };
  await exchange.call("operatorWithdrawals", "reject", rejection, by(0));

  expect(await detail(large)).toMatchObject({ state: "paying" });
  expect(await detail(small)).toMatchObject({ state: "rejected", reason: "请先完善资料" });
  const { data: sheet } = await exchange.call<
    "withdrawals",
    "sheet",
    Output<"withdrawals", "sheet">
  >(...(["withdrawals", "sheet", {}, member] as const));
  expect(sheet).toMatchObject({ availableFen: 8_000, leftToday: 2 });
  const { rows } = await testEnv.db.$client.query(
    `SELECT operation, reason FROM audit_line WHERE outcome = 'asked' AND operation LIKE 'operatorWithdrawals.%'
     AND reason IS NOT NULL ORDER BY at`,
  );
  expect(rows).toEqual([
    ...[1, 2, 3].map(() => ({ operation: "operatorWithdrawals.approve", reason })),
    { operation: "operatorWithdrawals.reject", reason: "请先完善资料" },
  ]);
});

test("an operator without the permission cannot see withdrawals", async () => {
  const other = await testEnv.logIn("13700000004", ["orders:refund"]);
  const answer = await exchange.call(
    "operatorWithdrawals",
    "list",
    {},
    { token: other.consoleToken },
  );
  expect(answer.code).toBe("NO_PERMISSION");
});
