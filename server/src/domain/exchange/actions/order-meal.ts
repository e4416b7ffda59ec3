/** Turns a meal or voucher code into a meal order at a store and a time. */
import type { Input, Output } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { invariant, Refusal } from "../../../platform/refusal.ts";
import { type CheckedMeal, checkMeal } from "../../dining/actions.ts";
import { phoneOf } from "../../members/actions.ts";
import { receiptTokenOf } from "../../orders/actions.ts";
import { mealSnapshotOf, rulesOf, type Snapshot } from "../../orders/model.ts";
import { runningSessionOrReplay, type RunningSession } from "./find-session.ts";
import { type OrderDraft, type Grant, placeUnpaid, redeemIntoOrder } from "./create-order.ts";
import type { CodeTarget } from "../store.ts";

export type MealOrderRequest = {
  readonly input: Input<"exchange", "orderMeal">;
  readonly memberId: string | undefined;
  readonly key: string;
};

/** Wakes the dispatcher of messages to suppliers. Called after the commit. */
export type Wake = (db: Db) => Promise<void>;

/**
 * Reads and validates the meal before the one writing step. Refuses as `checkMeal` does, and
 * LOGIN_NEEDED when the meal costs more than the voucher, because only a member can pay.
 */
async function checkedMeal(
  context: Context,
  db: Db,
  { target, validUntil, isMember }: RunningSession,
  input: MealOrderRequest["input"],
): Promise<CheckedMeal> {
  const isVoucher = target.target === "voucher";
  if (!isVoucher && target.target !== "meal") throw new Refusal("INPUT_INVALID");
  const { storeId, eatType, slot, menuHash, lines } = input;
  const meal = await checkMeal(context, db, {
    storeId,
    eatType,
    slot,
    menuHash,
    lines: isVoucher ? lines : undefined,
    setMealId: isVoucher ? undefined : target.setMealId,
    valueFen: isVoucher ? target.valueFen : undefined,
    validUntil,
  });
  if (meal.store.brand !== target.brand) throw new Refusal("INPUT_INVALID");
  if (meal.differenceFen > 0 && !isMember) throw new Refusal("LOGIN_NEEDED");
  return meal;
}

const snapshotOf = (meal: CheckedMeal, codeLast4: string): Snapshot => ({
  ...mealSnapshotOf(meal, rulesOf("meal")),
  codeLast4,
});

function draftOf(meal: CheckedMeal, target: CodeTarget, last4: string): OrderDraft {
  const { lines, store, slot, totalFen, differenceFen, setMeal } = meal;
  return {
    kind: "meal",
    title: setMeal?.title ?? `${store.brandName}自选餐品`,
    brandCode: store.brand,
    artwork: lines[0]?.artwork ?? "bag",
    itemsText: lines.map(({ name, quantity }) => `${name} × ${quantity}`).join("、"),
    quantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    orderState: "ACTIVE",
    fulfilState: "QUEUED",
    goodsFen: totalFen,
    // A voucher gives no change: the unused rest of its value is lost.
    voucherFen: totalFen - differenceFen,
    differenceFen,
    pickupFrom: new Date(slot.from).toISOString(),
    pickupTo: new Date(slot.to).toISOString(),
    cityCode: store.cityCode,
    snapshot: snapshotOf(meal, last4),
  };
}

function grantOf(meal: CheckedMeal, running: RunningSession, contactPhone: string): Grant {
  const { target, batch, last4 } = running;
  // `codes_sold` is debited with what the code was sold for; a set meal without a face value counts
  // its price.
  const amount = target.faceFen || target.valueFen || meal.totalFen;
  const used = { debit: "codes_sold", credit: "clearing", party: `batch:${batch}` } as const;
  return {
    draft: draftOf(meal, target, last4),
    posting: { transfers: [{ asset: "CNY", amount, ...used }] },
    contactPhone,
    // Our cost of a meal is on the supplier's bill, not on the menu.
    supply: {
      routes: [{ supplierId: meal.supplierId, product: "meal", costFen: 0 }],
      request: meal.supplierRequest,
    },
  };
}

/**
 * The amount above the voucher as the order's single item. It is refunded automatically when
 * nothing is delivered.
 */
const differenceItemOf = ({ store, lines, differenceFen }: CheckedMeal) => ({
  skuId: `difference:${store.brand}`,
  unitFen: differenceFen,
  snapshot: {
    benefitId: `difference:${store.brand}`,
    title: `${store.brandName}补差价`,
    spec: "",
    artwork: lines[0]?.artwork ?? "bag",
    tint: "peach",
    kind: "meal",
    brandCode: store.brand,
    brandName: store.brandName,
    categoryCode: "food",
    delivery: "meal",
    refundRule: "never",
    marketFen: differenceFen,
    priceFen: differenceFen,
    limits: {},
    version: 1,
  },
});

/**
 * Orders the meal and requests it from the supplier after the commit, or after the payment when
 * there is a difference to pay. Refuses SESSION_OVER, KEY_REUSED, UNPAID_MANY, INPUT_INVALID for a
 * code that is not for a meal or is for another brand, and when no phone is given, LOGIN_NEEDED for
 * a difference without a login, and everything that `checkMeal` refuses. A refusal leaves the
 * session unchanged.
 */
export async function orderMeal(
  context: Context,
  db: Db,
  { wake }: { readonly wake: Wake },
  { input, memberId, key }: MealOrderRequest,
): Promise<Output<"exchange", "orderMeal">> {
  const holder = { session: input.session, memberId };
  const route = "exchange.orderMeal";
  const session = await runningSessionOrReplay(context, db, holder, { route, key, body: input });
  const { running, intent } = session;
  let result = session.storedResult;
  if (running) {
    const meal = await checkedMeal(context, db, running, input);
    const contactPhone = input.contactPhone ?? (memberId && (await phoneOf(context, db, memberId)));
    if (!contactPhone) throw new Refusal("INPUT_INVALID");
    const grant = grantOf(meal, running, contactPhone);
    if (meal.differenceFen > 0) {
      const { posting: _, ...waiting } = grant;
      const item = differenceItemOf(meal);
      result = await placeUnpaid(context, db, { running, intent }, { ...waiting, item });
    } else {
      result = await redeemIntoOrder(context, db, { running, intent }, grant);
      await wake(db);
    }
  }
  invariant(result, "a session is running or was answered");
  const receiptToken = receiptTokenOf(context, result.orderId);
  return { orderNo: result.orderNo, receiptToken, differenceFen: result.differenceFen ?? 0 };
}
