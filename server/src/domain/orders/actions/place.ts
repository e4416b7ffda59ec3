/** Places the order of a quote in one statement, which holds stock, coupons, points and balance. */
import type { Output } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { requestHash } from "../../../platform/idempotency.ts";
import { invariant, Refusal } from "../../../platform/refusal.ts";
import { hashToken } from "../../../platform/secrets.ts";
import { ACCOUNTS_MAX } from "@yunjing/contract/schemas/accounts";
import { sealForSaving } from "../../accounts/actions.ts";
import { memberLevelOf } from "../../levels/actions.ts";
import { checkGrade } from "./check-grade.ts";
import { generateOrderNos, inputSealContext, type Order, type Snapshot } from "../model.ts";
import { openQuote, type Quoted, type QuotedItem } from "../quote-token.ts";
import { callPlace, type PlacedOrder } from "../store/place.ts";
import { detailOf } from "../view.ts";
import { detailByKey } from "./read.ts";
import { receiptTokenOf } from "./receipt.ts";
import { supplyOf } from "./supply.ts";

const base64 = (bytes: Buffer | undefined): string | null => bytes?.toString("base64") ?? null;

/** Builds an item as `orders_place` takes it. */
export function placedItemOf(context: Context, item: QuotedItem, at: number) {
  const {
    input,
    inputMask,
    snapshot,
    routes: _routes,
    faceFen: _face,
    formKind: _kind,
    ...amounts
  } = item;
  const id = context.ids.next();
  const hasInput = Object.keys(input).length > 0;
  const sealed = hasInput
    ? context.secrets.seal(JSON.stringify(input), inputSealContext(id))
    : undefined;
  const { supply, contact } = supplyOf(context, item);
  return {
    ...amounts,
    id,
    seq: at + 1,
    snapshot,
    inputMask,
    benefitId: snapshot.benefitId,
    version: snapshot.version,
    limits: snapshot.limits,
    costFen: item.costFen * item.quantity,
    inputSealed: base64(sealed),
    supply: supply ?? null,
    supplyContact: base64(contact),
  };
}
type PlacedItem = ReturnType<typeof placedItemOf>;

function snapshotOf(quoted: Quoted, items: readonly PlacedItem[]): Snapshot {
  const { brandName, priceLines, rules } = quoted;
  const inputs = items.flatMap(({ inputMask }) => inputMask);
  return {
    ...(brandName === undefined ? {} : { brandName }),
    rules: [...rules],
    priceLines: [...priceLines],
    ...(inputs.length === 0 ? {} : { inputs }),
    lines: items.map(({ id, quantity, goodsFen, levelOffFen, snapshot }) => ({
      name: snapshot.title,
      optionsText: snapshot.spec,
      artwork: snapshot.artwork,
      ...(snapshot.photo === undefined ? {} : { photo: snapshot.photo }),
      quantity,
      totalFen: goodsFen - levelOffFen,
      itemId: id,
      benefitId: snapshot.benefitId,
    })),
  };
}

/**
 * Checks the required grades again, because the member's grade may have changed since the quote.
 */
async function checkGrades(
  context: Context,
  db: Db,
  memberId: string,
  items: readonly QuotedItem[],
): Promise<void> {
  const restricted = items.filter(({ gradeMin }) => gradeMin !== undefined);
  if (restricted.length === 0) return;
  const { grade } = await memberLevelOf(context, db, memberId);
  const wanted = restricted.map(({ gradeMin, snapshot: { benefitId } }) => ({
    benefitId,
    gradeMin,
  }));
  await checkGrade(db, grade, wanted);
}

/** Returns the entered accounts to save for the next purchase. */
const accountsOf = (context: Context, memberId: string, items: readonly QuotedItem[]) =>
  sealForSaving(
    context,
    memberId,
    items.flatMap(({ formKind: kind, input, inputMask }) => {
      const mask = inputMask.map(({ text }) => text).join("、");
      return kind === undefined ? [] : [{ kind, input, mask }];
    }),
  );

/** Returns the order just placed, without reading it back. */
function placedOrder(
  memberId: string,
  quoted: Quoted,
  made: { readonly items: readonly PlacedItem[]; readonly snapshot: Snapshot },
  { orderId, orderNo, createdAt, expiresAt }: PlacedOrder,
): Order {
  const { quoteId: _, coupons: _coupons, priceLines: _lines, rules: _rules, ...plain } = quoted;
  return {
    ...plain,
    ownerId: memberId,
    id: orderId,
    orderNo,
    source: "shop",
    createdAt,
    expiresAt,
    orderState: "WAIT_PAY",
    payState: "UNPAID",
    fulfilState: "NONE",
    refundState: "NONE",
    voucherFen: 0,
    differenceFen: 0,
    paidFen: 0,
    refundedFen: 0,
    points: quoted.points || null,
    brand: quoted.brandCode ?? null,
    snapshot: made.snapshot,
    contactMask: null,
    closedReason: null,
    finishedAt: null,
    receivedAt: null,
    codes: [],
    paidAt: null,
    items: made.items.map(({ id, quantity, snapshot }) => {
      const { refundRule, refundDays = null, delivery } = snapshot;
      const terms = { refundRule, refundDays, delivery };
      return { id, quantity, ...terms, refundedQuantity: 0, state: "NONE" };
    }),
  };
}

/**
 * Places the order of a quote. Refuses QUOTE_EXPIRED (expired, placed before, or not this
 * member's), PRICE_CHANGED and SOLD_OUT {skuId}, LEVEL_NEEDED, LIMIT_REACHED, UNPAID_MANY,
 * COUPON_UNUSABLE, COUPON_LOCKED, POINTS_SHORT, BALANCE_SHORT, KEY_REUSED.
 */
export async function placeOrder(
  context: Context,
  db: Db,
  request: { memberId: string; key: string; quoteToken: string; keepsAccount?: boolean },
): Promise<Output<"buying", "place">> {
  const { ids, settings, clock } = context;
  const { memberId, key, quoteToken, keepsAccount = false } = request;
  const quoted = openQuote(context, memberId, quoteToken);
  if (!quoted) throw new Refusal("QUOTE_EXPIRED");
  await checkGrades(context, db, memberId, quoted.items);
  const items = quoted.items.map((item, at) => placedItemOf(context, item, at));
  const snapshot = snapshotOf(quoted, items);
  const id = ids.next();
  const { priceLines: _lines, rules: _rules, items: _items, expiresAt, ...plain } = quoted;
  const placed = await callPlace(db, {
    memberId,
    intent: { route: "buying.place", key, hash: requestHash({ quoteToken }) },
    order: {
      ...plain,
      id,
      orderNos: generateOrderNos(context),
      snapshot,
      eventId: ids.next(),
      quoteEndsAt: new Date(expiresAt).toISOString(),
      pointsHold: quoted.points > 0 ? ids.next() : null,
      walletHold: quoted.balanceFen > 0 ? ids.next() : null,
      unpaidMs: settings.unpaidOrderMs,
      slackMs: settings.holdSlackMs,
      unpaidMax: settings.ordersUnpaidMax,
    },
    items,
    receiptHash: hashToken(receiptTokenOf(context, id)),
    accounts: keepsAccount ? accountsOf(context, memberId, quoted.items) : [],
    accountsMost: ACCOUNTS_MAX,
    now: clock.sql(),
  });
  switch (placed.outcome) {
    case "reused":
      throw new Refusal("KEY_REUSED");
    case "replay":
      return detailByKey(context, db, { ownerId: memberId, orderId: placed.result.orderId });
    case "done": {
      const { result } = placed;
      invariant(result.orderId === id, "a new order has its given id");
      const order = placedOrder(memberId, quoted, { items, snapshot }, result);
      return detailOf(context, order, [{ at: result.createdAt, event: "ordered" }]);
    }
  }
}
