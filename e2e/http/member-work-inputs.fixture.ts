/** Valid inputs that name no existing object, for the operations on invoices and moderation. */
import type { Input, Name } from "@yunjing/contract/operations";

type Topic = "operatorInvoices" | "operatorModeration";
type Inputs = { readonly [T in Topic]: { readonly [N in Name<T>]: Input<T, N> } };

const id = "00000000-0000-7000-8000-000000000000";
const reason = "试一试";

export const memberWorkInputs: Inputs = {
  operatorModeration: {
    list: {},
    approve: { caseId: id, reason },
    reject: { caseId: id, reason },
    words: {},
    setWord: { word: "加群", level: "review", isOn: true, sinceVersion: 7, reason },
  },
  operatorInvoices: {
    list: {},
    issue: { invoiceId: id, reason },
    reject: { invoiceId: id, reason },
    reverse: { invoiceId: id, reason },
    ask: { invoiceId: id, reason },
  },
};
