/**
 * The issuer of invoices over signed HTTP: issued, reversed and queried by our number. Only the
 * issuer's own answers decide the result.
 */
import Type from "typebox";
import Value from "typebox/value";
import type { InvoiceIssuer, IssuerAnswer } from "../../domain/invoices/port.ts";
import { Outage } from "../../platform/refusal.ts";
import { type Partner, type Reply, requireSafeOrigin, signedCall } from "../signing/call.ts";

const PATH = "/invoice/v1/invoices";

const requestNo = Type.String({ minLength: 1, maxLength: 64 });
const Processing = Type.Object({ requestNo, state: Type.Literal("processing") });
const Issued = Type.Object({
  requestNo,
  state: Type.Literal("issued"),
  invoiceNo: Type.String({ pattern: "^\\d{8,20}$" }),
});
const Refused = Type.Object({
  requestNo,
  state: Type.Literal("refused"),
  reason: Type.String({ minLength: 1, maxLength: 200 }),
});
const Absent = Type.Object({ requestNo, code: Type.Literal("NO_SUCH_INVOICE") });
const File = Type.Object({ requestNo, pdf: Type.String({ minLength: 1 }) });

/** Returns the answer about a number; anything that is not clearly about it is unknown. */
function answerOf(reply: Reply, no: string): IssuerAnswer {
  if (!reply.answered) return { state: "unknown", reason: reply.reason };
  const { status, body } = reply;
  if (status === 404 && Value.Check(Absent, body) && body.requestNo === no)
    return { state: "absent" };
  if (status === 200 && Value.Check(Issued, body) && body.requestNo === no)
    return { state: "issued", officialNo: body.invoiceNo };
  if (status === 200 && Value.Check(Refused, body) && body.requestNo === no)
    return { state: "refused", reason: body.reason };
  if (status === 200 && Value.Check(Processing, body) && body.requestNo === no)
    return { state: "processing" };
  return { state: "unknown", reason: `status ${status}` };
}

const isPdf = (file: Buffer): boolean => file.subarray(0, 5).toString("latin1") === "%PDF-";

/** Throws TypeError at once when the origin is not safe. */
export function invoiceIssuer(partner: Partner): InvoiceIssuer {
  requireSafeOrigin(partner.origin);
  const pathOf = (no: string) => `${PATH}/${encodeURIComponent(no)}`;
  const post = async (no: string, body: object): Promise<IssuerAnswer> =>
    answerOf(await signedCall(partner, { method: "POST", path: PATH, body }), no);
  return {
    issue: ({ requestNo: no, ...order }) => post(no, { requestNo: no, kind: "blue", ...order }),
    reverse: ({ requestNo: no, ...reversal }) =>
      post(no, { requestNo: no, kind: "red", ...reversal }),
    query: async (no) =>
      answerOf(await signedCall(partner, { method: "GET", path: pathOf(no) }), no),
    async file(no) {
      const reply = await signedCall(partner, { method: "GET", path: `${pathOf(no)}/file` });
      if (!reply.answered) throw new Outage("invoices", reply.cause ?? reply.reason);
      const { status, body } = reply;
      const file =
        status === 200 && Value.Check(File, body) && body.requestNo === no
          ? Buffer.from(body.pdf, "base64")
          : undefined;
      if (!file || !isPdf(file)) throw new Outage("invoices", `answered ${status}`);
      return file;
    },
  };
}
