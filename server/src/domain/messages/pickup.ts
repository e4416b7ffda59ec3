/**
 * Pickup codes in messages. A message is stored with a placeholder: the codes stay sealed with
 * their order, and are inserted when the member reads the message or the SMS is sent.
 */
import type { OrderReader, PickupDetails } from "./port.ts";

/** The placeholder for the codes in a stored text. */
export const PICKUP = "{pickup}";
/** Shown instead of the codes to readers who may not see them. */
const HIDDEN = "取餐码已隐藏";
const UNKNOWN = "取餐码见订单";
const SHOWN_MAX = 3;

export const pickupText = ({ codes }: Pick<PickupDetails, "codes">): string => {
  if (codes.length === 0) return UNKNOWN;
  const more = codes.length > SHOWN_MAX ? `等 ${codes.length} 个` : "";
  return `取餐码 ${codes.slice(0, SHOWN_MAX).join("、")}${more}`;
};

/** Returns the text for operators, without the codes. */
export const withoutPickup = (text: string): string => text.replace(PICKUP, HIDDEN);

type StoredText = { readonly text: string; readonly facts: Readonly<Record<string, string>> };

/**
 * Inserts the codes of the order into a text with the placeholder; `pickup` is what was read of the
 * order.
 */
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
