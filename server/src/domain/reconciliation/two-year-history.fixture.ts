/**
 * Two years of a member's history, run in the real shop and in the two reference models of points
 * and money.
 */
import { expect } from "vitest";
import { randomBelow, seededRandom } from "../../platform/random.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { cancelOrder } from "../orders/actions.ts";
import { expiryOf, pointsOf, signInWithTx, expireDueLots } from "../points/actions.ts";
import { SimpleLots } from "../points/simple-lots.fixture.ts";
import type { RefundEnv } from "../refunds/test-env.fixture.ts";
import { expireBonus, walletOf } from "../wallet/actions.ts";
import { applyStep, type History as MoneyLife } from "../wallet/history.fixture.ts";
import { ReferenceWallet } from "../wallet/reference-wallet.fixture.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

type Bought = {
  readonly orderNo: string;
  readonly itemId: string;
  readonly cashFen: number;
  readonly balanceFen: number;
  readonly points: number;
  retainedFen: number;
  left: number;
};

/** One member's two years, determined by the seed alone. */
export class TwoYearHistory {
  readonly #shop: RefundEnv;
  readonly #memberId: string;
  readonly #lots: SimpleLots;
  readonly #wallet: ReferenceWallet;
  readonly #money: MoneyLife;
  readonly #orders: Bought[] = [];
  readonly #draw: (limit: number) => number;
  #steps = 0;
  /** How often each action happened: a history without actions would prove nothing. */
  readonly counts: Record<string, number> = {};

  constructor(shop: RefundEnv, memberId: string, seed: string) {
    const { context, db } = shop;
    const random = seededRandom(seed);
    const now = context.clock.now().getTime();
    this.#shop = shop;
    this.#memberId = memberId;
    this.#draw = (limit) => randomBelow(random, limit);
    this.#lots = new SimpleLots(now);
    this.#wallet = new ReferenceWallet(now);
    this.#money = {
      db,
      context,
      memberId,
      reference: this.#wallet,
      gifts: new Map(),
      topUps: [],
    };
  }

  get #now(): Date {
    return this.#shop.context.clock.now();
  }
  get #lifeMonths(): number {
    return this.#shop.context.settings.pointsLifeMonths;
  }

  wait(ms: number): void {
    this.#shop.context.clock.advance(ms);
    this.#lots.wait(ms);
    this.#wallet.wait(ms);
  }

  /** Expects that the shop and the reference models have the same points and money. */
  async expectSameBalances(what: string): Promise<void> {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
    const { db } = this.#shop;
    const { available, pending, debt } = await pointsOf(db, this.#memberId, this.#now);
    expect({ available, pending, debt }, `points after ${what}`).toEqual(this.#lots.view);
    const { principal, bonus, reward } = await walletOf(db, this.#memberId, this.#now);
    expect({ principal, bonus, reward }, `money after ${what}`).toEqual(this.#wallet.sums);
  }

  async signIn(): Promise<void> {
    const { context, db } = this.#shop;
    this.#lots.signIn(expiryOf(this.#now, this.#lifeMonths).getTime());
    await transaction(db, (tx) => signInWithTx(context, tx, this.#memberId));
    await this.expectSameBalances("signing in");
  }

  async topUp(): Promise<void> {
    const step = { verb: "topUp", fen: 2_000 + this.#draw(8_000), share: this.#draw(3) } as const;
    const [expected, real] = await applyStep(
      this.#money,
      { ...step, days: 300 },
      (this.#steps += 1),
    );
    expect(real).toBe(expected);
    await this.expectSameBalances("a top-up");
  }

  /** Holds an order's tenders in the reference models, as the shop has just done. */
  #held(orderNo: string, points: number, balanceFen: number): void {
    const { unpaidOrderMs, holdSlackMs } = this.#shop.context.settings;
    const leaseMs = unpaidOrderMs + holdSlackMs;
    if (points > 0) expect(this.#lots.hold(orderNo, points, leaseMs)).toBe("held");
    if (balanceFen > 0) expect(this.#wallet.hold(orderNo, balanceFen, leaseMs)).toBe("held");
  }

  async buy(): Promise<void> {
    const shop = this.#shop;
    const memberId = this.#memberId;
    const quantity = 1 + this.#draw(3);
    const { orderNo, amounts } = await shop.order(memberId, {
      items: [{ skuId: "gift-card", quantity }],
      usePoints: this.#draw(2) === 0,
      useBalance: this.#draw(2) === 0,
    });
    const { points = 0, balanceFen = 0, cashFen = 0 } = amounts;
    this.#held(orderNo, points, balanceFen);
    await this.expectSameBalances("placing an order");

    const way = this.#draw(6);
    if (way === 0) return this.wait(HOUR_MS);
    if (way === 1) return this.#cancel(orderNo, points, balanceFen);
    this.wait(this.#draw(10) * MINUTE_MS);
    if (cashFen > 0) await shop.payAll(memberId, orderNo);
    else await shop.pay(memberId, orderNo, "none");
    if (points > 0) this.#lots.confirm(orderNo);
    if (balanceFen > 0) this.#wallet.confirm(orderNo);
    await this.expectSameBalances("paying");

    await shop.deliverCards(orderNo, quantity);
    if (cashFen >= 100) {
      const activeAt = new Date(this.#now.getTime() + shop.context.settings.pointsFreezeMs);
      const end = expiryOf(activeAt, this.#lifeMonths);
      this.#lots.earn(orderNo, cashFen, activeAt.getTime(), end.getTime());
    }
    await this.expectSameBalances("delivery");
    const itemId = (await shop.itemsOf(orderNo))[0]?.itemId ?? "";
    this.#orders.push({
      orderNo,
      itemId,
      cashFen,
      balanceFen,
      points,
      retainedFen: cashFen,
      left: quantity,
    });
  }

  async #cancel(orderNo: string, points: number, balanceFen: number): Promise<void> {
    const { context, db, deps, nextKey } = this.#shop;
    await cancelOrder(context, db, deps, { memberId: this.#memberId, key: nextKey(), orderNo });
    if (points > 0) this.#lots.void(orderNo);
    if (balanceFen > 0) this.#wallet.void(orderNo);
    await this.expectSameBalances("cancelling an order");
  }

  /** Refunds some of what was bought, if its rule still allows it. */
  async giveBack(): Promise<void> {
    const shop = this.#shop;
    const order = this.#orders[this.#draw(Math.max(1, this.#orders.length))];
    if (!order || order.left === 0) return;
    const sheet = await shop.sheet(this.#memberId, order.orderNo);
    const wanted = Math.min(order.left, 1 + this.#draw(3));
    const share = sheet.items[0]?.shares.find(({ quantity }) => quantity === wanted);
    if (!share || share.isReviewed) return;
    const items = [{ itemId: order.itemId, quantity: wanted }];
    await shop.apply(this.#memberId, order.orderNo, items);
    const [refund] = (await shop.sheet(this.#memberId, order.orderNo)).refunds;
    const { refundNo = "", points = 0, balanceFen = 0, cashFen = 0 } = refund ?? {};
    if (points > 0) expect(this.#lots.return(refundNo, order.orderNo, points)).toBe("posted");
    if (balanceFen > 0)
      expect(this.#wallet.return(refundNo, order.orderNo, balanceFen)).toBe("posted");
    if (cashFen > 0) {
      await this.expectSameBalances("requesting a refund");
      await shop.ask(refundNo);
      await shop.decide(refundNo, "success");
    }
    order.left -= wanted;
    order.retainedFen -= cashFen;
    this.#lots.clawback(order.orderNo, order.left === 0 ? 0 : order.retainedFen);
    await this.expectSameBalances("refunding");
  }

  /** Runs the expiry jobs: balances must be the same before and after. */
  async runCleanupJobs(): Promise<void> {
    const { context, db } = this.#shop;
    await expireDueLots(context, db);
    await expireBonus(context, db);
    this.#lots.expire();
    this.#wallet.expire();
    await this.expectSameBalances("the jobs");
  }

  /** Advances one day, or a few days without actions. */
  async day(): Promise<void> {
    const hour = () => this.wait((1 + this.#draw(90)) * MINUTE_MS);
    const mayBe = async (oneOf: number, action: () => Promise<void>) => {
      if (this.#draw(oneOf) > 0) return;
      await action();
      hour();
    };
    await mayBe(2, () => this.signIn());
    await mayBe(9, () => this.topUp());
    await mayBe(4, () => this.buy());
    await mayBe(8, () => this.giveBack());
    await mayBe(20, () => this.runCleanupJobs());
    this.wait(DAY_MS * (this.#draw(8) === 0 ? 1 + this.#draw(20) : 1));
    await this.expectSameBalances("a night");
  }
}
