/** Saves the file of an issued invoice on the device. */
import type { Invoice } from "@yunjing/contract/schemas/invoices";
import { saveDownload } from "../../../device/save-download.ts";

export const saveInvoice = ({ invoiceId, officialNo = "" }: Invoice): Promise<void> =>
  saveDownload({ path: `/invoices/${invoiceId}/file`, name: `发票-${officialNo}.pdf` });
