/**
 * The account that the outside gives of a day, held against ours.
 *
 * - source: who gives it: `wechatpay`, or `supplier:` and the supplier's id.
 * - day: in China, as YYYY-MM-DD; its edge is midnight there.
 * - edition: one file of a day, told from others by its digest. Rows are only ever added; a day shows its newest.
 * - compared: each row was held against our books. judged: our books of that day were held against the rows.
 * - difference: what does not agree, found once for each class and subject; its case lies with the books.
 */

/** In the order in which a row is tried: the first that fits is its class. operations.md says what a person does. */
export const billClasses = [
  /** The same number stands there twice. */
  "bill_duplicate",
  /** A number that we never gave out. */
  "bill_only_there",
  /** Our number, under another number of the partner's than we know. */
  "bill_number",
  "bill_state",
  "bill_amount",
  "bill_fee",
  /** Both know it, on days too far apart for the edge between them. */
  "bill_other_day",
  /** We know it as done, and no row says so. */
  "bill_only_here",
  /** The whole account is not to be had. */
  "bill_missing",
] as const;
export type BillClass = (typeof billClasses)[number];

export type BillKind = "payment" | "refund" | "supply";

export type DayKey = { readonly source: string; readonly day: string };

/** What one side knows of a thing; amounts in fen, instants as ISO text. */
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

/** What it is about, in one line; a duplicate is about its second row. */
export const subjectOf = ({ source, day }: DayKey, found: Found): string => {
  const subject = `${source} ${found.kind} ${found.outNo}`;
  return found.class === "bill_duplicate" ? `${subject} ${day}/${found.rowNo}` : subject;
};

/**
 * Fen that the member is short of and nobody else will give: the channel took more than we know, or gave back less.
 * Zero where no entry of ours would set it right.
 */
export function shortfallFen({ class: kind, ...found }: Found): number {
  if (kind !== "bill_amount" || found.kind === "supply") return 0;
  const [ours, theirs] = [found.ours?.amountFen ?? 0, found.theirs?.amountFen ?? 0];
  return Math.max(0, found.kind === "payment" ? theirs - ours : ours - theirs);
}

/** How the thing is set right by a way that is there already; a bill itself changes nothing. */
export function remedyOf(found: Found): string | undefined {
  if (found.kind === "supply") {
    return found.class === "bill_state" ? "fulfilment asks the supplier by our number" : undefined;
  }
  if (found.class !== "bill_state") return undefined;
  return found.kind === "payment"
    ? "payments ask the channel by our number, and apply its word"
    : "refunds ask the channel by our number, and apply its word";
}
