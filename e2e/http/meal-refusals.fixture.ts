/** Provokes each refusal of ordering a meal by a code. */
import type { ShopFixture } from "./shop.fixture.ts";
import { type CallResult, redeemSecondUse, type ExchangeFixture } from "./exchange.fixture.ts";
import type { HttpTestEnv, Login } from "./test-env.fixture.ts";

type PendingResult = Promise<CallResult<unknown>>;
type RefusalContext = { readonly exchange: ExchangeFixture; readonly member: Login };

/** Orders a meal as the member, with a new code of this kind. */
export async function mealOf(
  { exchange, member }: RefusalContext,
  target: "kfc-set" | "kfc-value-50",
  changes: object = {},
): PendingResult {
  const by = { token: member.token };
  const session = await exchange.session(target, by);
  const wanted = { session, ...(await exchange.meal()), ...changes };
  return exchange.call("exchange", "orderMeal", wanted, by);
}

const burgers = (quantity: number) => ({
  lines: [{ productId: "burger", quantity, options: [] }],
});
const NO_SESSION = "AAAAAAAAAAAAAAAAAAAAAA";

type Paused = { readonly exchange: ExchangeFixture; readonly operator: Login };

/** Switches the store "paused" off; once is enough. */
const pauseStore = ({ exchange, operator }: Paused) =>
  exchange.call(
    "operatorDining",
    "setStore",
    { storeId: "kfc-paused", isOff: true, sinceVersion: 0, reason: "设备检修" },
    { token: operator.consoleToken },
  );

/** Refusals of reading a store: an unknown one, one that is switched off; and of marking one. */
export function storeRefusalCases(
  given: () => Paused & { readonly shop: ShopFixture; readonly testEnv: HttpTestEnv },
) {
  /** Marks a store as a member that has marked twenty others. */
  const markMany = async () => {
    const { exchange, shop, testEnv } = given();
    const buyer = await shop.buyer();
    await testEnv.db.$client.query(
      `INSERT INTO favourite_store (member_id, store_id, is_on, at)
       SELECT $1, 'kfc-' || n, true, now() FROM generate_series(1, 20) n`,
      [buyer.memberId],
    );
    const { storeId } = await exchange.meal();
    return exchange.call("dining", "favour", { storeId, isFavourite: true }, buyer);
  };
  const of = (name: "store" | "menu" | "slots") => ({
    NOT_FOUND: () => given().exchange.call("dining", name, { storeId: "no-such-store" }),
    STORE_PAUSED: async () => {
      await pauseStore(given());
      return given().exchange.call("dining", name, { storeId: "kfc-paused" });
    },
  });
  return {
    "dining.store": of("store"),
    "dining.menu": of("menu"),
    "dining.slots": of("slots"),
    "dining.favour": {
      NOT_FOUND: async () =>
        given().exchange.call(
          "dining",
          "favour",
          { storeId: "no-such-store", isFavourite: true },
          await given().shop.buyer(),
        ),
      FAVOURITES_MANY: markMany,
    },
  };
}

/** Cases by operation and refusal code. */
export const mealRefusalCases = (
  given: () => RefusalContext & {
    readonly shop: ShopFixture;
    readonly operators: readonly [Login, Login];
  },
) => {
  const meal = (...args: [target: "kfc-set" | "kfc-value-50", changes?: object]) =>
    mealOf(given(), ...args);
  /** Orders a meal without a code as a new buyer. */
  const bought = async (changes: object, at?: "never") => {
    const { exchange, shop } = given();
    const wanted = { ...(await exchange.meal(at)), ...burgers(1), ...changes };
    return exchange.call("buying", "placeMeal", wanted, await shop.buyer());
  };
  return {
    "buying.placeMeal": {
      NOT_FOUND: () => bought({ storeId: "no-such-store" }),
      STORE_CLOSED: () => bought({ slot: "now" }, "never"),
      STORE_PAUSED: async () => {
        const { exchange, operators } = given();
        await pauseStore({ exchange, operator: operators[0] });
        return bought({ storeId: "kfc-paused" });
      },
      SLOT_INVALID: () => bought({ slot: "2020-01-01T00:00:00.000Z" }),
      MENU_CHANGED: () => bought({ menuHash: "of another day" }),
      LINES_INVALID: () =>
        bought({
          lines: [
            {
              productId: "burger",
              quantity: 1,
              options: [{ groupId: "no-such-group", optionId: "no-such-option" }],
            },
          ],
        }),
      UNPAID_MANY: async () => {
        const { exchange, shop } = given();
        const buyer = await shop.buyer();
        for (let n = 0; n < 5; n++) await shop.order(buyer, shop.one("card"));
        const wanted = { ...(await exchange.meal()), ...burgers(1) };
        return exchange.call("buying", "placeMeal", wanted, buyer);
      },
      INPUT_INVALID: () => bought({ storeId: "kfc-window" }),
    },
    "exchange.orderMeal": {
      SESSION_OVER: () => meal("kfc-set", { session: NO_SESSION }),
      CODE_HAD: async () => {
        const { exchange, member } = given();
        const wanted = await exchange.meal();
        const order = (session: string) =>
          exchange.call("exchange", "orderMeal", { session, ...wanted }, { token: member.token });
        const { session } = await redeemSecondUse(exchange, "kfc-set", member.token, order);
        return order(session);
      },
      STORE_CLOSED: async () =>
        meal("kfc-set", { ...(await given().exchange.meal("never")), slot: "now" }),
      STORE_PAUSED: async () => {
        const { exchange, operators } = given();
        await pauseStore({ exchange, operator: operators[0] });
        return meal("kfc-set", { storeId: "kfc-paused" });
      },
      SLOT_INVALID: () => meal("kfc-set", { slot: "2020-01-01T00:00:00.000Z" }),
      MENU_CHANGED: () => meal("kfc-value-50", { ...burgers(1), menuHash: "of another day" }),
      LINES_INVALID: () => meal("kfc-value-50"),
      LOGIN_NEEDED: async () => {
        const { exchange } = given();
        const session = await exchange.session("kfc-value-50");
        const wanted = { session, ...(await exchange.meal()), ...burgers(3) };
        return exchange.call("exchange", "orderMeal", wanted);
      },
      UNPAID_MANY: async () => {
        const { exchange, shop } = given();
        const buyer = await shop.buyer();
        for (let n = 0; n < 5; n++) await shop.order(buyer, shop.one("card"));
        const session = await exchange.session("kfc-value-50", buyer);
        const wanted = { session, ...(await exchange.meal()), ...burgers(3) };
        return exchange.call("exchange", "orderMeal", wanted, buyer);
      },
      INPUT_INVALID: async () => {
        const { exchange, member } = given();
        const session = await exchange.session("points-500", { token: member.token });
        return meal("kfc-set", { session });
      },
    },
  };
};
