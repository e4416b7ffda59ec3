/**
 * Loads the pages of the route table lazily: each is a chunk of its own. Only the app imports this
 * file; the shell receives `importPage`.
 */
import type { FirstViewAnswer } from "@yunjing/contract/first-view";
import { type ComponentType, createElement } from "react";
import {
  HOME,
  LOGIN,
  LOGOUT,
  NOT_FOUND,
  type Page,
  type PagePath,
  type PageProps,
} from "./routes.ts";

type PageModule = { readonly default: ComponentType<PageProps> };

export const pageLoaders: Readonly<Record<PagePath, () => Promise<PageModule>>> = {
  [HOME]: () => import("./pages/index/index.tsx"),
  "/pages/user/ordtype": () => import("./pages/user/ordtype.tsx"),
  "/pages/user/index": () => import("./pages/user/index.tsx"),
  "/pages/user/orders": () => import("./pages/user/orders.tsx"),
  [LOGIN]: () => import("./pages/passport/login.tsx"),
  [LOGOUT]: () => import("./pages/passport/login_out.tsx"),
  "/pages/user/coupons": () => import("./pages/user/coupons.tsx"),
  "/pages/user/score": () => import("./pages/user/score.tsx"),
  "/pages/user/score_log": () => import("./pages/user/score_log.tsx"),
  "/pages/user/balance_log": () => import("./pages/user/balance_log.tsx"),
  "/pages/invite/poster": () => import("./pages/invite/poster.tsx"),
  "/pages/invite/reward": () => import("./pages/invite/reward.tsx"),
  "/pages/user/wallet": () => import("./pages/user/wallet.tsx"),
  "/pages/exchange/manifest": () => import("./pages/exchange/manifest.tsx"),
  "/pages/exchange/kfc": () => import("./pages/exchange/kfc.tsx"),
  "/pages/exchange/ordetail": () => import("./pages/exchange/ordetail.tsx"),
  "/pages/exchange/generate": () => import("./pages/exchange/generate.tsx"),
  "/pages/region/choose": () => import("./pages/region/choose.tsx"),
  "/pages/biz/go": () => import("./pages/biz/go.tsx"),
  [NOT_FOUND]: () => import("./exception/report.tsx"),
  "/pages/devop/debug": () => import("./pages/devop/debug.tsx"),
  "/pages/benefit/detail": () => import("./pages/benefit/detail.tsx"),
  "/pages/benefit/search": () => import("./pages/benefit/search.tsx"),
  "/pages/coupon/center": () => import("./pages/coupon/center.tsx"),
  "/pages/user/messages": () => import("./pages/user/messages.tsx"),
  "/pages/user/settings": () => import("./pages/user/settings.tsx"),
  "/pages/user/topup": () => import("./pages/user/topup.tsx"),
  "/pages/user/withdraw": () => import("./pages/user/withdraw.tsx"),
  "/pages/user/security": () => import("./pages/user/security.tsx"),
  "/pages/user/closing": () => import("./pages/user/closing.tsx"),
  "/pages/user/help": () => import("./pages/user/help.tsx"),
  "/pages/user/invoices": () => import("./pages/user/invoices.tsx"),
  "/pages/user/invoice": () => import("./pages/user/invoice.tsx"),
  "/pages/user/tickets": () => import("./pages/user/tickets.tsx"),
  "/pages/user/ticket": () => import("./pages/user/ticket.tsx"),
  "/pages/user/ask": () => import("./pages/user/ask.tsx"),
  "/pages/index/preview": () => import("./pages/index/preview.tsx"),
  "/pages/passport/terms": () => import("./pages/passport/terms.tsx"),
};

/** Gives the queries the answers that a first view of the server already shows. */
export async function storeAnswers(answers: readonly FirstViewAnswer[]): Promise<void> {
  if (answers.length === 0) return;
  const { storeFirstAnswers } = await import("./query-provider.tsx");
  storeFirstAnswers(answers);
}

/** Resolves once the shown page has the answers to its reads; they may be failures. */
export async function untilAnswered(page: Page): Promise<void> {
  if (!page.queries) return;
  const [{ queryClient }, state] = await Promise.all([
    import("./query-provider.tsx"),
    import("./query-state.ts"),
  ]);
  await state.untilAnswered(queryClient);
}

/**
 * Loads a page's component, together with the query provider where the page uses it. Rejects when a
 * chunk does not load.
 */
export async function importPage(page: Page): Promise<ComponentType<PageProps>> {
  const [module, provider] = await Promise.all([
    pageLoaders[page.path](),
    page.queries ? import("./query-provider.tsx") : undefined,
  ]);
  const Shown = module.default;
  if (!provider) return Shown;
  return (props) => createElement(provider.QueryProvider, null, createElement(Shown, props));
}
