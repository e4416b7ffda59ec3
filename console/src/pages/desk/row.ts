/** The row of the desk: an order that no supplier has decided. */
import type { api, Item } from "../../api/client.ts";

export type DeskRow = Item<typeof api.operatorDesk.list>;
