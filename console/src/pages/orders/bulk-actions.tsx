/** What an operator may do with several orders at once. */
import { Headset, RefreshCw, StickyNote, TicketPercent } from "lucide-react";
import { sentenceFor } from "../../api/failure.ts";
import { may } from "../../api/operator.ts";
import type { BulkAction } from "../../parts/table/bulk-bar.tsx";
import { tellFailure } from "../../parts/toast.tsx";
import { eachOrder } from "./each-order.ts";
import type { OrderRow } from "./order-texts.ts";

const handling: readonly BulkAction<OrderRow>[] = [
  { label: "向供应商查单", icon: <RefreshCw />, run: (rows) => eachOrder(rows, "ask") },
  { label: "转人工", icon: <Headset />, run: (rows) => eachOrder(rows, "toDesk") },
  { label: "加备注", icon: <StickyNote />, run: (rows) => eachOrder(rows, "note") },
];
const giving: readonly BulkAction<OrderRow>[] = [
  {
    label: "发补偿券",
    icon: <TicketPercent />,
    // The choices of the coupon are loaded first, and may fail.
    run: (rows) =>
      eachOrder(rows, "compensate").catch((failure: unknown) => tellFailure(sentenceFor(failure))),
  },
];

/** Returns the actions by the operator's permissions; undefined without one, and nothing is selected. */
export function bulkActions(): readonly BulkAction<OrderRow>[] | undefined {
  const actions = [
    ...(may("orders:handle") ? handling : []),
    ...(may("campaigns:give") ? giving : []),
  ];
  return actions.length === 0 ? undefined : actions;
}
