/** Exchange codes and their batches in every state, with sessions of members and of guests. */
import { decideInInbox } from "../http/decide.fixture.ts";
import { asOperator, DAY_MS, MINUTE_MS, must, type Past, rows } from "./past.fixture.ts";

const reason = "活动调整";
type Batch = { batchId: string; waiting: { approvalId: string }[] };
type State = "draft" | "ready" | "active";

async function batch(past: Past, state: State, more: object = {}): Promise<string> {
  const { exchange, testEnv } = past;
  const maker = await past.operator("maker");
  const target = {
    target: "points" as const,
    title: "积分",
    points: 10,
    validUntil: testEnv.clock.now().getTime() + 90 * DAY_MS,
  };
  const wanted = { name: "批次", count: 4, target, ...more };
  const create = exchange.call<"batches", "create", Batch>;
  const { batchId } = await must(create("batches", "create", wanted, maker));
  if (state !== "draft") await exchange.made({ batchId, makerId: maker.memberId });
  if (state === "active") {
    const checker = await asOperator(past, "checker");
    await must(decideInInbox(exchange.call, `code_batch.${batchId}`, checker));
  }
  return batchId;
}

async function change(past: Past, name: "freeze" | "void", batchId: string, more = {}) {
  const call = past.exchange.call<"batches", "void", Batch>;
  const maker = await past.operator("maker");
  return must(call("batches", name as "void", { batchId, reason, ...more }, maker));
}

async function voided(past: Past): Promise<void> {
  const batchId = await batch(past, "active");
  const { waiting } = await change(past, "void", batchId);
  const approvalId = waiting[0]?.approvalId ?? "";
  const checker = await asOperator(past, "checker");
  await must(decideInInbox(past.exchange.call, `code_void.${approvalId}`, checker));
}

/** Codes that were issued elsewhere. */
async function importCodes(past: Past): Promise<void> {
  const validUntil = past.testEnv.clock.now().getTime() + 90 * DAY_MS;
  const target = { target: "points" as const, title: "积分", points: 10, validUntil };
  const file = "code\nELSEWHERE0001\nELSEWHERE0002\n";
  const wanted = { name: "导入", target, dryRun: false, file };
  await must(past.exchange.call("batches", "import", wanted, await past.operator("maker")));
}

type Target = Parameters<Past["exchange"]["code"]>[0];
async function openCode(past: Past, target: Target, token?: string, many = {}) {
  const code = await past.exchange.code(target, many);
  const { session = "" } = await must(past.exchange.open(code, { token }));
  return { code, session };
}

/** Codes that were used, left, given back, or whose time ran out. */
export async function fillUsedCodes(past: Past): Promise<void> {
  const { exchange, shop, testEnv } = past;
  const buyer = await shop.buyer();
  const used = await openCode(past, "points-500", buyer.token);
  await must(exchange.call("exchange", "redeem", { session: used.session }, buyer));
  const gold = await openCode(past, "level-gold", buyer.token);
  await must(exchange.call("exchange", "redeem", { session: gold.session }, buyer));
  const coupon = await openCode(past, "coupon-10", buyer.token).catch(() => undefined);
  if (coupon) await exchange.call("exchange", "redeem", { session: coupon.session }, buyer);
  const left = await openCode(past, "points-500", buyer.token);
  await must(exchange.call("exchange", "leave", { session: left.session }, buyer));
  const many = await openCode(past, "points-500", buyer.token, { usesPerCode: 3 });
  await must(exchange.call("exchange", "redeem", { session: many.session }, buyer));
  const meal = await exchange.meal();
  const guest = await openCode(past, "kfc-set");
  await must(exchange.call("exchange", "orderMeal", { session: guest.session, ...meal }));
  await batch(past, "active", { activation: "on_sale" });
  await importCodes(past);
  await voided(past);
  const rejected = await batch(past, "ready");
  const checker = await asOperator(past, "checker");
  await must(exchange.call("operatorBatches", "reject", { batchId: rejected, reason }, checker));
  await change(past, "freeze", await batch(past, "active"));
  await change(past, "freeze", await batch(past, "active"), { from: 1, to: 2 });
  await openCode(past, "points-500");
  testEnv.clock.advance(20 * MINUTE_MS);
  await testEnv.dispatchAll();
}

/** Sessions and batches that are open when the database is saved. */
export async function fillOpenCodes(past: Past): Promise<void> {
  const { shop, facts, exchange } = past;
  const buyer = await shop.buyer();
  facts["memberSession"] = { ...buyer, ...(await openCode(past, "points-500", buyer.token)) };
  facts["guestMeal"] = { ...(await openCode(past, "kfc-set")), ...(await mealAnywhere(past)) };
  const many = await openCode(past, "points-500", buyer.token, { usesPerCode: 3 });
  await must(exchange.call("exchange", "redeem", { session: many.session }, buyer));
  const other = await shop.buyer();
  await must(exchange.open(many.code, other));
  facts["freeCode"] = await exchange.code("points-500");
  facts["multiUseCode"] = many.code;
  facts["draftBatch"] = await batch(past, "draft");
  facts["readyBatch"] = await batch(past, "ready");
  const voidRequested = await batch(past, "active");
  const { waiting } = await change(past, "void", voidRequested);
  facts["voidApproval"] = { batchId: voidRequested, approvalId: waiting[0]?.approvalId };
}

/** A batch whose codes a job is to make. */
export async function submitBatch(past: Past): Promise<void> {
  const batchId = await batch(past, "draft");
  const maker = await past.operator("maker");
  await must(past.exchange.call("batches", "submit", { batchId }, maker));
}

/** What a meal order needs besides a session, at the first store that has an open time. */
async function mealAnywhere({ exchange, testEnv }: Past) {
  type Slots = { list: { slot: string; open: boolean }[] };
  const found = await rows<{ id: string }>(
    testEnv,
    "SELECT store_id AS id FROM store WHERE store_id LIKE 'kfc-%' ORDER BY 1",
  );
  for (const { id: storeId } of found) {
    const call = exchange.call<"dining", "slots", Slots>("dining", "slots", { storeId });
    const slot = (await call).data?.list.find(({ open }) => open)?.slot;
    if (slot === undefined) continue;
    const eatType = "take_away" as const;
    const shown = await exchange.call("dining", "menu", { storeId, eatType, slot });
    const menuHash = shown.data["hash"] ?? "";
    return { storeId, eatType, slot, menuHash, contactPhone: "13800000001" };
  }
  throw new Error("no store is open");
}
