/** Composes the product for the demo's past: no web, a clock of past days, partners in this process. */
import type { OpenPastProduct } from "../demo/past/port.ts";
import { createLiveRisk } from "../domain/risk/actions.ts";
import { codeReturner } from "../domain/exchange/actions.ts";
import { OWN_STOCK, ownStock } from "../domain/fulfilment/actions.ts";
import { newcomerListener } from "../domain/invitations/actions.ts";
import { fulfilmentListener } from "../domain/orders/actions.ts";
import { itemRefunder } from "../domain/refunds/actions.ts";
import { fakePayers } from "../domain/payments/actions.ts";
import { transferListener } from "../domain/withdrawals/actions.ts";
import { createApp } from "./app.ts";
import { createPaymentDeps } from "./background-jobs.ts";
import { createGateways } from "./gateways.ts";
import { profileListener } from "./members.ts";
import type { AppOptions } from "./types.ts";

/** `close` ends the threads that it started, and leaves the database open. */
export const pastProduct =
  ({ config, db, listener }: Pick<AppOptions, "config" | "db" | "listener">): OpenPastProduct =>
  async (context, partners) => {
    const own = {
      ...partners,
      payers: fakePayers(partners.payChannel.account.appId),
      // Messages of past days reach no member any more.
      sms: { send: async () => undefined },
      robots: { hosts: [], send: async () => undefined },
      wechatMessages: {
        sendTemplate: async () => ({ state: "sent" }) as const,
        sendSubscribe: async () => ({ state: "sent" }) as const,
      },
    };
    const { server, gateways, outboxHandlers, jobs, lists, files } = await createApp({
      config: { ...config, roles: { ...config.roles, web: false } },
      context,
      db,
      listener,
      pages: undefined,
      notReady: () => undefined,
      makeGateways: (...of) => ({ ...createGateways(...of), ...own }),
    });
    return {
      outboxHandlers,
      jobs,
      lists,
      files,
      payments: {
        ...createPaymentDeps(context, gateways, createLiveRisk(context)),
        transferListener: transferListener(context, gateways.payoutChannel),
      },
      fulfilment: {
        suppliers: { ...gateways.suppliers, [OWN_STOCK]: ownStock(context, db) },
        listener: fulfilmentListener(context, {
          codes: codeReturner(context),
          refunds: itemRefunder(context),
        }),
      },
      newcomers: newcomerListener(context, () => false),
      profile: profileListener(context),
      close: () => server.close(),
    };
  };
