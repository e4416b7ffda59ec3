/** Test environment of top-ups: a member with a scripted channel. */
import type { Context } from "../../platform/context.ts";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { freshDatabase } from "../../platform/database/testing.ts";
import { trialBalance } from "../ledger/actions.ts";
import { receiveNotice, type NoticeDeps } from "../payments/actions.ts";
import { depsWith, scriptedChannel } from "../payments/testing.ts";
import type { PaymentStatusUpdate } from "../payments/port.ts";
import { beginTopUp, setPackage, topUpListener, topUpReturnListener } from "./actions.ts";

const MINUTE_MS = 60_000;

export function createTopUpEnv(context: Context, db: Db) {
  const channel = scriptedChannel();
  const returnListener = topUpReturnListener(context);
  const deps: NoticeDeps = {
    ...depsWith(context, channel.channel, {
      listener: topUpListener(context),
      refundListener: { onRefundUpdate: async () => undefined },
    }),
    returnListener,
  };
  const transferListener = { onTransferUpdate: () => Promise.resolve(false) };
  let keys = 0;
  let notices = 0;

  const begin = (
    memberId: string,
    input: { amountFen: number } | { packageId: string },
    key = "",
  ) =>
    beginTopUp(
      context,
      db,
      { payments: deps },
      {
        memberId,
        input,
        address: "203.0.113.9",
        key: key || `key-${++keys}`,
      },
    );
  /** Delivers one status update as a notification with its own id. */
  const notify = (update: PaymentStatusUpdate) =>
    receiveNotice(
      context,
      db,
      { ...deps, transferListener },
      {
        id: `n${++notices}`,
        envelope: {},
        kind: "payment",
        update,
      },
    );

  /** Spends balance as an order does; returns the hold's id. */
  async function spend(memberId: string, fen: number): Promise<string> {
    const hold = context.ids.next();
    const now = context.clock.now();
    const end = new Date(now.getTime() + MINUTE_MS);
    await db.$client.query("SELECT wallet_hold($1, $2, NULL, $3, $4, 'system', '', $5)", [
      memberId,
      hold,
      fen,
      end,
      now,
    ]);
    await db.$client.query("SELECT wallet_confirm($1, $2, 'system', '', $3)", [
      memberId,
      hold,
      now,
    ]);
    return hold;
  }

  return {
    channel,
    deps,
    returned: returnListener,
    begin,
    notify,
    spend,
    /** Pays a top-up and delivers its notification; returns its number. */
    async paid(memberId: string, input: { amountFen: number } | { packageId: string }) {
      const { topUp, payment } = await begin(memberId, input);
      await notify(channel.pay(payment.outTradeNo ?? ""));
      return topUp.topUpNo;
    },
    /** Returns the refund numbers that the channel has received. */
    requestedRefunds: () => [...channel.refunds.keys()],
    rows: async (text: string, values: readonly unknown[] = []) =>
      (await db.$client.query(text, [...values])).rows,
  };
}

/**
 * Opens the environment on a database of its own, with the package `hundred`: 100 元 with 10 元 of
 * bonus. `close` throws if the books are not sound.
 */
export async function openTopUpEnv(context: Context) {
  const database = await freshDatabase();
  const db = openDatabase({ url: database.appUrl, log: context.log });
  const hundred = { packageId: "hundred", amountFen: 10_000, bonusFen: 1_000 };
  await setPackage(context, db, { ...hundred, isChosen: true, isOn: true, sort: 0 });
  return {
    ...createTopUpEnv(context, db),
    db,
    async close() {
      const { isSound } = await trialBalance(db);
      await closeDatabase(db);
      await database.drop();
      if (!isSound) throw new Error("the books are not sound");
    },
  };
}
export type TopUpEnv = Awaited<ReturnType<typeof openTopUpEnv>>;
