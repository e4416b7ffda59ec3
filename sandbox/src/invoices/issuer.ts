/**
 * The sandbox issuer of invoices: issues and reverses, each number once, and returns the PDF. The
 * title decides what goes wrong: 拒开 is refused, 无应答 issues without an answer.
 */
import type { FastifyInstance } from "fastify";
import type { Clock } from "../clock.ts";
import type { Journal } from "../journal.ts";
import { escaped, sendPage, shownTime } from "../page.ts";
import { invoicePdf } from "./pdf.ts";

type Buyer = { titleType: "person" | "company"; title: string; taxNo?: string };
type Blue = {
  requestNo: string;
  kind: "blue";
  buyer: Buyer;
  amountFen: number;
  goods: string;
  orderNo: string;
  email?: string;
};
type Red = { requestNo: string; kind: "red"; officialNo: string; amountFen: number };
type Outcome = { state: "issued"; invoiceNo: string } | { state: "refused"; reason: string };

/** What was asked for under one number, and how it ended. */
export type IssuedInvoice = { request: Blue | Red; outcome: Outcome; at: string };

const requestNo = { type: "string", pattern: "^[A-Za-z0-9]{1,64}$" };
const amountFen = { type: "integer", minimum: 1 };
const blue = {
  type: "object",
  additionalProperties: false,
  required: ["requestNo", "kind", "buyer", "amountFen", "goods", "orderNo"],
  properties: {
    requestNo,
    kind: { const: "blue" },
    amountFen,
    buyer: {
      type: "object",
      additionalProperties: false,
      required: ["titleType", "title"],
      properties: {
        titleType: { enum: ["person", "company"] },
        title: { type: "string", minLength: 2, maxLength: 100 },
        taxNo: { type: "string", pattern: "^[0-9A-Z]{18}$" },
      },
    },
    goods: { type: "string", minLength: 1, maxLength: 90 },
    orderNo: { type: "string", minLength: 1, maxLength: 64 },
    email: { type: "string", maxLength: 100 },
  },
};
const red = {
  type: "object",
  additionalProperties: false,
  required: ["requestNo", "kind", "officialNo", "amountFen"],
  properties: {
    requestNo,
    kind: { const: "red" },
    officialNo: { type: "string", pattern: "^\\d{20}$" },
    amountFen,
  },
};

const yuan = (fen: number): string => (fen / 100).toFixed(2);

function decide(request: Blue | Red, journal: Journal<IssuedInvoice>): Outcome {
  const all = journal.values();
  const invoiceNo = `26312000${String(all.length + 1).padStart(12, "0")}`;
  if (request.kind === "blue") {
    return request.buyer.title.includes("拒开")
      ? { state: "refused", reason: "抬头未通过校验" }
      : { state: "issued", invoiceNo };
  }
  const { officialNo, amountFen: fen } = request;
  const isOpen = all.some(
    ({ request: one, outcome }) =>
      one.kind === "blue" &&
      one.amountFen === fen &&
      outcome.state === "issued" &&
      outcome.invoiceNo === officialNo,
  );
  const isReversed = all.some(
    ({ request: one, outcome }) =>
      one.kind === "red" && one.officialNo === officialNo && outcome.state === "issued",
  );
  return isOpen && !isReversed
    ? { state: "issued", invoiceNo }
    : { state: "refused", reason: "没有可红冲的发票" };
}

function linesOf({ request, outcome, at }: IssuedInvoice): string[] {
  const no = outcome.state === "issued" ? outcome.invoiceNo : "";
  const head = ["电子发票（普通发票） 模拟", `发票号码：${no}`, `开票日期：${shownTime(at)}`];
  if (request.kind === "red") return [...head, `红冲：${request.officialNo}`];
  const { title, taxNo = "无" } = request.buyer;
  return [
    ...head,
    `购买方：${title}`,
    `统一社会信用代码：${taxNo}`,
    `项目：${request.goods}（订单 ${request.orderNo}）`,
    `价税合计：${yuan(request.amountFen)} 元`,
    "这是模拟发票，没有效力。",
  ];
}

/** Adds the signed calls. */
export function addInvoiceRoutes(
  app: FastifyInstance,
  journal: Journal<IssuedInvoice>,
  clock: Clock,
): void {
  type Named = { Params: { requestNo: string } };
  const absent = (no: string) => ({ code: "NO_SUCH_INVOICE", requestNo: no });

  app.post<{ Body: Blue | Red }>(
    "/invoice/v1/invoices",
    { schema: { body: { oneOf: [blue, red] } } },
    async ({ body: request }, reply) => {
      const no = request.requestNo;
      const known = journal.get(no);
      if (known && JSON.stringify(known.request) !== JSON.stringify(request)) {
        return reply.code(409).send({ code: "NUMBER_USED", requestNo: no });
      }
      const made = known ?? {
        request,
        outcome: decide(request, journal),
        at: clock.now().toISOString(),
      };
      if (!known) journal.put(no, made);
      const isSilent = request.kind === "blue" && request.buyer.title.includes("无应答");
      if (isSilent && !known) return reply.code(504).send({ code: "TIMEOUT" });
      return { requestNo: no, ...made.outcome };
    },
  );
  app.get<Named>("/invoice/v1/invoices/:requestNo", async ({ params }, reply) => {
    const known = journal.get(params.requestNo);
    if (!known) return reply.code(404).send(absent(params.requestNo));
    return { requestNo: params.requestNo, ...known.outcome };
  });
  app.get<Named>("/invoice/v1/invoices/:requestNo/file", async ({ params }, reply) => {
    const known = journal.get(params.requestNo);
    if (known?.outcome.state !== "issued") {
      return reply.code(404).send(absent(params.requestNo));
    }
    const pdf = invoicePdf(linesOf(known)).toString("base64");
    return { requestNo: params.requestNo, pdf };
  });
}

const SHOWN_MAX = 50;

/** Adds the page that shows what was issued. */
export function addInvoicePage(app: FastifyInstance, journal: Journal<IssuedInvoice>): void {
  const newestFirst = () => journal.values().reverse().slice(0, SHOWN_MAX);
  app.get("/sandbox/invoices", async (_request, reply) =>
    sendPage(reply, {
      path: "/sandbox/invoices",
      title: "开票",
      lead: "发票只在这里模拟，没有效力；抬头含「拒开」的不开，含「无应答」的第一次没有应答",
      main: newestFirst().map(card).join("") || '<div class="card empty">还没有发票</div>',
      reloadSeconds: 5,
    }),
  );
}

const card = (one: IssuedInvoice): string => {
  const { request, outcome, at } = one;
  const name = request.kind === "red" ? `红冲 ${request.officialNo}` : request.buyer.title;
  const end = outcome.state === "issued" ? outcome.invoiceNo : outcome.reason;
  return `<article class="card"><div class="row"><h2>${escaped(name)}</h2>
  <time class="quiet" datetime="${at}">${shownTime(at)}</time></div>
  <p>${yuan(request.amountFen)} 元 · ${escaped(end)}</p></article>`;
};
