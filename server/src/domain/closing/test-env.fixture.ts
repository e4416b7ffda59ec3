/**
 * Test environment for closing: a shop whose members have values to lose and can request closing of
 * their accounts.
 */
import { transaction } from "../../platform/database/transaction.ts";
import { post } from "../ledger/actions.ts";
import { findOrCreateMemberByPhone } from "../members/actions.ts";
import { grantBalances } from "../orders/shop.fixture.ts";
import { openRefundEnv } from "../refunds/test-env.fixture.ts";
import { issueProof } from "../security/actions/step-up.ts";
import { creditedTopUp } from "../wallet/testing.ts";
import { closeDue, closingOf, requestClosing } from "./actions.ts";
import { giveReward } from "./testing.ts";

export const DAY_MS = 86_400_000;

export async function createClosingTestEnv() {
  const shop = await openRefundEnv();
  const { context, db } = shop;
  let made = 0;
  /** Creates a member with a unique phone. */
  async function newMember(): Promise<{ memberId: string; phone: string }> {
    const phone = `135${String(++made).padStart(8, "0")}`;
    const { memberId } = await transaction(db, (tx) =>
      findOrCreateMemberByPhone(context, tx, phone),
    );
    return { memberId, phone };
  }
  /** Debits principal, as an order would do. */
  const spendPrincipal = (memberId: string, amount: number) =>
    transaction(db, (tx) =>
      post(context, tx, {
        memberId,
        actor: "system",
        kind: "adjust",
        ref: context.ids.next(),
        transfers: [
          { asset: "CNY", debit: "principal", credit: "expense", amount, party: "adjust" },
        ],
      }),
    );
  /** Creates a member who has some of everything that can be forfeited. */
  async function rich(): Promise<{ memberId: string; phone: string }> {
    const who = await newMember();
    const { memberId } = who;
    await grantBalances(context, db, memberId, { points: 300 });
    await giveReward(context, db, memberId, 250);
    await creditedTopUp(context, db, { memberId, amountFen: 500, bonusFen: 80 });
    await spendPrincipal(memberId, 500);
    await shop.coupon(memberId, 300);
    await shop.rows("UPDATE member_coupon SET valid_until = $2 WHERE member_id = $1", [
      memberId,
      new Date(context.clock.now().getTime() + 90 * DAY_MS),
    ]);
    return who;
  }
  const show = (memberId: string) => closingOf(context, db, memberId);
  /**
   * Requests closing of the account, with the shown forfeits and a fresh proof unless `changes`
   * overrides them.
   */
  async function ask(memberId: string, changes: object = {}) {
    const { forfeits } = await show(memberId);
    const purpose = { memberId, purpose: "close", method: "sms" } as const;
    const { stepUp } = await transaction(db, (tx) => issueProof(context, tx, purpose));
    const wanted = { memberId, key: shop.nextKey(), forfeits, stepUp, ...changes };
    return requestClosing(context, db, wanted);
  }
  const close = (memberId: string) => closeDue(context, db, memberId);
  return {
    ...shop,
    newMember,
    rich,
    spendPrincipal,
    show,
    ask,
    closeNow: close,
    /** Returns an openid that no other test uses. */
    openid: () => `closing-${++made}`,
    /** Requests closing, advances the clock by seven days, and closes. Returns the outcome. */
    async closed(memberId: string) {
      await ask(memberId);
      context.clock.advance(7 * DAY_MS);
      return close(memberId);
    },
    /** Returns the kinds of domain events about the account, in order. */
    async eventsOf(memberId: string): Promise<string[]> {
      const found = await shop.rows<{ kind: string }>(
        `SELECT payload->>'kind' AS kind FROM outbox
         WHERE member_id = $1 AND payload->>'kind' LIKE 'account.%' ORDER BY created_at, id`,
        [memberId],
      );
      return found.map(({ kind }) => kind);
    },
  };
}
export type ClosingTestEnv = Awaited<ReturnType<typeof createClosingTestEnv>>;
