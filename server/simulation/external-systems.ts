/**
 * The external systems in this process: scripted fakes of the ports, which record calls and lose
 * answers as a run requires.
 */
import type { createGateways, Gateways } from "../src/app/gateways.ts";
import { scriptedSupplier } from "../src/domain/fulfilment/testing.ts";
import type { SupplierEvent } from "../src/domain/fulfilment/port.ts";
import { fakePayers } from "../src/domain/payments/payers.ts";
import type { Notice } from "../src/domain/payments/port.ts";
import { scriptedChannel } from "../src/domain/payments/testing.ts";
import { scriptedPayouts } from "../src/domain/withdrawals/testing.ts";

const noBill = () => Promise.resolve({ state: "none" } as const);
const never = (what: string) => () => Promise.reject(new Error(`${what} is not simulated`));

/**
 * Stores messages and callbacks by id: an endpoint accepts bytes, so only the id of the stored
 * message is sent to it.
 */
function createMessageStore<Message>() {
  const messages = new Map<string, Message>();
  return {
    put(message: Message): string {
      const id = `message-${messages.size + 1}`;
      messages.set(id, message);
      return id;
    },
    read: (bytes: Uint8Array): Message | undefined =>
      messages.get(Buffer.from(bytes).toString("utf8")),
  };
}

function createFakes() {
  return {
    pay: scriptedChannel(),
    supplier: scriptedSupplier(),
    payouts: scriptedPayouts(),
    /** The last code sent to each phone. */
    inbox: new Map<string, string>(),
    notices: createMessageStore<Notice>(),
    callbacks: createMessageStore<SupplierEvent>(),
  };
}

/** The fakes behind the ports; `reset` creates all of them again for a new run. */
export class ExternalSystems {
  fakes = createFakes();

  reset(): void {
    this.fakes = createFakes();
  }

  /** Creates gateways to these fakes, in the shape that `createApp` expects. */
  readonly createPartners: typeof createGateways = () => {
    const channel = () => this.fakes.pay.channel;
    const supplier = () => this.fakes.supplier.supplier;
    const payouts = () => this.fakes.payouts.channel;
    const partners: Gateways = {
      sms: {
        send: async ({ phone, code }) => void (code && this.fakes.inbox.set(phone, code)),
      },
      invoices: undefined,
      screener: undefined,
      robots: { hosts: [], send: () => Promise.resolve() },
      suppliers: {
        cards: {
          place: (order) => supplier().place(order),
          query: (outNo) => supplier().query(outNo),
          cancel: (outNo) => supplier().cancel(outNo),
        },
      },
      diningSource: { stores: () => Promise.resolve([]), menus: () => Promise.resolve([]) },
      pageTickets: { appId: channel().account.appId, jsapiTicket: never("a page's ticket") },
      wechatMessages: {
        sendTemplate: () => Promise.resolve({ state: "sent" }),
        sendSubscribe: () => Promise.resolve({ state: "sent" }),
      },
      wechatOAuth: {
        appId: channel().account.appId,
        opensInAnyBrowser: true,
        pageUrl: () => "",
        exchange: never("WeChat's login"),
        profile: never("WeChat's login"),
      },
      payChannel: {
        account: channel().account,
        prepare: (order) => channel().prepare(order),
        sign: (prepayId) => channel().sign(prepayId),
        query: (no) => channel().query(no),
        close: (no) => channel().close(no),
        refund: (order) => channel().refund(order),
        queryRefund: (no) => channel().queryRefund(no),
      },
      payoutChannel: {
        account: payouts().account,
        transfer: (order) => payouts().transfer(order),
        query: (no) => payouts().query(no),
        cancel: (no) => payouts().cancel(no),
      },
      payers: fakePayers(channel().account.appId),
      payBills: { source: "wechatpay", statement: noBill },
      payNotices: ({ rawBody }) => {
        const notice = this.fakes.notices.read(rawBody);
        return notice ? { kind: "notice", notice } : { kind: "refused", why: "no such message" };
      },
      gates: {},
      callbackReaders: {
        cards: ({ rawBody }) => {
          const event = this.fakes.callbacks.read(rawBody);
          return event ? { kind: "event", event } : { kind: "unreadable" };
        },
      },
    };
    return partners;
  };
}
