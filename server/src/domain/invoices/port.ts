/** The port of an issuer of invoices. Amounts are fen. */

export type InvoiceOrder = {
  /** Our number, created once and never replaced. */
  readonly requestNo: string;
  readonly buyer: {
    readonly titleType: "person" | "company";
    readonly title: string;
    readonly taxNo?: string | undefined;
  };
  readonly amountFen: number;
  /** What the invoice is for. */
  readonly goods: string;
  /** The number of the order, or the month of a dealer's statement. */
  readonly orderNo: string;
  /** The issuer sends the file there too. */
  readonly email?: string | undefined;
};

export type Reversal = {
  readonly requestNo: string;
  /** The number on the invoice that is reversed, in full. */
  readonly officialNo: string;
  readonly amountFen: number;
};

/**
 * `absent`: the issuer has no such number. `refused`: it will never issue under this number.
 * `unknown`: only a query under the number makes it certain.
 */
export type IssuerAnswer =
  | { readonly state: "issued"; readonly officialNo: string }
  | { readonly state: "processing" }
  | { readonly state: "refused"; readonly reason: string }
  | { readonly state: "absent" }
  | { readonly state: "unknown"; readonly reason: string };

/** Calls never throw, except `file`. */
export interface InvoiceIssuer {
  /** Safe to repeat under the same number with the same content. */
  issue(order: InvoiceOrder): Promise<IssuerAnswer>;
  /** Safe to repeat like `issue`. */
  reverse(reversal: Reversal): Promise<IssuerAnswer>;
  query(requestNo: string): Promise<IssuerAnswer>;
  /** Returns the PDF of an issued invoice. Throws Outage. */
  file(requestNo: string): Promise<Buffer>;
}
