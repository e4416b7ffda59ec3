/** The partners' own pages, in their own style: plain HTML without scripts. */
import type { FastifyReply } from "fastify";
import { escaped } from "../page.ts";
import { type Brand, brands, type PartnerId } from "./brands.ts";
import { canMove, type PartnerOrder, type State } from "./orders.ts";

const style = ({ colour, textColour, backgroundColour }: Brand): string => `
* { box-sizing: border-box; margin: 0; }
body { background: ${backgroundColour}; color: ${textColour}; font: 15px/22px -apple-system, BlinkMacSystemFont,
  "PingFang SC", "Noto Sans SC", "Microsoft YaHei", sans-serif; }
header { background: ${colour}; padding: 28px 20px 44px; border-radius: 0 0 32px 32px; }
header p { opacity: .8; }
header h1 { font-size: 26px; line-height: 34px; }
main, header > div { max-width: 480px; margin: 0 auto; }
main { padding: 0 16px 40px; margin-top: -24px; display: grid; gap: 12px; }
.sheet { background: #fff; border-radius: 20px; padding: 16px 20px; }
.sheet h2 { font-size: 17px; line-height: 26px; }
.quiet { opacity: .72; font-size: 13px; }
.row { display: flex; justify-content: space-between; gap: 12px; align-items: center; }
.price { font-size: 20px; font-weight: 700; }
button { min-height: 44px; border: 0; border-radius: 22px; padding: 0 22px; font: inherit;
  font-weight: 600; background: ${textColour}; color: #fff; white-space: nowrap; }
button.plain { background: ${backgroundColour}; color: ${textColour}; }
.acts { display: flex; gap: 8px; flex-wrap: wrap; margin-top: 16px; }
a { color: ${textColour}; }
:focus-visible { outline: 2px solid ${textColour}; outline-offset: 2px; }`;

export const pathOf = (id: PartnerId): string => `/sandbox/partner/${id}`;
const yuan = (fen: number): string => `¥${(fen / 100).toFixed(2)}`;
export const stateNames: Readonly<Record<State, string>> = {
  ordered: "等待付款",
  paid: "进行中",
  settled: "已完成",
  void: "已取消",
};

function send(reply: FastifyReply, id: PartnerId, main: string) {
  const brand = brands[id];
  return reply
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .header(
      "content-security-policy",
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
    )
    .type("text/html; charset=utf-8")
    .send(`<!doctype html><html lang="zh-CN"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${brand.name}</title><style>${style(brand)}</style></head><body>
<header><div><h1>${brand.name}</h1><p>${brand.slogan}</p></div></header><main>${main}</main></body></html>`);
}

/** Sends the page for a link that is invalid or already used. */
export const sendExpiredPage = (reply: FastifyReply, id: PartnerId) =>
  send(
    reply.code(410),
    id,
    `<section class="sheet"><h2>链接已失效</h2>
    <p class="quiet">请回到云鲸权益，重新点开一次。</p></section>`,
  );

export function sendShop(reply: FastifyReply, id: PartnerId, visitId: string) {
  const { goods, question, verb } = brands[id];
  const offers = goods.map(
    ({ id: goodsId, name, note, priceFen }) => `<section class="sheet"><div class="row"><div>
      <h2>${name}</h2><p class="quiet">${note}</p></div><span class="price">${yuan(priceFen)}</span></div>
      <form class="acts" method="post" action="${pathOf(id)}/order">
      <input type="hidden" name="seat" value="${escaped(visitId)}">
      <input type="hidden" name="goods" value="${goodsId}"><button>${verb}</button></form></section>`,
  );
  const orderForm = `<section class="sheet"><h2>${question}</h2>
    <p class="quiet">已由云鲸权益为您登录。这是沙盒里的假商家，下单不会真的扣款。</p></section>`;
  return send(reply, id, orderForm + offers.join(""));
}

const orderActions: readonly { to: State; name: string; className: string }[] = [
  { to: "paid", name: "付款", className: "" },
  { to: "settled", name: "确认完成", className: "" },
  { to: "void", name: "取消订单", className: "plain" },
];

export function sendOrder(reply: FastifyReply, order: PartnerOrder, visitId: string) {
  const { partnerId: id, orderNo, title, amountFen, state } = order;
  const forms = orderActions
    .filter(({ to }) => canMove(state, to))
    .map(
      ({ to, name, className }) => `<form method="post" action="${pathOf(id)}/order/${orderNo}">
      <input type="hidden" name="seat" value="${escaped(visitId)}"><input type="hidden" name="to" value="${to}">
      <button class="${className}">${name}</button></form>`,
    );
  return send(
    reply,
    id,
    `<section class="sheet"><p class="quiet">订单 ${escaped(orderNo)}</p><h2>${stateNames[state]}</h2>
    <div class="row"><span>${escaped(title)}</span><span class="price">${yuan(amountFen)}</span></div>
    <div class="acts">${forms.join("")}</div></section>
    <section class="sheet"><a href="${pathOf(id)}/shop?seat=${escaped(visitId)}">再来一单</a></section>`,
  );
}
