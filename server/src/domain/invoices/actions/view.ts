/** Shows an invoice to its member, with its sealed title opened. */
import type { Invoice } from "@yunjing/contract/schemas/invoices";
import type { Context } from "../../../platform/context.ts";
import { withoutNulls } from "../../../platform/http/fields.ts";
import {
  type Buyer,
  buyerSealContext,
  emailSealContext,
  noteOf,
  stateTexts,
  subjectOf,
} from "../model.ts";
import type { InvoiceRow } from "../store.ts";

type Sealed = Pick<InvoiceRow, "id" | "titleType" | "buyerSealed" | "emailSealed">;

/** Title, tax number and e-mail of an invoice. */
export type OpenedBuyer = Buyer & { readonly email?: string };

/** Seals title and tax number, and the e-mail, for the invoice `id`. */
export const sealBuyer = (
  { secrets }: Pick<Context, "secrets">,
  id: string,
  { title, taxNo, email }: Pick<Buyer, "title" | "taxNo"> & { readonly email?: string | undefined },
): { readonly buyer: Buffer; readonly email: Buffer | null } => ({
  buyer: secrets.seal(JSON.stringify({ title, taxNo }), buyerSealContext(id)),
  email: email === undefined ? null : secrets.seal(email, emailSealContext(id)),
});

export function openBuyer(
  { secrets }: Pick<Context, "secrets">,
  { id, titleType, buyerSealed, emailSealed }: Sealed,
): OpenedBuyer {
  const opened: unknown = JSON.parse(secrets.open(buyerSealed, buyerSealContext(id)));
  const { title, taxNo } = opened as Pick<Buyer, "title" | "taxNo">;
  return {
    titleType,
    title,
    ...(taxNo === undefined ? {} : { taxNo }),
    ...(emailSealed === null ? {} : { email: secrets.open(emailSealed, emailSealContext(id)) }),
  };
}

export const shownInvoice = (context: Context, row: InvoiceRow): Invoice => ({
  invoiceId: row.id,
  orderTitle: subjectOf(row),
  ...openBuyer(context, row),
  amountFen: row.amountFen,
  state: row.state,
  stateText: stateTexts[row.state],
  note: noteOf(row),
  hasFile: row.issuedAt !== null,
  canCancel: row.state === "REQUESTED",
  requestedAt: row.requestedAt,
  ...withoutNulls({ orderNo: row.orderNo, month: row.month }),
  ...withoutNulls({ officialNo: row.officialNo, issuedAt: row.issuedAt }),
});
