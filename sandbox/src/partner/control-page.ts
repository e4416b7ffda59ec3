/** Control page of the sandbox partners: their orders and their fault settings. */
import type { FastifyInstance } from "fastify";
import { escaped, sendPage, shownTime } from "../page.ts";
import { brands, type PartnerId, partnerIds } from "./brands.ts";
import { canMove, type PartnerOrder, type State } from "./orders.ts";
import { stateNames } from "./pages.ts";
import { noPartnerFaults, type PartnerFaults } from "./push.ts";
import type { PartnerDeps } from "./routes.ts";

const PATH = "/sandbox/partners";
const SHOWN_MAX = 30;

const knobNames: Record<keyof PartnerFaults, string> = {
  lostPush: "不推送（只能拉到）",
  pushTwice: "推送两遍",
  stalePush: "又推一遍旧状态",
  noSid: "订单没有跟踪号",
  risk: "风控订单",
  pullDown: "拉单应答 500（1 开）",
};
const moves: readonly { to: State; name: string }[] = [
  { to: "paid", name: "付款" },
  { to: "settled", name: "结算" },
  { to: "void", name: "失效" },
];

/** Uses the form parser of the partner pages; both are registered in the same scope. */
export function addPartnerControlPage(app: FastifyInstance, deps: PartnerDeps): void {
  const { orders, faults } = deps;
  app.get(PATH, async (_request, reply) =>
    sendPage(reply, {
      path: PATH,
      title: "合作方",
      lead: "假的出行与外卖合作方：从云鲸权益跳转过去下单",
      main: partnerIds.map((id) => card(id, deps)).join(""),
    }),
  );
  const id = { enum: partnerIds };
  app.post<{ Params: { id: PartnerId }; Body: Record<string, string> }>(
    `${PATH}/:id/faults`,
    { schema: { params: { type: "object", properties: { id } } } },
    async ({ params, body }, reply) => {
      const set = Object.keys(noPartnerFaults).map((name) => [name, Number(body[name] ?? 0)]);
      faults.put(params.id, { ...noPartnerFaults, ...Object.fromEntries(set) });
      return reply.redirect(PATH, 303);
    },
  );
  app.post<{ Params: { no: string }; Body: { to: State } }>(
    `${PATH}/orders/:no`,
    async ({ params, body }, reply) => {
      orders.move(params.no, body.to);
      return reply.redirect(PATH, 303);
    },
  );
}

function card(id: PartnerId, { orders, faults }: PartnerDeps): string {
  const now = { ...noPartnerFaults, ...faults.get(id) };
  const fields = Object.entries(knobNames).map(
    ([
      name,
      label,
    ]) => `<label>${label}<input type="number" name="${name}" min="0" max="1" step="0.01"
      value="${Object.entries(now).find(([key]) => key === name)?.[1] ?? 0}" required></label>`,
  );
  const newest = orders.of(id).slice(-SHOWN_MAX).reverse();
  const rows = newest.map(row).join("");
  const table = `<div class="scroll"><table><tr><th>单号</th><th>内容</th><th>状态</th><th></th></tr>${rows}</table></div>`;
  return `<section class="card"><div class="row"><h2>${brands[id].name}</h2><span class="quiet">${id} · 0 从不，1 总是</span>
    </div><form class="grid" method="post" action="${PATH}/${id}/faults">${fields.join("")}<button>保存</button></form>
    ${newest.length > 0 ? table : '<div class="empty">还没有订单</div>'}</section>`;
}

function row({ orderNo, title, amountFen, state, orderedAt }: PartnerOrder): string {
  const forms = moves
    .filter(({ to }) => canMove(state, to))
    .map(
      ({ to, name }) => `<form method="post" action="${PATH}/orders/${escaped(orderNo)}">
      <input type="hidden" name="to" value="${to}"><button class="plain">${name}</button></form>`,
    );
  return `<tr><td>${escaped(orderNo)}<br><span class="quiet">${shownTime(new Date(orderedAt).toISOString())}</span></td>
    <td>${escaped(title)}<br>${(amountFen / 100).toFixed(2)}</td><td><span class="tag">${stateNames[state]}</span></td>
    <td>${forms.join("")}</td></tr>`;
}
