/**
 * Mutant for the supplier tests: an order that the supplier has never seen is placed again under
 * another number.
 */
import type { Supplier } from "@yunjing/server/domain/fulfilment/port";

/** Changes the given supplier in place. */
export function renumberRetries(supplier: Supplier): void {
  const place = supplier.place.bind(supplier);
  const query = supplier.query.bind(supplier);
  const renumbered = new Set<string>();
  supplier.query = async (outNo) => {
    const answer = await query(outNo);
    if (answer.state === "absent") renumbered.add(outNo);
    return answer;
  };
  supplier.place = (order) =>
    place(renumbered.has(order.outNo) ? { ...order, outNo: `${order.outNo}R` } : order);
}
