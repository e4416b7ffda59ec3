/** Control page of the sandbox suppliers: sets their faults and shows their order logs. */
import type { FastifyInstance } from "fastify";
import { escaped, sendPage, shownTime } from "../page.ts";
import type { OrderJournals } from "./suppliers.ts";
import { type FaultKnobs, type Faults, noFaults, noStatementFaults } from "./faults.ts";
import type { sentinels } from "./inject-faults.ts";
import type { KnownOrder, OrderState } from "./orders.ts";
import { supplierEntries, type SupplierId, supplierIds } from "./registry.ts";
import { faultsSchema } from "./routes.ts";

const PATH = "/sandbox/suppliers";
const SHOWN_MAX = 30;

const knobNames: Record<keyof Faults, string> = {
  timeoutButDone: "办成但不应答",
  error500: "应答 500",
  refuse: "明确拒绝",
  duplicateCallback: "重复回调",
  lateCallbackMs: "回调推迟（毫秒）",
  never: "永不办成",
  garbage: "应答乱码",
  statementLate: "对账单迟到（0/1）",
  statementMissing: "对账单缺行",
  statementWrongAmount: "对账单错金额",
  statementWrongState: "对账单错状态",
  statementExtra: "对账单多行",
  statementTwice: "对账单重复行",
};
const sentinelNames: Record<keyof typeof sentinels, string> = {
  "0002": "办成但不应答",
  "0003": "明确拒绝",
  "0004": "接单后永不办成",
  "0005": "第一次应答 500，再来就好",
  "0006": "接单后又失败",
};
const stateTags: Record<OrderState, string> = {
  accepted: '<span class="tag">已接单</span>',
  issued: '<span class="tag ok">已办成</span>',
  failed: '<span class="tag bad">失败</span>',
  cancelled: '<span class="tag bad">已取消</span>',
};

type Posted = { Params: { id: SupplierId }; Body: Partial<Faults> };

export function addSuppliersPage(
  app: FastifyInstance,
  deps: { knobs: FaultKnobs; journals: OrderJournals },
): void {
  const { knobs, journals } = deps;

  app.get(PATH, async (_request, reply) => {
    return sendPage(reply, {
      path: PATH,
      title: "供应商",
      lead: "让假的供应商出错，看我们怎样应对",
      main: supplierIds.map((id) => card(id, { knobs, journals })).join("") + sentinelsCard(),
    });
  });

  // A plain form can only POST; numbers arrive as text and the schema converts them.
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: 10_000 },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  const params = { type: "object", properties: { id: { enum: supplierIds } } };
  app.post<Posted>(
    `${PATH}/:id/faults`,
    { schema: { params, body: faultsSchema } },
    async (request, reply) => {
      knobs.set(request.params.id, request.body);
      return reply.redirect(PATH, 303);
    },
  );
}

function boundsOf(name: keyof Faults): string {
  if (name === "lateCallbackMs") return 'max="86400000" step="1"';
  return name in noStatementFaults ? 'max="1000" step="1"' : 'max="1" step="0.01"';
}

function knobsForm(id: SupplierId, faults: Faults): string {
  const fields = Object.keys(noFaults)
    .filter((name): name is keyof Faults => name in noFaults)
    .map((name) => {
      const bounds = boundsOf(name);
      return `<label>${knobNames[name]}<input type="number" name="${name}" min="0" ${bounds}
        value="${faults[name]}" required></label>`;
    });
  return `<form class="grid" method="post" action="${PATH}/${id}/faults">${fields.join("")}
    <button>保存</button></form>`;
}

/** The first card is open, the others are collapsed. */
function card(
  id: SupplierId,
  { knobs, journals }: { knobs: FaultKnobs; journals: OrderJournals },
): string {
  const newest = (journals.get(id)?.values() ?? []).slice(-SHOWN_MAX).reverse();
  const main = knobsForm(id, knobs.get(id)) + ordersTable(newest);
  return `<details class="card"${id === "dining" ? " open" : ""}><summary>${supplierEntries[id].name}
    <span class="quiet">${id} · 0 从不，1 总是；对账单各项为行数</span></summary>${main}</details>`;
}

function sentinelsCard(): string {
  const rows = Object.entries(sentinelNames).map(
    ([tail, meaning]) => `<tr><td>…${tail}</td><td>${meaning}</td></tr>`,
  );
  return `<section class="card"><h2>特殊手机号</h2>
    <p class="quiet">联系手机或充值账号的后四位是这些，就会发生对应的事；没有手机时看商品编号的后四位</p>
    <table>${rows.join("")}</table></section>`;
}

function ordersTable(orders: readonly KnownOrder[]): string {
  if (orders.length === 0) return '<div class="empty">还没有收到订单</div>';
  const rows = orders.map((order) => {
    const first = order.seen[0]?.at;
    const codes = order.codes?.map(({ code }) => code).join(" ") ?? order.reason ?? "";
    return `<tr><td>${escaped(order.outNo)}<br><span class="quiet">${first ? shownTime(first) : ""}
      </span></td><td>${stateTags[order.state]}</td><td>${escaped(order.supplierNo ?? "—")}</td>
      <td>${escaped(codes)}</td></tr>`;
  });
  return `<div class="scroll"><table>
    <tr><th>我们的单号</th><th>状态</th><th>供应商单号</th><th>码或原因</th></tr>
    ${rows.join("")}</table></div>`;
}
