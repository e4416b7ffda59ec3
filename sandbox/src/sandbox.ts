/** The sandbox: all external systems as one HTTP server; tests can build it without a port. */
import { join } from "node:path";
import Fastify, { type FastifyInstance } from "fastify";
import { type Clock, createScheduler, systemClock } from "./clock.ts";
import type { Offer } from "./dining/acceptance.ts";
import { menus, stores } from "./dining/data/index.ts";
import { addInvoicePage, addInvoiceRoutes, type IssuedInvoice } from "./invoices/issuer.ts";
import { addModerationRoutes } from "./moderation/screener.ts";
import { openJournal } from "./journal.ts";
import { type SandboxKeys, sandboxKeys } from "./keys.ts";
import { guardWithSignature } from "./signature-guard.ts";
import { addPartners } from "./partner/partner.ts";
import type { PartnerOrder } from "./partner/orders.ts";
import type { PartnerFaults } from "./partner/push.ts";
import type { PartnerVisit } from "./partner/routes.ts";
import { addS3 } from "./s3/routes.ts";
import { createSignatureCheck } from "./signing.ts";
import { addRobots, type RobotText } from "./robots/robots.ts";
import { addInboxRoutes } from "./sms/inbox.ts";
import { addSmsRoutes, type TextMessage } from "./sms/provider.ts";
import { createSuppliers } from "./suppliers/suppliers.ts";
import { createFaultKnobs, type Faults } from "./suppliers/faults.ts";
import type { KnownOrder } from "./suppliers/orders.ts";
import { addSuppliersPage } from "./suppliers/page.ts";
import { createPriceLists, type PriceList } from "./suppliers/prices.ts";
import type { SupplierId } from "./suppliers/registry.ts";
import { addSupplierRoutes } from "./suppliers/routes.ts";
import { addWechatMessages } from "./wechat/message-routes.ts";
import type { Received, Subscription } from "./wechat/messages.ts";
import { addOAuthPages } from "./wechat/oauth-pages.ts";
import { addOAuthCalls } from "./wechat/oauth-calls.ts";
import { createOAuth } from "./wechat/oauth.ts";
import { addWechatPage } from "./wechat/page.ts";
import {
  type Credential,
  createWechat,
  type Wechat,
  type WechatFaults,
} from "./wechat/platform.ts";
import { addWechatProtocol } from "./wechat/protocol.ts";
import { addWechatRoutes } from "./wechat/routes.ts";
import { addWechatPay } from "./wechatpay/wechatpay.ts";
import type { WechatPayOptions } from "./wechatpay/backend.ts";

export type SandboxOptions = WechatPayOptions & {
  /** The demo keys by default. */
  keys?: SandboxKeys;
  /** Our server's origin; `callBackTo` can set it later. */
  callbackOrigin?: string;
  /** Journals are stored in `sandbox/` below it; without it everything is lost at exit. */
  dataDir?: string;
  clock?: Clock;
  /** Makes all random faults, delays and codes reproducible. */
  seed?: number;
  /** The stores and menus on offer; the demo's by default. */
  offer?: Offer;
  /**
   * How long a withheld answer waits before the connection is cut, in ms; longer than the caller's
   * timeout.
   */
  answerDelayMs?: number;
  /** Minimum and maximum time from accepting an order to issuing its codes, in ms. */
  issueDelayMs?: readonly [number, number];
  callbackRetryMs?: readonly number[];
};

const CALLBACK_RETRY_MS = [15_000, 30_000, 60_000, 120_000, 240_000, 480_000, 900_000];

export function createSandbox(options: SandboxOptions = {}) {
  const { keys = sandboxKeys(), clock = systemClock } = options;
  const journals = openJournals(options.dataDir);
  const agenda = createScheduler(clock);
  const knobs = createFaultKnobs(journals.faults);
  const priceLists = createPriceLists(journals.prices);
  const closing = new AbortController();
  let callbackOrigin = options.callbackOrigin;
  const origin = () => callbackOrigin;

  const suppliers = createSuppliers({
    open: openOrderJournal(options.dataDir),
    offer: options.offer ?? { stores, menus },
    clock,
    agenda,
    knobs,
    priceLists,
    origin,
    seed: options.seed ?? 1,
    answerDelayMs: options.answerDelayMs ?? 9_000,
    issueDelayMs: options.issueDelayMs ?? [1_500, 3_000],
    callbackKey: keys.supplierCallback,
    retryMs: options.callbackRetryMs ?? CALLBACK_RETRY_MS,
    closing: closing.signal,
  });

  const wechat = wechatOf(journals, { account: keys.wechat, clock });

  const app = createApp(keys, clock);
  const runtime = { clock, agenda, origin, closing: closing.signal };
  app.register(async (scope) => addWechatPay(scope, { ...runtime, keys: keys.wechatPay }, options));
  addPartners(app, { ...runtime, journals, key: keys.partner, seed: options.seed ?? 1 });
  addWechatCalls(app, { wechat, clock });
  app.register(async (signed) => {
    guardWithSignature(signed, createSignatureCheck(keys.sms, clock));
    addSmsRoutes(signed, journals.messages, clock);
  });
  app.register(async (signed) => {
    guardWithSignature(signed, createSignatureCheck(keys.invoices, clock));
    addInvoiceRoutes(signed, journals.invoices, clock);
  });
  app.register(async (signed) => {
    guardWithSignature(signed, createSignatureCheck(keys.moderation, clock));
    addModerationRoutes(signed);
  });
  app.register(async (signed) => {
    guardWithSignature(signed, createSignatureCheck(keys.supplier, clock));
    suppliers.addRoutes(signed);
  });
  app.register(async (open) => {
    addInboxRoutes(open, journals.messages);
    addRobots(open, journals.robotTexts, clock);
    addInvoicePage(open, journals.invoices);
    addSupplierRoutes(open, { knobs, journals: suppliers.journals, priceLists });
    addSuppliersPage(open, { knobs, journals: suppliers.journals });
    addWechatRoutes(open, wechat);
    addWechatPage(open, wechat);
    addWechatMessages(open, wechat, { ...journals, clock });
  });
  app.addHook("onClose", async () => {
    closing.abort();
    agenda.close();
    const all = [...Object.values(journals), ...suppliers.journals.values()];
    for (const journal of all) journal.close();
  });

  return {
    app,
    /** Listens on the loopback address only, by default on any free port. Returns its origin. */
    async listen(port = 0): Promise<string> {
      const origin = await app.listen({ host: "127.0.0.1", port });
      suppliers.resume();
      return origin;
    },
    /** Sets our server's origin when it is known only after the sandbox has started. */
    callBackTo(origin: string): void {
      callbackOrigin = origin;
    },
    close: () => app.close(),
  };
}

export type Sandbox = ReturnType<typeof createSandbox>;

const wechatOf = (
  { wechatIssued: issued, wechatFaults: faults }: ReturnType<typeof openJournals>,
  runtime: { account: ReturnType<typeof sandboxKeys>["wechat"]; clock: Clock },
): Wechat => createWechat({ ...runtime, issued, faults });

/** Adds WeChat's published calls, each kind in its own scope, and the login pages. */
function addWechatCalls(
  app: FastifyInstance,
  { wechat, clock }: { wechat: Wechat; clock: Clock },
): void {
  const oauth = createOAuth({ account: wechat.account, clock });
  app.register(async (open) => addWechatProtocol(open, wechat));
  app.register(async (open) => addOAuthCalls(open, { wechat, oauth }));
  app.register(async (open) => addOAuthPages(open, oauth));
}

function openJournals(dataDir: string | undefined) {
  const file = (name: string) => dataDir && join(dataDir, "sandbox", name);
  return {
    messages: openJournal<TextMessage>(file("messages.jsonl")),
    robotTexts: openJournal<RobotText>(file("robots.jsonl")),
    invoices: openJournal<IssuedInvoice>(file("invoices.jsonl")),
    faults: openJournal<Faults>(file("faults.jsonl")),
    prices: openJournal<PriceList>(file("prices.jsonl")),
    partnerOrders: openJournal<PartnerOrder>(file("partner-orders.jsonl")),
    partnerFaults: openJournal<PartnerFaults>(file("partner-faults.jsonl")),
    partnerVisits: openJournal<PartnerVisit>(file("partner-seats.jsonl")),
    wechatIssued: openJournal<Credential>(file("wechat.jsonl")),
    wechatReceived: openJournal<Received>(file("wechat-messages.jsonl")),
    wechatSubscriptions: openJournal<Subscription>(file("wechat-subscriptions.jsonl")),
    wechatFaults: openJournal<WechatFaults>(file("wechat-faults.jsonl")),
  };
}

const openOrderJournal = (dataDir: string | undefined) => (id: SupplierId) =>
  openJournal<KnownOrder>(dataDir && join(dataDir, "sandbox", `${id}-orders.jsonl`));

/** Creates the bare server with the file store, which clients may reach by URL. */
function createApp({ files }: SandboxKeys, clock: Clock): FastifyInstance {
  const app = Fastify({
    forceCloseConnections: true,
    bodyLimit: 262_144,
    // Unknown fields are refused where the schema forbids them, instead of being removed silently.
    ajv: { customOptions: { removeAdditional: false } },
  });
  app.register(async (open) => addS3(open, { clock, ...files }), { prefix: "/sandbox" });
  return app;
}
