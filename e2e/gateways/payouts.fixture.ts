/**
 * Test environment of payouts in real time: withdrawals, poller and callback endpoint against the
 * WeChat Pay sandbox.
 */
import { readFileSync } from "node:fs";
import Fastify from "fastify";
import pg from "pg";
import { wechatPayCallbacks } from "@yunjing/server/domain/payments/routes";
import { fakePayers } from "@yunjing/server/domain/payments/actions";
import { post, trialBalance } from "@yunjing/server/domain/ledger/actions";
import { findOrCreateMemberByPhone } from "@yunjing/server/domain/members/actions";
import {
  createWithdrawal,
  findHoldMismatches,
  pollDueWithdrawals,
  sendWithdrawal,
  transferListener,
  type WithdrawDeps,
} from "@yunjing/server/domain/withdrawals/actions";
import type { PayoutChannel } from "@yunjing/server/domain/withdrawals/port";
import { wechatPayNotices } from "@yunjing/server/gateways/wechatpay/notice";
import { wechatPayTransfers } from "@yunjing/server/gateways/wechatpay/transfer";
import { systemClock } from "@yunjing/server/platform/clock";
import type { Context } from "@yunjing/server/platform/context";
import { closeDatabase, type Db, openDatabase } from "@yunjing/server/platform/database/pool";
import { freshDatabase } from "@yunjing/server/platform/database/testing";
import { transaction } from "@yunjing/server/platform/database/transaction";
import { installErrorHandler } from "@yunjing/server/platform/http/failures";
import { idsFrom, systemRandom } from "@yunjing/server/platform/random";
import { testContext } from "@yunjing/server/platform/testing";
import type { PayChannelEnv } from "./wechatpay.fixture.ts";

/** A transfer as the sandbox channel shows it. */
export type ShownTransfer = {
  readonly outBillNo: string;
  readonly openid: string;
  readonly userName: string;
  readonly amountFen: number;
  readonly state: string;
  readonly notices: readonly { readonly last?: string }[];
};

async function ask(url: string, method = "GET", body?: object): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

/** Actions of payees in the sandbox channel. */
export function payeeActionsAt(channelEnv: PayChannelEnv) {
  const endpoint = `${channelEnv.origin}/sandbox/wechatpay/transfers`;
  return {
    shown: async (no: string) => (await ask(`${endpoint}/${no}`)) as ShownTransfer,
    all: async () => (await ask(endpoint)) as ShownTransfer[],
    confirm: (no: string, how: { notify: boolean; times?: number }) =>
      ask(`${endpoint}/${no}/approve`, "POST", how),
    lapse: (no: string) =>
      fetch(`${endpoint}/${no}/lapse`, { method: "POST", body: new URLSearchParams() }),
  };
}

export const transferChannelAt = (channelEnv: PayChannelEnv): PayoutChannel =>
  wechatPayTransfers(channelEnv.account, { scene: "1000" });

/** Shortens minutes to tenths of seconds. */
const FAST = {
  withdrawAccountAgeMs: 0,
  withdrawPerDay: 1_000,
  withdrawMonthFen: 100_000_000,
  payoutLookMs: 200,
  payoutWaitLookMs: 400,
  payoutShortMs: 300,
  payoutRefusedMs: 300,
};

type CallbackDeps = { readonly context: Context; readonly db: Db; readonly channel: PayoutChannel };

/**
 * Starts the callback endpoint for the channel's notifications, with only withdrawals behind it.
 */
async function startCallbackServer(
  channelEnv: PayChannelEnv,
  { context, db, channel }: CallbackDeps,
) {
  const app = Fastify();
  installErrorHandler(app);
  const payers = fakePayers(channelEnv.account.appId);
  await app.register(
    wechatPayCallbacks(context, db, {
      channel: channelEnv.channel,
      payers,
      listener: { receive: () => Promise.resolve({ change: "none" as const, was: "CREATED" }) },
      refundListener: { onRefundUpdate: () => Promise.resolve() },
      transferListener: transferListener(context, channel),
      read: wechatPayNotices(channelEnv.account),
    }),
  );
  return { app, origin: await app.listen({ host: "127.0.0.1", port: 0 }) };
}

/**
 * Replaces parts of a SQL function of the withdrawals module. Throws when the function lacks the
 * part.
 */
async function mutate(ownerUrl: string, file: string, changes: readonly Change[]) {
  const url = new URL(`../../server/src/domain/withdrawals/functions/${file}`, import.meta.url);
  let text = readFileSync(url, "utf8");
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`${file} holds nothing like "${from}"`);
    text = text.replace(from, to);
  }
  const owner = new pg.Client(ownerUrl);
  await owner.connect();
  await owner.query(text);
  await owner.end();
}
type Change = readonly [string, string];

/** Starts everything that withdrawals need, on a new database. */
export async function startPayouts(
  channelEnv: PayChannelEnv,
  channel: PayoutChannel = transferChannelAt(channelEnv),
) {
  const fresh = await freshDatabase();
  const base = testContext(FAST);
  const clock = systemClock;
  const random = systemRandom;
  const context: Context = { ...base, clock, random, ids: idsFrom(clock, random) };
  const db = openDatabase({ url: fresh.appUrl, log: context.log, size: 16 });
  const payers = fakePayers(channelEnv.account.appId);
  const proofs = {
    hasPassword: () => Promise.resolve(false),
    consume: () => Promise.resolve(true),
    cooldownOf: () => Promise.resolve(undefined),
  };
  const deps: WithdrawDeps = { channel, payers, proofs };
  const { app, origin } = await startCallbackServer(channelEnv, { context, db, channel });
  const rows = async <T extends object>(text: string, values: readonly unknown[] = []) =>
    (await db.$client.query<T>(text, [...values])).rows;
  let phones = 0;
  let keys = 0;

  return {
    context,
    db,
    origin,
    rows,
    /** Creates a member with `rewardFen` of reward cash. */
    member: (rewardFen: number) =>
      transaction(db, async (tx) => {
        const phone = `139${String(++phones).padStart(8, "0")}`;
        const { memberId } = await findOrCreateMemberByPhone(context, tx, phone);
        await post(context, tx, {
          memberId,
          kind: "adjust",
          ref: memberId,
          actor: "system",
          transfers: [{ asset: "CNY", debit: "expense", credit: "reward_cash", amount: rewardFen }],
        });
        return memberId;
      }),
    ask: (memberId: string, amountFen: number, more: object = {}) =>
      createWithdrawal(context, db, deps, { memberId, key: `k${++keys}`, amountFen, ...more }),
    send: (key: { ownerId: string; id: string }) => sendWithdrawal(context, db, channel, key),
    poll: () => pollDueWithdrawals(context, db, channel),
    withdrawals: () =>
      rows<{ ownerId: string; id: string; no: string; state: string; netFen: number }>(
        `SELECT member_id AS "ownerId", id, out_bill_no AS no, state, net_fen AS "netFen" FROM withdrawal`,
      ),
    /** Returns the ledger transactions by kind, and whether the ledger and the holds agree. */
    async readLedger() {
      const { isSound, txns } = await trialBalance(db);
      return { isSound, txns, faults: await findHoldMismatches(db) };
    },
    mutate: (file: string, changes: readonly Change[]) => mutate(fresh.ownerUrl, file, changes),
    async close() {
      await app.close();
      await closeDatabase(db);
      await fresh.drop();
    },
  };
}
export type PayoutTestEnv = Awaited<ReturnType<typeof startPayouts>>;
