/**
 * Shared test code of orders: parses the list from the text it is sent as. Imported by tests only.
 */
import type { Output } from "@yunjing/contract/operations";
import { pageOfOrders } from "./actions/read.ts";

/** Returns a page of a member's list, as a client parses it. */
export async function listedOrders(
  ...args: Parameters<typeof pageOfOrders>
): Promise<Output<"orders", "list">> {
  const { json } = await pageOfOrders(...args);
  return JSON.parse(json);
}
