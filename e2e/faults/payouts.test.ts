/**
 * Withdrawals sent by workers that are killed without warning, against a channel that loses
 * answers.
 */
import { randomBytes } from "node:crypto";
import { createSandbox } from "@yunjing/sandbox/sandbox";
import { post, trialBalance } from "@yunjing/server/domain/ledger/actions";
import { findOrCreateMemberByPhone } from "@yunjing/server/domain/members/actions";
import { fakePayers } from "@yunjing/server/domain/payments/actions";
import {
  createWithdrawal,
  findHoldMismatches,
  securityProofs,
} from "@yunjing/server/domain/withdrawals/actions";
import { closeDatabase } from "@yunjing/server/platform/database/pool";
import { freshDatabase } from "@yunjing/server/platform/database/testing";
import { transaction } from "@yunjing/server/platform/database/transaction";
import { expect, onTestFinished, test, vi } from "vitest";
import { compose } from "./composed.fixture.ts";
import { startWorkers } from "./suppliers.fixture.ts";
import { repeatCount } from "@yunjing/server/platform/repeat-count.fixture";

/** A multiple of four: every fourth account refuses the transfer. */
const MANY = repeatCount({ suite: 8, slow: 40 });
const PATIENTLY = { timeout: 90_000, interval: 300 };
/** Shortens minutes to seconds. */
const settings = {
  wechatPayTimeoutMs: 500,
  payoutLookMs: 1_000,
  payoutWaitLookMs: 1_500,
  payoutShortMs: 1_000,
  payoutRefusedMs: 2_000,
  outboxLeaseMs: 2_000,
};

async function openPayoutTestEnv() {
  const fresh = await freshDatabase();
  const sandbox = createSandbox({ answerDelayMs: 900, payNoticeRetryMs: [300, 600, 1_200] });
  const channel = await sandbox.listen();
  const env = {
    DATABASE_URL: fresh.appUrl,
    SANDBOX_ORIGIN: channel,
    LOG_LEVEL: "silent",
    APP_SECRET: randomBytes(32).toString("hex"),
    SETTINGS: JSON.stringify(settings),
  };
  const { context, db, app } = await compose(env);
  sandbox.callBackTo(await app.server.listen({ host: "127.0.0.1", port: 0 }));
  onTestFinished(async () => {
    await sandbox.close();
    await app.server.close();
    await closeDatabase(db);
    await fresh.drop();
  });
  const endpoint = `${channel}/sandbox/wechatpay`;
  const send = (url: string, method: string, body: object) =>
    fetch(`${endpoint}${url}`, {
      method,
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    });
  type Bill = { outBillNo: string; openid: string; state: string };
  return {
    context,
    db,
    env,
    bills: async (): Promise<Bill[]> => (await fetch(`${endpoint}/transfers`)).json(),
    setFaults: (faults: object) => send("/faults", "PUT", faults),
    confirm: (no: string, how: object) => send(`/transfers/${no}/approve`, "POST", how),
    /** Creates a new member with 80 元, who requests a withdrawal of 50 元. */
    async ask(n: number): Promise<void> {
      const memberId = await transaction(db, async (tx) => {
        const found = await findOrCreateMemberByPhone(
          context,
          tx,
          `139${String(n).padStart(8, "0")}`,
        );
        await post(context, tx, {
          memberId: found.memberId,
          kind: "adjust",
          ref: `r${n}`,
          actor: "system",
          transfers: [{ asset: "CNY", debit: "expense", credit: "reward_cash", amount: 8_000 }],
        });
        return found.memberId;
      });
      const deps = { payers: fakePayers("wx5eaf00d0a11ce000"), proofs: securityProofs(context) };
      await createWithdrawal(context, db, deps, { memberId, key: `k${n}`, amountFen: 5_000 });
    },
    async states(): Promise<Record<string, number>> {
      const { rows } = await db.$client.query<{ state: string; n: number }>(
        "SELECT state, count(*)::int AS n FROM withdrawal GROUP BY 1",
      );
      return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
    },
  };
}

test(`${MANY} withdrawals are each paid once or returned, although workers are killed`, async () => {
  const testEnv = await openPayoutTestEnv();
  await testEnv.setFaults({ timeoutButDone: 0.3, error500: 0.2 });
  const workers = await startWorkers(testEnv.env);
  for (let n = 0; n < MANY; n++) await testEnv.ask(n);
  await vi.waitFor(() => expect(workers.kills()).toBeGreaterThanOrEqual(3), PATIENTLY);
  await vi.waitFor(
    async () => expect(await testEnv.states()).toEqual({ WAIT_USER_CONFIRM: MANY }),
    PATIENTLY,
  );
  // Every fourth account refuses the transfer; for every third of the others the channel sends no
  // notification.
  const bills = await testEnv.bills();
  for (const refuses of [true, false]) {
    await testEnv.setFaults({ failTransfer: refuses ? 1 : 0, timeoutButDone: 0.2, error500: 0.1 });
    for (const [n, { outBillNo }] of bills.entries()) {
      if ((n % 4 === 0) === refuses)
        await testEnv.confirm(outBillNo, { notify: n % 3 > 0, times: 2 });
    }
  }
  await vi.waitFor(
    async () =>
      expect(await testEnv.states()).toEqual({ SUCCESS: (MANY * 3) / 4, RETURNED: MANY / 4 }),
    PATIENTLY,
  );

  const known = await testEnv.db.$client.query<{ no: string; state: string }>(
    "SELECT out_bill_no AS no, state FROM withdrawal",
  );
  const ended = await testEnv.bills();
  const there = new Map(ended.map(({ outBillNo, state }) => [outBillNo, state]));
  expect(ended).toHaveLength(MANY);
  expect(new Set(ended.map(({ openid }) => openid)).size).toBe(MANY);
  for (const { no, state } of known.rows)
    expect([state, there.get(no)]).toEqual(
      state === "SUCCESS" ? [state, "SUCCESS"] : [state, "FAIL"],
    );
  expect(await findHoldMismatches(testEnv.db)).toEqual([]);
  expect(await trialBalance(testEnv.db)).toMatchObject({
    isSound: true,
    txns: { adjust: MANY, hold: MANY, hold_confirm: (MANY * 3) / 4, hold_void: MANY / 4 },
  });
}, 300_000);
