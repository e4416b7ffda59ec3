/** Checks an order against the supplier's current stores and prices. */
import type { OrderLine, WantedOrder } from "./orders.ts";
import type { Product, SourceMenu, SourceStore } from "./types.ts";

export type Offer = { stores: readonly SourceStore[]; menus: readonly SourceMenu[] };

/** Returns why the order is refused for good, or `undefined` when it is accepted. */
export function refusalOf(order: WantedOrder, offer: Offer): string | undefined {
  const store = offer.stores.find(({ supplierCode }) => supplierCode === order.storeCode);
  const menu = offer.menus.find(({ brand }) => brand === store?.brand);
  if (!store || !menu) return "STORE_UNKNOWN";
  if (!store.services.includes(order.eatType)) return "SERVICE_CLOSED";
  if (order.pickupAt !== "now" && Number.isNaN(Date.parse(order.pickupAt))) return "SLOT_INVALID";

  for (const line of order.lines) {
    const product = menu.products.find(({ id }) => id === line.productId);
    if (!product?.eatTypes.includes(order.eatType)) return `PRODUCT_UNKNOWN ${line.productId}`;
    if (store.soldOut.includes(product.id)) return `SOLD_OUT ${product.id}`;
    const why = refusalOfLine(line, product);
    if (why) return `${why} ${product.id}`;
  }
  return isTotalRight(order, menu) ? undefined : "TOTAL_WRONG";
}

function refusalOfLine(line: OrderLine, product: Product): string | undefined {
  let unitFen = product.priceFen;
  for (const { groupId, optionId } of line.options) {
    const group = product.groups.find(({ id }) => id === groupId);
    const option = group?.options.find(({ id }) => id === optionId);
    if (!option) return "OPTIONS_INVALID";
    if (option.soldOut) return "SOLD_OUT";
    unitFen += option.addFen;
  }
  for (const { id, min, max } of product.groups) {
    const chosen = line.options.filter(({ groupId }) => groupId === id).length;
    if (chosen < min || chosen > max) return "OPTIONS_INVALID";
  }
  return unitFen === line.unitFen ? undefined : "PRICE_CHANGED";
}

/**
 * True when the total is the sum of the lines, or the price of a set meal with exactly these lines.
 */
function isTotalRight(order: WantedOrder, menu: SourceMenu): boolean {
  const sumFen = order.lines.reduce((sum, { unitFen, quantity }) => sum + unitFen * quantity, 0);
  if (order.totalFen === sumFen) return true;
  const content = contentOf(order.lines);
  return menu.setMeals.some(
    ({ priceFen, lines }) => priceFen === order.totalFen && contentOf(lines) === content,
  );
}

/** Returns the lines as a text that is the same for the same food in any order. */
function contentOf(lines: readonly Omit<OrderLine, "unitFen">[]): string {
  return lines
    .map(({ productId, quantity, options }) => {
      const chosen = options.map(({ groupId, optionId }) => `${groupId}=${optionId}`).sort();
      return `${productId}x${quantity}[${chosen.join()}]`;
    })
    .sort()
    .join();
}
