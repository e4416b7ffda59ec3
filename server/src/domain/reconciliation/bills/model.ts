/**
 * Daily bills of external parties, compared with our records. Terms:
 *
 * - source: the issuer of the bill: `wechatpay`, or `supplier:` and the supplier's id.
 * - day: in China, as YYYY-MM-DD; it ends at midnight there.
 * - edition: one file of a day, identified by its digest. Rows are only ever added; a day shows its
 *   newest edition.
 * - compared: each row was compared with our records. judged: our records of that day were compared
 *   with the rows.
 * - difference: a mismatch, recorded once for each class and subject; its case is in the
 *   reconciliation module.
 */

/**
 * In matching order: the first class that fits is the row's class. operations.md describes the
 * operator's task for each.
 */
export const billClasses = [
  /** The same number occurs twice. */
  "bill_duplicate",
  /** A number that we never issued. */
  "bill_only_there",
  /** Our number, with a different number of the partner than we recorded. */
  "bill_number",
  "bill_state",
  "bill_amount",
  "bill_fee",
  /** Both sides have it, on days too far apart for the tolerance at midnight. */
  "bill_other_day",
  /** Completed in our records, and no row reports it. */
  "bill_only_here",
  /** The whole bill is not available. */
  "bill_missing",
] as const;
export type BillClass = (typeof billClasses)[number];

export type BillKind = "payment" | "refund" | "supply";

export type DayKey = { readonly source: string; readonly day: string };

/** The data of one side; amounts in fen, instants as ISO text. */
export type Side = {
  readonly number?: string | null;
  readonly of?: string | null;
  readonly state?: string | null;
  readonly amountFen?: number | null;
  readonly feeFen?: number | null;
  readonly at?: string | null;
};

export type Found = {
  readonly class: BillClass;
  readonly kind: BillKind;
  readonly outNo: string;
  readonly rowNo: number | null;
  readonly memberId: string | null;
  readonly ours: Side | null;
  readonly theirs: Side | null;
};

/** Returns the subject in one line; a duplicate is about its second row. */
export const subjectOf = ({ source, day }: DayKey, found: Found): string => {
  const subject = `${source} ${found.kind} ${found.outNo}`;
  return found.class === "bill_duplicate" ? `${subject} ${day}/${found.rowNo}` : subject;
};

/**
 * Returns the fen that the member lacks and no other process will pay: the channel charged more
 * than we recorded, or refunded less. Zero where no manual adjustment can correct it.
 */
export function shortfallFen({ class: kind, ...found }: Found): number {
  if (kind !== "bill_amount" || found.kind === "supply") return 0;
  const [ours, theirs] = [found.ours?.amountFen ?? 0, found.theirs?.amountFen ?? 0];
  return Math.max(0, found.kind === "payment" ? theirs - ours : ours - theirs);
}

/** Returns the existing procedure that corrects the difference; a bill itself changes nothing. */
export function remedyOf(found: Found): string | undefined {
  if (found.kind === "supply") {
    return found.class === "bill_state" ? "fulfilment asks the supplier by our number" : undefined;
  }
  if (found.class !== "bill_state") return undefined;
  return found.kind === "payment"
    ? "payments ask the channel by our number, and apply its word"
    : "refunds ask the channel by our number, and apply its word";
}
