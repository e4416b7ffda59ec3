/** An order of the manual queue, which no supplier has decided. */
import type { api, Item } from "../../api/client.ts";

export type ManualOrder = Item<typeof api.operatorDesk.list>;
