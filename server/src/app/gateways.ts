/** Creates the gateways to external partners, live or simulated, as configured. */
import { ownValue } from "@yunjing/contract/own-value";
import type { Config } from "../config/config.ts";
import type { PartnerSettings, CallbackPartnerSettings } from "../config/partner.ts";
import type { Partner } from "../gateways/signing/call.ts";
import { createNonceMemory } from "../gateways/signing/nonces.ts";
import { invoiceIssuer } from "../gateways/invoices/issuer.ts";
import { moderationScreener } from "../gateways/moderation/screener.ts";
import { robotSender } from "../gateways/robots/sender.ts";
import { smsSender } from "../gateways/sms/sender.ts";
import { diningSource } from "../gateways/suppliers/dining.ts";
import { type SupplierEntry, suppliers } from "../gateways/suppliers/registry.ts";
import { wechatMessages } from "../gateways/wechat/messages.ts";
import { OPEN_ORIGIN, wechatOAuth } from "../gateways/wechat/oauth.ts";
import { wechatPlatform } from "../gateways/wechat/platform.ts";
import { wechatTickets } from "../gateways/wechat/tickets.ts";
import { signedPartner } from "../gateways/partners/partner.ts";
import { openAccount, type WechatPayAccount } from "../gateways/wechatpay/account.ts";
import { wechatPayChannel } from "../gateways/wechatpay/channel.ts";
import { wechatPayNotices } from "../gateways/wechatpay/notice.ts";
import { wechatPayTransfers } from "../gateways/wechatpay/transfer.ts";
import { wechatPayBills } from "../gateways/wechatpay/bill.ts";
import type { BillSource } from "../domain/reconciliation/port.ts";
import type { DiningSource } from "../domain/dining/port.ts";
import { createExchangeRecorder } from "../domain/fulfilment/actions.ts";
import type { CallbackReader, RecordExchange, Supplier } from "../domain/fulfilment/port.ts";
import type { SmsSender, WechatOAuth } from "../domain/members/port.ts";
import { knownPayers, sandboxPayers } from "../domain/payments/actions.ts";
import type { NoticeReader, PayChannel, Payers } from "../domain/payments/port.ts";
import type { WechatMessages } from "../domain/messages/port.ts";
import type { PartnerGateways } from "../domain/partners/port.ts";
import type { InvoiceIssuer } from "../domain/invoices/port.ts";
import type { Screener } from "../domain/moderation/port.ts";
import type { RobotSender } from "../domain/queues/port.ts";
import type { PageTickets } from "../domain/share/port.ts";
import type { PayoutChannel } from "../domain/withdrawals/port.ts";
import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/pool.ts";

export type Gateways = {
  readonly sms: SmsSender;
  /** Issues invoices; `undefined` when none is connected. */
  readonly invoices: InvoiceIssuer | undefined;
  /** Screens texts and pictures; `undefined` when no provider is connected. */
  readonly screener: Screener | undefined;
  /** Group robots that alerts are sent to. */
  readonly robots: RobotSender;
  /** By supplier id; our own card stock is not included, because it is not a partner. */
  readonly suppliers: Readonly<Record<string, Supplier>>;
  readonly diningSource: DiningSource;
  /** WeChat's JS-SDK tickets for our pages, each reused while it is valid. */
  readonly pageTickets: PageTickets;
  /** Template and subscription messages of the same account. */
  readonly wechatMessages: WechatMessages;
  /** Login by WeChat, under the same account. */
  readonly wechatOAuth: WechatOAuth;
  readonly payChannel: PayChannel;
  /** Sends money to payees; the same account as `payChannel`. */
  readonly payoutChannel: PayoutChannel;
  readonly payers: Payers;
  /** The channel's daily bills. */
  readonly payBills: BillSource;
  /** Verifies the payment channel's notifications. */
  readonly payNotices: NoticeReader;
  /** The gateways that business links lead to, by partner. */
  readonly gates: PartnerGateways;
  /** Verifies the suppliers' callbacks, by supplier id. */
  readonly callbackReaders: Readonly<Record<string, CallbackReader>>;
};

/**
 * Creates a callback reader that verifies one supplier's messages with its own key and its own
 * nonces.
 */
function callbackReaderOf(
  { clock }: Context,
  { readCallback }: SupplierEntry,
  { callbackKeyId, callbackSecret }: CallbackPartnerSettings,
): CallbackReader {
  const nonces = createNonceMemory();
  const keys = [{ keyId: callbackKeyId, secret: callbackSecret }];
  return (message) => readCallback(message, { keys, nonces, now: clock.now() });
}

/**
 * While the sandbox is on, a person confirms a transfer on the sandbox's page: WeChat's bridge
 * cannot open a simulated one.
 */
const createPayoutChannel = (
  { settings }: Context,
  merchant: WechatPayAccount,
  { sandboxOrigin }: Config,
): PayoutChannel => ({
  ...wechatPayTransfers(merchant, { scene: settings.payoutScene }),
  ...(sandboxOrigin ? { confirmUrl: (no) => `/sandbox/wechatpay/transfers/${no}` } : {}),
});

/** Gateways of the partners whose pages members visit, by id; each with its own key and nonces. */
const createPartnerGates = (
  { businessPartners }: Config,
  signedAs: (partner: PartnerSettings) => Partner,
): PartnerGateways =>
  Object.fromEntries(
    Object.entries(businessPartners).map(([partnerId, biz]) => [
      partnerId,
      signedPartner({
        partnerId,
        partner: signedAs(biz),
        nonces: createNonceMemory(),
        callbackKeys: [{ keyId: biz.callbackKeyId, secret: biz.callbackSecret }],
        ...(biz.pagesPath === undefined ? {} : { pagesPath: biz.pagesPath }),
      }),
    ]),
  );

type SupplierConnection = {
  readonly signedAs: (settings: PartnerSettings) => Partner;
  readonly record: RecordExchange;
};

/** Connects every supplier whose settings are set, by id. */
function connectSuppliers(
  context: Context,
  { dining, suppliers: optional }: Config,
  { signedAs, record }: SupplierConnection,
): Pick<Gateways, "suppliers" | "callbackReaders"> {
  const settingsById: Config["suppliers"] = { ...optional, dining };
  const connected = Object.entries(suppliers).flatMap(([id, entry]) => {
    const settings = ownValue(settingsById, id);
    return settings ? [{ id, entry, settings }] : [];
  });
  return {
    suppliers: Object.fromEntries(
      connected.map(({ id, entry, settings }) => [
        id,
        entry.connect({ ...signedAs(settings), record }),
      ]),
    ),
    callbackReaders: Object.fromEntries(
      connected.map(({ id, entry, settings }) => [id, callbackReaderOf(context, entry, settings)]),
    ),
  };
}

export function createGateways(context: Context, config: Config, db: Db): Gateways {
  const signedAs = ({ origin, keyId, secret }: PartnerSettings): Partner => ({
    origin,
    key: { keyId, secret },
    timeoutMs: context.settings.supplierTimeoutMs,
    clock: context.clock,
    random: context.random,
  });
  const merchant = openAccount(config.wechatPay, {
    timeoutMs: context.settings.wechatPayTimeoutMs,
    clock: context.clock,
    random: context.random,
  });
  const { appId } = merchant;
  return {
    sms: smsSender(signedAs(config.sms)),
    screener: config.moderation && moderationScreener(signedAs(config.moderation)),
    invoices: config.invoices && invoiceIssuer(signedAs(config.invoices)),
    robots: robotSender({
      hosts: config.alertRobotHosts,
      timeoutMs: context.settings.supplierTimeoutMs,
    }),
    ...connectSuppliers(context, config, {
      signedAs,
      record: createExchangeRecorder(context, db),
    }),
    diningSource: diningSource(signedAs(config.dining)),
    pageTickets: wechatTickets(
      context,
      db,
      wechatPlatform({ ...config.wechat, timeoutMs: context.settings.wechatTimeoutMs }),
    ),
    wechatMessages: wechatMessages(
      context,
      db,
      { ...config.wechat, timeoutMs: context.settings.wechatTimeoutMs },
      { ownOrigin: config.publicOrigin },
    ),
    wechatOAuth: wechatOAuth({
      ...config.wechat,
      timeoutMs: context.settings.wechatTimeoutMs,
      pages: config.sandboxOrigin ? "/sandbox/wechat/open" : OPEN_ORIGIN,
    }),
    payChannel: wechatPayChannel(merchant),
    payoutChannel: createPayoutChannel(context, merchant, config),
    payBills: wechatPayBills(merchant),
    payers: config.sandboxOrigin ? sandboxPayers(db, appId) : knownPayers(db, appId),
    payNotices: wechatPayNotices(merchant),
    gates: createPartnerGates(config, signedAs),
  };
}
