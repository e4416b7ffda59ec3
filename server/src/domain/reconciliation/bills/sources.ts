/**
 * The external sources of daily bills: the payment channel, and the suppliers that issue
 * statements.
 */
import type { Supplier } from "../../fulfilment/port.ts";
import type { BillSource } from "../port.ts";

export const billSources = (
  channel: BillSource,
  suppliers: Readonly<Record<string, Supplier>>,
): BillSource[] => [
  channel,
  ...Object.entries(suppliers).flatMap(([id, supplier]): BillSource[] => {
    const statement = supplier.statement?.bind(supplier);
    return statement ? [{ source: `supplier:${id}`, statement }] : [];
  }),
];
