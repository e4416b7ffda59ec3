/** Test environment of top-ups: a member with a scripted channel. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { receiveNotice, type NoticeDeps } from "../payments/actions.ts";
import { depsWith, scriptedChannel } from "../payments/testing.ts";
import type { PaymentStatusUpdate } from "../payments/port.ts";
import { beginTopUp, topUpListener, topUpReturnListener } from "./actions.ts";

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
export type TopUpEnv = ReturnType<typeof createTopUpEnv>;
