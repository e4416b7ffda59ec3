/**
 * Pages of the sandbox WeChat Pay: the payment sheet of one trade, the latest trades, and the fault
 * settings.
 */
import type { FastifyInstance } from "fastify";
import { escaped, sendPage } from "../page.ts";
import { type BillFaults, noBillFaults, type WechatPayFaults } from "./answers.ts";
import type { Refund } from "./refunds.ts";
import { PATH, readTradeDetails, wechatPayFaultsSchema } from "./routes.ts";
import type { Trade } from "./trades.ts";
import { transfersCard } from "./transfers-page.ts";
import type { WechatPayBackend } from "./backend.ts";

const SHOWN_MAX = 30;
const yuan = (fen: number): string => `¥${(fen / 100).toFixed(2)}`;
/** Formats day and minute in China, such as 11/21 20:09. */
const clockTime = (ms: number): string =>
  new Date(ms).toLocaleString("zh-CN", {
    timeZone: "Asia/Shanghai",
    hour12: false,
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });

/** Needs a scope of its own: a plain form posts text, which is parsed here. */
export function addWechatPayPage(app: FastifyInstance, backend: WechatPayBackend): void {
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: 10_000 },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.get(PATH, async (_request, reply) =>
    sendPage(reply, {
      path: PATH,
      title: "微信支付",
      lead: "假的微信支付：替付款人付款，看通知送达",
      main: listCard(backend) + transfersCard(backend) + knobsCard(backend.faults()),
    }),
  );
  app.get<{ Params: { outTradeNo: string }; Querystring: { redirect_url?: string } }>(
    `${PATH}/:outTradeNo`,
    async ({ params, query, headers }, reply) => {
      const shown = readTradeDetails(backend, params.outTradeNo);
      if (!headers.accept?.includes("text/html")) {
        return shown ?? reply.code(404).send({ message: "没有这笔订单" });
      }
      const title = shown ? "微信支付收银台" : "没有这笔订单";
      return sendPage(reply.code(shown ? 200 : 404), {
        path: PATH,
        title,
        lead: "沙盒里的付款人：点一下就付，不花真钱",
        main: shown ? paymentCard(shown, query.redirect_url) : "",
      });
    },
  );
  const back = (outTradeNo: string, returnTo: string | undefined) => {
    const tail = returnTo ? `?redirect_url=${encodeURIComponent(returnTo)}` : "";
    return `${PATH}/${encodeURIComponent(outTradeNo)}${tail}`;
  };
  type Posted = {
    Params: { outTradeNo: string };
    Body: { how?: string; returnTo?: string } | null;
  };
  app.post<Posted>(`${PATH}/:outTradeNo/pay`, async ({ params, body }, reply) => {
    const trade = backend.trades.pay(params.outTradeNo);
    if (trade && body?.how !== "silent") backend.notifyPaid(trade, 1);
    return reply.redirect(back(params.outTradeNo, body?.returnTo), 303);
  });
  app.post<Posted>(`${PATH}/:outTradeNo/refuse`, async ({ params, body }, reply) => {
    backend.trades.refuse(params.outTradeNo);
    return reply.redirect(back(params.outTradeNo, body?.returnTo), 303);
  });
  app.post<{ Body: Partial<WechatPayFaults> }>(
    `${PATH}/knobs`,
    { schema: { body: wechatPayFaultsSchema } },
    async ({ body }, reply) => {
      backend.setFaults(body);
      return reply.redirect(PATH, 303);
    },
  );
}

const noticeStatusText = (last: string | undefined): string => {
  if (last === undefined) return "在路上";
  return last === "204" || last === "200" ? "已送达" : `未送达（${escaped(last)}）`;
};

function tagOf(trade: Trade, refunds: readonly Refund[]): string {
  if (refunds.length > 0) return '<span class="tag">有退款</span>';
  if (trade.state === "SUCCESS") return '<span class="tag ok">已支付</span>';
  return trade.state === "CLOSED"
    ? '<span class="tag bad">已关闭</span>'
    : '<span class="tag">待支付</span>';
}

/** Accepts only web addresses; the rest of the address is not checked in a sandbox. */
const isWebAddress = (url: string | undefined): url is string => /^https?:\/\//.test(url ?? "");

function paymentCard(
  trade: Omit<Trade, "asked"> & {
    refunds: readonly Refund[];
    notices: readonly { last?: string | undefined }[];
  },
  returnTo: string | undefined,
): string {
  const path = `${PATH}/${escaped(encodeURIComponent(trade.outTradeNo))}`;
  const back = isWebAddress(returnTo) ? returnTo : undefined;
  const hidden = back ? `<input type="hidden" name="returnTo" value="${escaped(back)}">` : "";
  const form = (act: string, label: string, className = "", how = "") =>
    `<form method="post" action="${path}/${act}">${hidden}${how}<button${className}>${label}</button></form>`;
  const plain = ' class="plain"';
  const silent = '<input type="hidden" name="how" value="silent">';
  const acts =
    trade.state === "NOTPAY"
      ? `<div class="acts">${form("pay", "确认支付")}${form("pay", "支付但不通知", plain, silent)}
        ${form("refuse", "放弃支付", plain)}</div>`
      : "";
  const refused = trade.state === "NOTPAY" && trade.refusedAt ? "付款人刚才放弃了支付。" : "";
  const noticeTexts = trade.notices.map(({ last }) => noticeStatusText(last)).join("、");
  const link = back ? `<a class="button" href="${escaped(back)}">返回商家</a>` : "";
  return `<section class="card"><div class="row"><h2>${escaped(trade.description)}</h2>
    ${tagOf({ ...trade, asked: "" }, trade.refunds)}</div><p class="code">${yuan(trade.amountFen)}</p>
    <p class="quiet">${escaped(trade.outTradeNo)}</p>
    <p class="quiet">${clockTime(trade.createdAt)} · ${trade.via === "h5" ? "微信外" : "微信内"}</p>
    <p class="quiet">${refused}通知：${noticeTexts || "未发出"}</p>${acts}${link}</section>`;
}

function listCard(backend: WechatPayBackend): string {
  const latest = backend.trades.all().slice(-SHOWN_MAX).reverse();
  const rows = latest.map(
    (
      trade,
    ) => `<tr><td><a href="${PATH}/${escaped(trade.outTradeNo)}">${escaped(trade.description)}</a>
      <p class="quiet">尾号 ${escaped(trade.outTradeNo.slice(-8))} · ${clockTime(trade.createdAt)}</p>
      </td><td>${yuan(trade.amountFen)}</td>
      <td>${tagOf(trade, backend.refunds.of(trade.outTradeNo))}</td></tr>`,
  );
  if (rows.length === 0) return '<section class="card empty">还没有人下单</section>';
  return `<section class="card"><h2>最近的支付</h2><div class="scroll"><table>
    <tr><th>商品</th><th>金额</th><th>状态</th></tr>${rows.join("")}</table></div></section>`;
}

const billKnobs: Record<keyof BillFaults, string> = {
  billLate: "账单迟到（0/1）",
  billEarly: "账单提前，当天可取（0/1）",
  billTorn: "账单残缺（0/1）",
  billMissing: "账单缺行",
  billWrongAmount: "账单错金额",
  billWrongFee: "账单错手续费",
  billExtra: "账单多行",
  billTwice: "账单重复行",
};

const knobsCard = (faults: WechatPayFaults): string =>
  `<section class="card"><div class="row"><h2>让它出错</h2>
    <span class="quiet">前六项为比例 0–1，账单各项为行数</span></div>
    <form class="grid" method="post" action="${PATH}/knobs">
    ${faultInput("timeoutButDone", "办成但不应答", faults.timeoutButDone)}
    ${faultInput("error500", "应答 500", faults.error500)}
    ${faultInput("abnormalRefund", "退款异常", faults.abnormalRefund)}
    ${faultInput("failTransfer", "转账失败", faults.failTransfer)}
    ${faultInput("neverTransfer", "转账无结果", faults.neverTransfer)}
    ${faultInput("noFunds", "商户余额不足", faults.noFunds)}
    ${faultInput("slowMs", "应答推迟（毫秒）", faults.slowMs, 'max="60000"')}
    ${Object.keys(noBillFaults)
      .filter((name): name is keyof BillFaults => name in noBillFaults)
      .map((name) => faultInput(name, billKnobs[name], faults[name], 'max="1000"'))
      .join("")}<button>保存</button></form></section>`;
const faultInput = (
  name: string,
  label: string,
  value: number,
  bounds = 'max="1" step="0.05"',
): string =>
  `<label>${label}<input type="number" name="${name}" min="0" ${bounds} value="${value}"
    required></label>`;
