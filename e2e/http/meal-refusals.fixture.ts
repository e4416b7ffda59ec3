/** How each "no" of ordering a meal by a code is provoked. */
import type { HttpShop } from "./shop.fixture.ts";
import { type Said, secondUse, type Trade } from "./trade.fixture.ts";
import type { Login } from "./world.fixture.ts";

type Heard = Promise<Said<unknown>>;
type Given = { readonly trade: Trade; readonly member: Login };

/** A meal order of the member by a fresh code of this kind. */
export async function mealOf(
  { trade, member }: Given,
  target: "kfc-set" | "kfc-value-50",
  changes: object = {},
): Heard {
  const by = { token: member.token };
  const session = await trade.session(target, by);
  const wanted = { session, ...(await trade.meal()), ...changes };
  return trade.call("exchange", "orderMeal", wanted, by);
}

const burgers = (quantity: number) => ({
  lines: [{ productId: "burger", quantity, options: [] }],
});
const NO_SESSION = "AAAAAAAAAAAAAAAAAAAAAA";

/** By the refusal's code. */
export const mealWays = (given: () => Given & { readonly shop: HttpShop }) => {
  const meal = (...asked: [target: "kfc-set" | "kfc-value-50", changes?: object]) =>
    mealOf(given(), ...asked);
  return {
    "exchange.orderMeal": {
      SESSION_OVER: () => meal("kfc-set", { session: NO_SESSION }),
      CODE_HAD: async () => {
        const { trade, member } = given();
        const wanted = await trade.meal();
        const order = (session: string) =>
          trade.call("exchange", "orderMeal", { session, ...wanted }, { token: member.token });
        const { session } = await secondUse(trade, "kfc-set", member.token, order);
        return order(session);
      },
      STORE_CLOSED: async () =>
        meal("kfc-set", { ...(await given().trade.meal("never")), slot: "now" }),
      SLOT_INVALID: () => meal("kfc-set", { slot: "2020-01-01T00:00:00.000Z" }),
      MENU_CHANGED: () => meal("kfc-value-50", { ...burgers(1), menuHash: "of another day" }),
      LINES_INVALID: () => meal("kfc-value-50"),
      LOGIN_NEEDED: async () => {
        const { trade } = given();
        const session = await trade.session("kfc-value-50");
        const wanted = { session, ...(await trade.meal()), ...burgers(3) };
        return trade.call("exchange", "orderMeal", wanted);
      },
      UNPAID_MANY: async () => {
        const { trade, shop } = given();
        const buyer = await shop.buyer();
        for (let n = 0; n < 5; n++) await shop.order(buyer, shop.one("card"));
        const session = await trade.session("kfc-value-50", buyer);
        const wanted = { session, ...(await trade.meal()), ...burgers(3) };
        return trade.call("exchange", "orderMeal", wanted, buyer);
      },
      INPUT_INVALID: async () => {
        const { trade, member } = given();
        const session = await trade.session("points-500", { token: member.token });
        return meal("kfc-set", { session });
      },
    },
  };
};
