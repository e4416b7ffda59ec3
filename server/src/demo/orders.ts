/**
 * Gives the demo member an order history by the members' own actions: codes redeemed, a meal
 * ordered, benefits bought.
 */
import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/pool.ts";
import { wakeWorkers } from "../platform/jobs/worker-wakeup.ts";
import { showMenu, showSlots } from "../domain/dining/actions.ts";
import { grantCodes, openSession, orderMeal, redeemCode } from "../domain/exchange/actions.ts";
import { payByBalance, placeOrder, quoteBasket } from "../domain/orders/actions.ts";
import { grantToMember } from "./grant.ts";
import { pointsPurchases } from "./data/points.ts";
import type { Role } from "./people.ts";

const STORE = "kfc-310100-01";
const CONTACT = "13900000001";

async function session(context: Context, db: Db, memberId: string, code: string): Promise<string> {
  const opened = await openSession(context, db, {
    code,
    memberId,
    session: undefined,
    device: "demo",
    address: "127.0.0.1",
  });
  return opened.session;
}

async function meal(context: Context, db: Db, memberId: string, code: string): Promise<void> {
  const { list } = await showSlots(context, db, STORE);
  const slot = list.find(({ open }) => open)?.slot;
  if (!slot) return;
  const menu = await showMenu(context, db, { storeId: STORE, eatType: "take_away", slot });
  const input = {
    session: await session(context, db, memberId, code),
    storeId: STORE,
    eatType: "take_away" as const,
    slot,
    contactPhone: CONTACT,
    menuHash: menu.hash,
  };
  await orderMeal(context, db, { wake: wakeWorkers }, { input, memberId, key: context.ids.next() });
}

/** Paid and being delivered; the last one waits for payment. */
const BOUGHT = ["video-iqiyi", "luckin-month"];
const WAITING = "didi-pack";

/**
 * Buys one unit of a SKU; its price is granted as bonus first, so that the member's balance stays
 * the same.
 */
async function buy(context: Context, db: Db, memberId: string, skuId: string): Promise<void> {
  const input = { account: CONTACT };
  const cart = { items: [{ skuId, quantity: 1, input }], couponIds: [] };
  const { quoteToken, payableFen } = await quoteBasket(context, db, memberId, cart);
  const key = context.ids.next();
  const { orderNo } = await placeOrder(context, db, { memberId, key, quoteToken });
  if (skuId === WAITING) return;
  if (payableFen > 0) {
    await grantToMember(context, db, { memberId, ref: `demo-${skuId}`, bonusFen: payableFen });
  }
  await payByBalance(context, db, { wake: wakeWorkers }, { memberId, key, orderNo });
}

/**
 * Not idempotent: every call orders again. Call it once per database. With a past, what is finished
 * was ordered in the past (`past/first-member.ts`).
 */
export async function seedOrderHistory(
  context: Context,
  db: Db,
  people: Record<Role, string>,
  { hasPast }: { readonly hasPast: boolean },
): Promise<void> {
  const { member: memberId, dealer: makerId, checker: checkerId } = people;
  for (const target of hasPast ? [] : (["points-500", "balance-20"] as const)) {
    const [code] = await grantCodes(context, db, { target, count: 1, makerId, checkerId });
    if (!code) continue;
    const input = { session: await session(context, db, memberId, code) };
    await redeemCode(context, db, { input, memberId, key: context.ids.next() });
  }
  const [code] = await grantCodes(context, db, { target: "kfc-set", count: 1, makerId, checkerId });
  if (code) await meal(context, db, memberId, code);
  for (const skuId of hasPast ? [WAITING] : [...pointsPurchases, ...BOUGHT, WAITING])
    await buy(context, db, memberId, skuId);
}
