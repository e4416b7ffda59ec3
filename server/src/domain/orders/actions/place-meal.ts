/** Places an order of a meal that the member pays with money, without a code. */
import type { Input, Output } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { requestHash } from "../../../platform/idempotency.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { hashToken } from "../../../platform/secrets.ts";
import { type CheckedMeal, checkMeal } from "../../dining/actions.ts";
import {
  contactSealContext as supplierContactContext,
  generateOutNo,
} from "../../fulfilment/model.ts";
import { phoneOf } from "../../members/actions.ts";
import { maskPhone } from "../../members/model.ts";
import {
  boughtMealRules,
  contactSealContext,
  generateOrderNos,
  type ItemSnapshot,
  MEAL_REFUND_DAYS,
  mealSnapshotOf,
  type Snapshot,
} from "../model.ts";
import { callPlaceMeal } from "../store/place-meal.ts";
import { receiptTokenOf } from "./receipt.ts";

const tints = ["peach", "sand", "plum", "teal", "green", "sea"] as const;

/**
 * The item of one line: refundable by units once the pickup code was issued, when an operator
 * approves. A payment that arrives too late is returned, because the pickup time may be over.
 */
function itemOf({ store, lines }: CheckedMeal, place: number): ItemSnapshot {
  const line = lines[place];
  return {
    benefitId: `meal:${store.brand}`,
    title: line?.name ?? "",
    spec: line?.optionsText ?? "",
    artwork: line?.artwork ?? "bag",
    tint: tints[place % tints.length] ?? "peach",
    kind: "meal",
    brandCode: store.brand,
    brandName: store.brandName,
    categoryCode: "food",
    delivery: "meal",
    refundRule: "manual",
    refundDays: MEAL_REFUND_DAYS,
    lateMoney: "refund",
    marketFen: line?.unitFen ?? 0,
    priceFen: line?.unitFen ?? 0,
    limits: {},
    version: 1,
  };
}

function snapshotOf(meal: CheckedMeal, itemIds: readonly string[]): Snapshot {
  const snapshot = mealSnapshotOf(meal, boughtMealRules());
  const lines = snapshot.lines.map((line, place) => {
    const itemId = itemIds[place];
    return itemId === undefined ? line : { ...line, itemId };
  });
  return { ...snapshot, lines };
}

/** The request to the store, which the payment sends. */
function supplyOf(context: Context, meal: CheckedMeal, phone: string) {
  const { ids, secrets } = context;
  const id = ids.next();
  return {
    supply: {
      id,
      outNo: generateOutNo(context),
      messageId: ids.next(),
      // Our cost of a meal is on the supplier's bill, not on the menu.
      routes: [{ supplierId: meal.supplierId, product: "meal", costFen: 0 }],
      request: meal.supplierRequest,
    },
    supplyContact: secrets.seal(phone, supplierContactContext(id)).toString("base64"),
  };
}

/**
 * Places the meal's order, which waits for payment; the store gets it once it is paid. Refuses
 * KEY_REUSED, UNPAID_MANY, INPUT_INVALID without a phone to send the code to, and what `checkMeal`
 * refuses.
 */
export async function placeMeal(
  context: Context,
  db: Db,
  request: {
    readonly memberId: string;
    readonly key: string;
    readonly input: Input<"buying", "placeMeal">;
  },
): Promise<Output<"buying", "placeMeal">> {
  const { ids, clock, secrets, settings } = context;
  const { memberId, key, input } = request;
  const { contactPhone, ...selection } = input;
  const validUntil = Number.MAX_SAFE_INTEGER;
  const meal = await checkMeal(context, db, { ...selection, validUntil });
  const phone = contactPhone ?? (await phoneOf(context, db, memberId));
  if (!phone) throw new Refusal("INPUT_INVALID");
  const { lines, store, slot, totalFen } = meal;
  const id = ids.next();
  const itemIds = lines.map(() => ids.next());
  const placed = await callPlaceMeal(db, {
    memberId,
    intent: { route: "buying.placeMeal", key, hash: requestHash(input) },
    order: {
      id,
      orderNos: generateOrderNos(context),
      source: "shop",
      kind: "meal",
      title: `${store.brandName}自选餐品`,
      brandCode: store.brand,
      artwork: lines[0]?.artwork ?? "bag",
      itemsText: lines.map(({ name, quantity }) => `${name} × ${quantity}`).join("、"),
      quantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
      goodsFen: totalFen,
      pickupFrom: new Date(slot.from).toISOString(),
      pickupTo: new Date(slot.to).toISOString(),
      cityCode: store.cityCode,
      contactMask: maskPhone(phone),
      contactSealed: secrets.seal(phone, contactSealContext(id)).toString("base64"),
      receiptHash: hashToken(receiptTokenOf(context, id)).toString("base64"),
      snapshot: snapshotOf(meal, itemIds),
      ...supplyOf(context, meal, phone),
      items: lines.map(({ productId, quantity, unitFen }, place) => ({
        id: itemIds[place] ?? ids.next(),
        skuId: `meal:${store.brand}:${productId}`,
        quantity,
        unitFen,
        snapshot: itemOf(meal, place),
      })),
      eventId: ids.next(),
      unpaidMs: settings.unpaidMealMs,
      unpaidMax: settings.ordersUnpaidMax,
    },
    now: clock.sql(),
  });
  if (placed.outcome === "reused") throw new Refusal("KEY_REUSED");
  const { orderNo, payableFen, expiresAt } = placed.result;
  return { orderNo, payableFen, expiresAt };
}
