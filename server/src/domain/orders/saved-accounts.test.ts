/**
 * The input of one order is reused for the next: saved once, shown masked, filled in by the server
 * only.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listAccounts, removeAccount } from "../accounts/actions.ts";
import { placeOrder } from "./actions.ts";
import { inputSealContext } from "./model.ts";
import { openShop, type ShopEnv, statements } from "./shop.fixture.ts";

const FIRST = "13900001234";
let shop: ShopEnv;
let buyers = 0;
beforeAll(async () => {
  shop = await openShop();
  await shop.offer({ id: "topup", delivery: "topup" });
  await shop.offer({ id: "movie", delivery: "movie" });
  await shop.offer({ id: "card", delivery: "card" });
}, 60_000);
afterAll(() => shop.close());

const buyer = () => shop.buyer(++buyers);
const savedAccounts = (memberId: string) => listAccounts(shop.db, memberId, "phone");
const typed = (account: string, skuId = "topup") => ({
  items: [{ skuId, quantity: 1, input: { account } }],
});
const picked = (savedAccountId: string, skuId = "topup") => ({
  items: [{ skuId, quantity: 1, savedAccountId }],
});
type QuoteInput = Parameters<ShopEnv["quote"]>[1];
async function buy(memberId: string, cart: QuoteInput, keepsAccount = true, key = shop.nextKey()) {
  const { quoteToken } = await shop.quote(memberId, cart);
  shop.context.clock.advance(1_000);
  const order = { memberId, key, quoteToken, keepsAccount };
  const placed = await placeOrder(shop.context, shop.db, order);
  return { placed, order };
}
/** Returns the account that an order will charge. */
async function chargedTo(orderNo: string): Promise<unknown> {
  const { rows } = await shop.db.$client.query<{ id: string; sealed: Buffer }>(
    `SELECT i.id, i.input_sealed AS sealed FROM order_item i
     JOIN orders o ON o.member_id = i.member_id AND o.id = i.order_id WHERE o.order_no = $1`,
    [orderNo],
  );
  const [item] = rows;
  if (!item) throw new Error("the order has no item");
  return JSON.parse(shop.context.secrets.open(item.sealed, inputSealContext(item.id)));
}
const gone = (skuId: string) =>
  expect.objectContaining({
    name: "Refusal",
    code: "INPUT_INVALID",
    data: expect.objectContaining({ skuId, text: "保存的账号已不在，请重新填写" }),
  });

describe("an entered account", () => {
  test("is stored with the order, masked, and not in plain text", async () => {
    const memberId = await buyer();
    const { placed } = await buy(memberId, typed(" 139-0000-1234"));
    expect(await savedAccounts(memberId)).toEqual([
      expect.objectContaining({ text: "139****1234", savedAccountId: expect.any(String) }),
    ]);
    expect(await chargedTo(placed.orderNo)).toEqual({ account: FIRST });
    const { rows } = await shop.db.$client.query(
      "SELECT encode(sealed, 'escape') || s::text AS it FROM saved_account s WHERE member_id = $1",
      [memberId],
    );
    expect(rows[0].it).not.toContain(FIRST);
  });

  test("is not saved when the member declines, when nothing was placed, or without a form", async () => {
    const memberId = await buyer();
    await buy(memberId, typed(FIRST), false);
    await shop.quote(memberId, typed(FIRST));
    await buy(memberId, { items: [{ skuId: "card", quantity: 1 }] });
    expect(await savedAccounts(memberId)).toEqual([]);
  });

  test("is saved once, whichever benefit it was entered for, and is listed first when it was used last", async () => {
    const memberId = await buyer();
    await buy(memberId, typed(FIRST));
    await buy(memberId, typed("13900005678"));
    await buy(memberId, typed(FIRST, "movie"));
    expect((await savedAccounts(memberId)).map(({ text }) => text)).toEqual([
      "139****1234",
      "139****5678",
    ]);
  });

  test("costs the order no round trip, and a replay of the order saves nothing again", async () => {
    const memberId = await buyer();
    const plain = await shop.quote(memberId, typed(FIRST));
    const quoted = await shop.quote(memberId, typed(FIRST));
    const request = (quoteToken: string, keepsAccount: boolean) => ({
      memberId,
      key: shop.nextKey(),
      quoteToken,
      keepsAccount,
    });
    const without = request(plain.quoteToken, false);
    const keeping = request(quoted.quoteToken, true);
    const place = (order: typeof keeping) => () => placeOrder(shop.context, shop.db, order);
    expect(await statements(shop.db, place(keeping))).toBe(
      await statements(shop.db, place(without)),
    );
    const [account] = await savedAccounts(memberId);
    await removeAccount(shop.db, memberId, account?.savedAccountId ?? "");
    await place(keeping)();
    expect(await savedAccounts(memberId)).toEqual([]);
  });

  test("replaces the oldest when there are more than ten", async () => {
    const memberId = await buyer();
    const { quoteToken } = await shop.quote(memberId, typed(FIRST));
    await placeOrder(shop.context, shop.db, {
      memberId,
      key: shop.nextKey(),
      quoteToken,
      keepsAccount: true,
    });
    const many = Array.from({ length: 10 }, (_, n) => ({
      skuId: "topup",
      quantity: 1,
      input: { account: `1390000${2_000 + n}` },
    }));
    await buy(memberId, { items: many });
    const texts = (await savedAccounts(memberId)).map(({ text }) => text);
    expect(texts).toHaveLength(10);
    expect(texts).not.toContain("139****1234");
  });
});

describe("a chosen saved account", () => {
  test("is filled in by the server, masked in the order, and absent from the quote", async () => {
    const memberId = await buyer();
    await buy(memberId, typed(FIRST));
    await buy(memberId, typed("13900005678"));
    const account = (await savedAccounts(memberId)).at(-1);
    const cart = picked(account?.savedAccountId ?? "");
    const quote = await shop.quote(memberId, cart);
    expect(JSON.stringify(quote)).not.toContain(FIRST);
    const { placed } = await buy(memberId, cart);
    expect(JSON.stringify(placed)).not.toContain(FIRST);
    expect(await chargedTo(placed.orderNo)).toEqual({ account: FIRST });
    // It is now the last used.
    expect((await savedAccounts(memberId))[0]).toMatchObject({ text: "139****1234" });
  });

  test("needs no round trip of its own before the quote when none is chosen", async () => {
    const memberId = await buyer();
    await buy(memberId, typed(FIRST));
    const [account] = await savedAccounts(memberId);
    const quote = (cart: QuoteInput) => () => shop.quote(memberId, cart);
    const without = await statements(shop.db, quote(typed(FIRST)));
    expect(await statements(shop.db, quote(picked(account?.savedAccountId ?? "")))).toBe(
      without + 1,
    );
  });

  test("is refused when it is another member's, deleted, or unknown", async () => {
    const [mine, his] = [await buyer(), await buyer()];
    await buy(mine, typed(FIRST));
    const [account] = await savedAccounts(mine);
    const id = account?.savedAccountId ?? "";
    await expect(shop.quote(his, picked(id))).rejects.toEqual(gone("topup"));
    await expect(shop.quote(mine, picked("no-id-at-all"))).rejects.toEqual(gone("topup"));
    await expect(removeAccount(shop.db, his, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await removeAccount(shop.db, mine, id);
    await expect(shop.quote(mine, picked(id))).rejects.toEqual(gone("topup"));
    await expect(removeAccount(shop.db, mine, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("is refused for a form of another kind", async () => {
    const memberId = await buyer();
    await buy(memberId, typed(FIRST));
    const [account] = await savedAccounts(memberId);
    await expect(
      shop.quote(memberId, picked(account?.savedAccountId ?? "", "card")),
    ).rejects.toEqual(gone("card"));
  });
});
