/** Saves the file of an issued invoice on the device. */
import type { Invoice } from "@yunjing/contract/schemas/invoices";
import { download } from "../../../device/http.ts";
import { saveFile } from "../../../device/save-file.ts";
import { renewSession } from "../../../device/session.ts";
import { tokenState } from "../../../device/token.ts";

export async function saveInvoice({ invoiceId, officialNo = "" }: Invoice): Promise<void> {
  if (tokenState() === "expired") await renewSession();
  const { bytes, type } = await download(`/invoices/${invoiceId}/file`);
  saveFile(new Blob([bytes], { type }), `发票-${officialNo}.pdf`);
}
