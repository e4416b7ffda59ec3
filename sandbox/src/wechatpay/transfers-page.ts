/**
 * Payee's pages of transfers: the confirmation that WeChat's JS bridge would open, and the routes
 * for tests.
 */
import type { FastifyInstance } from "fastify";
import { escaped, sendPage } from "../page.ts";
import { PATH } from "./routes.ts";
import type { Transfer } from "./transfers.ts";
import type { WechatPayBackend } from "./backend.ts";

export const TRANSFERS = `${PATH}/transfers`;
const SHOWN_MAX = 20;
const yuan = (fen: number): string => `¥${(fen / 100).toFixed(2)}`;
const clockTime = (ms: number): string =>
  new Date(ms).toLocaleString("zh-CN", {
    timeZone: "Asia/Shanghai",
    hour12: false,
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });

const tags: Readonly<Record<Transfer["state"], string>> = {
  PROCESSING: '<span class="tag">处理中</span>',
  WAIT_USER_CONFIRM: '<span class="tag">待收款</span>',
  SUCCESS: '<span class="tag ok">已收款</span>',
  FAIL: '<span class="tag bad">失败</span>',
  CANCELING: '<span class="tag">撤销中</span>',
  CANCELLED: '<span class="tag bad">已撤销</span>',
};

/** Returns the list of the latest transfers for the channel's own page. */
export function transfersCard({ transfers }: WechatPayBackend): string {
  const latest = transfers.all().slice(-SHOWN_MAX).reverse();
  if (latest.length === 0) return "";
  const rows = latest.map(
    ({ outBillNo, remark, amountFen, state, createdAt }) =>
      `<tr><td><a href="${TRANSFERS}/${escaped(outBillNo)}">${escaped(remark)}</a>
      <p class="quiet">尾号 ${escaped(outBillNo.slice(-8))} · ${clockTime(createdAt)}</p></td>
      <td>${yuan(amountFen)}</td><td>${tags[state]}</td></tr>`,
  );
  return `<section class="card"><h2>最近的转账</h2><div class="scroll"><table>
    <tr><th>事由</th><th>金额</th><th>状态</th></tr>${rows.join("")}</table></div></section>`;
}

/**
 * Accepts a path on this host or a web address; the rest of the address is not checked in a
 * sandbox.
 */
const isWayBack = (url: string | undefined): url is string =>
  /^(https?:\/\/|\/(?![/\\]))/.test(url ?? "");

const noticeStatusText = (last: string | undefined): string => {
  if (last === undefined) return "在路上";
  return last === "204" || last === "200" ? "已送达" : `未送达（${escaped(last)}）`;
};

function confirmationCard(
  backend: WechatPayBackend,
  transfer: Transfer,
  returnTo: string | undefined,
) {
  const { outBillNo, amountFen, remark, state, failReason, userName, createdAt } = transfer;
  const path = `${TRANSFERS}/${escaped(encodeURIComponent(outBillNo))}`;
  const back = isWayBack(returnTo) ? escaped(returnTo) : undefined;
  const hidden = back ? `<input type="hidden" name="returnTo" value="${back}">` : "";
  const form = (act: string, label: string, className = "", how = "") =>
    `<form method="post" action="${path}/${act}">${hidden}${how}<button${className}>${label}</button></form>`;
  const plain = ' class="plain"';
  const silent = '<input type="hidden" name="how" value="silent">';
  const acts =
    state === "WAIT_USER_CONFIRM"
      ? `<div class="acts">${form("confirm", "确认收款")}${form("confirm", "收款但不通知", plain, silent)}
        ${form("lapse", "逾期不收", plain)}</div>`
      : "";
  const noticeTexts = backend.notices.of(outBillNo).map(({ last }) => noticeStatusText(last));
  const link = back ? `<a class="button" href="${back}">返回商家</a>` : "";
  return `<section class="card"><div class="row"><h2>${escaped(remark)}</h2>${tags[state]}</div>
    <p class="code">${yuan(amountFen)}</p><p class="quiet">${escaped(outBillNo)}</p>
    <p class="quiet">${clockTime(createdAt)}${userName ? ` · 收款人 ${escaped(userName)}` : ""}</p>
    ${failReason ? `<p class="quiet">原因：${escaped(failReason)}</p>` : ""}
    <p class="quiet">通知：${noticeTexts.join("、") || "未发出"}</p>${acts}${link}</section>`;
}

const confirmation = {
  type: "object",
  additionalProperties: false,
  properties: {
    notify: { type: "boolean", default: true },
    times: { type: "integer", minimum: 1, maximum: 100, default: 1 },
  },
};

export function readTransferDetails(backend: WechatPayBackend, outBillNo: string) {
  const transfer = backend.transfers.find(outBillNo);
  if (!transfer) return undefined;
  const { asked: _, ...shown } = transfer;
  return { ...shown, notices: backend.notices.of(outBillNo) };
}

/**
 * For tests and scripts: `GET …/transfers` lists all, `POST …/transfers/{outBillNo}/approve
 * {notify, times?}` confirms and optionally notifies our server.
 */
export function addTransferRoutes(app: FastifyInstance, backend: WechatPayBackend): void {
  app.get(TRANSFERS, async () => backend.transfers.all().map(({ asked: _, ...shown }) => shown));
  app.post<{ Params: { no: string }; Body: { notify: boolean; times: number } }>(
    `${TRANSFERS}/:no/approve`,
    { schema: { body: confirmation } },
    async ({ params, body }, reply) => {
      const times = body.notify ? body.times : 0;
      const transfer = backend.endTransferAndNotify(times, () =>
        backend.transfers.confirm(params.no),
      );
      if (!transfer) return reply.code(409).send({ message: "没有可以确认的转账" });
      return readTransferDetails(backend, params.no);
    },
  );
}

/** Must be registered in the scope that parses plain forms. */
export function addTransferPage(app: FastifyInstance, backend: WechatPayBackend): void {
  app.get<{ Params: { no: string }; Querystring: { redirect_url?: string } }>(
    `${TRANSFERS}/:no`,
    async ({ params, query, headers }, reply) => {
      const transfer = backend.transfers.find(params.no);
      if (!headers.accept?.includes("text/html")) {
        const shown = readTransferDetails(backend, params.no);
        return shown ?? reply.code(404).send({ message: "没有这笔转账" });
      }
      return sendPage(reply.code(transfer ? 200 : 404), {
        path: PATH,
        title: transfer ? "微信确认收款" : "没有这笔转账",
        lead: "沙盒里的收款人：点一下就收，不是真钱",
        main: transfer ? confirmationCard(backend, transfer, query.redirect_url) : "",
      });
    },
  );
  type Posted = { Params: { no: string }; Body: { how?: string; returnTo?: string } | null };
  const back = (no: string, returnTo: string | undefined) => {
    const tail = isWayBack(returnTo) ? `?redirect_url=${encodeURIComponent(returnTo)}` : "";
    return `${TRANSFERS}/${encodeURIComponent(no)}${tail}`;
  };
  app.post<Posted>(`${TRANSFERS}/:no/confirm`, async ({ params, body }, reply) => {
    const times = body?.how === "silent" ? 0 : 1;
    backend.endTransferAndNotify(times, () => backend.transfers.confirm(params.no));
    return reply.redirect(back(params.no, body?.returnTo), 303);
  });
  app.post<Posted>(`${TRANSFERS}/:no/lapse`, async ({ params, body }, reply) => {
    backend.endTransferAndNotify(1, () => backend.transfers.lapse(params.no));
    return reply.redirect(back(params.no, body?.returnTo), 303);
  });
}
