/**
 * Every route of the members' API by topic, except those of dealers (`dealer-routes.ts`): plain
 * data, which is all that a browser client needs.
 */
import { accounts } from "./routes/accounts.ts";
import { addresses } from "./routes/addresses.ts";
import { buying } from "./routes/buying.ts";
import { closing } from "./routes/closing.ts";
import { copies } from "./routes/copies.ts";
import { coupons } from "./routes/coupons.ts";
import { dining } from "./routes/dining.ts";
import { exchange } from "./routes/exchange.ts";
import { home } from "./routes/home.ts";
import { identity } from "./routes/identity.ts";
import { invite } from "./routes/invite.ts";
import { member } from "./routes/member.ts";
import { merging } from "./routes/merging.ts";
import { messages } from "./routes/messages.ts";
import { notice } from "./routes/notice.ts";
import { orders } from "./routes/orders.ts";
import { partners } from "./routes/partners.ts";
import { passport } from "./routes/passport.ts";
import { points } from "./routes/points.ts";
import { posters } from "./routes/posters.ts";
import { push } from "./routes/push.ts";
import { refunds } from "./routes/refunds.ts";
import { regions } from "./routes/regions.ts";
import { tickets } from "./routes/tickets.ts";
import { wallet } from "./routes/wallet.ts";
import { invoices } from "./routes/invoices.ts";
import { levels } from "./routes/levels.ts";
import { security } from "./routes/security.ts";
import { wechat } from "./routes/wechat.ts";
import { withdrawals } from "./routes/withdrawals.ts";

export const routes = {
  passport,
  member,
  identity,
  merging,
  closing,
  copies,
  home,
  regions,
  dining,
  exchange,
  buying,
  orders,
  refunds,
  invoices,
  tickets,
  wechat,
  coupons,
  security,
  levels,
  withdrawals,
  messages,
  points,
  posters,
  wallet,
  invite,
  push,
  addresses,
  accounts,
  partners,
  notice,
};
export type Routes = typeof routes;
