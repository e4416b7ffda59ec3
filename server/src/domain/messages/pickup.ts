/**
 * Pickup codes in messages. A message is stored with a placeholder: the codes stay sealed with their order, and are put
 * into the words when the member reads the message or the SMS leaves.
 */
import type { OrderReader, PickupDetails } from "./port.ts";

/** Stands in a stored text where the codes belong. */
export const PICKUP = "{pickup}";
/** What a message says whose reader may not see the codes. */
const HIDDEN = "取餐码已隐藏";
const UNKNOWN = "取餐码见订单";
const SHOWN_MAX = 3;

export const pickupText = ({ codes }: Pick<PickupDetails, "codes">): string => {
  if (codes.length === 0) return UNKNOWN;
  const more = codes.length > SHOWN_MAX ? `等 ${codes.length} 个` : "";
  return `取餐码 ${codes.slice(0, SHOWN_MAX).join("、")}${more}`;
};

/** The text as an operator reads it, who sees no codes. */
export const withoutPickup = (text: string): string => text.replace(PICKUP, HIDDEN);

type StoredText = { readonly text: string; readonly facts: Readonly<Record<string, string>> };

/** The text with the codes of its order, where it has a place for them; `pickup` is what was read of the order. */
export async function withPickup(
  orders: Pick<OrderReader, "pickupOf">,
  memberId: string,
  { text, facts }: StoredText,
): Promise<{ readonly text: string; readonly pickup: PickupDetails | undefined }> {
  const orderId = facts["pickupOf"];
  if (orderId === undefined || !text.includes(PICKUP)) return { text, pickup: undefined };
  const pickup = await orders.pickupOf(memberId, orderId);
  return { text: text.replace(PICKUP, pickupText(pickup ?? { codes: [] })), pickup };
}
