/** Serves one bill as WeChat does, and one statement as our suppliers do. */
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import Fastify from "fastify";
import { billSources } from "@yunjing/server/domain/reconciliation/bills/sources";
import type { BillSource } from "@yunjing/server/domain/reconciliation/port";
import { readConfig } from "@yunjing/server/config/config";
import { topupSupplier } from "@yunjing/server/gateways/suppliers/topup";
import { openAccount } from "@yunjing/server/gateways/wechatpay/account";
import { wechatPayBills } from "@yunjing/server/gateways/wechatpay/bill";
import { systemRandom } from "@yunjing/server/platform/random";
import { sandboxKeys } from "@yunjing/sandbox/keys";
import { openJournal } from "@yunjing/sandbox/journal";
import { noStatementFaults } from "@yunjing/sandbox/suppliers/faults";
import type { KnownOrder } from "@yunjing/sandbox/suppliers/orders";
import { addStatementRoute } from "@yunjing/sandbox/suppliers/statements";
import { type BillRow, billText } from "@yunjing/sandbox/wechatpay/bill-text";
import { signatureHeaders } from "@yunjing/sandbox/wechatpay/crypto";

type Clock = { now(): Date };

export async function serveBill(rows: Iterable<BillRow>, clock: Clock) {
  const { wechatPay: keys } = sandboxKeys();
  const text = Buffer.from([...billText(rows, keys)].join(""));
  const hash_value = createHash("sha1").update(text).digest("hex");
  const file = gzipSync(text);
  let origin = "";
  const server = createServer(({ url = "" }, response) => {
    if (url.startsWith("/v3/billdownload/file")) return response.writeHead(200).end(file);
    const download_url = `${origin}/v3/billdownload/file?token=one`;
    const body = JSON.stringify({ hash_type: "SHA1", hash_value, download_url });
    return response.writeHead(200, signatureHeaders(body, keys, clock.now())).end(body);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  return { origin, bytes: text.length, close: () => void server.close() };
}

export async function serveStatement(orders: readonly KnownOrder[], clock: Clock) {
  const journal = openJournal<KnownOrder>(undefined);
  for (const order of orders) journal.put(order.outNo, order);
  const app = Fastify();
  const parts = { journal, prices: () => ({}), faults: () => noStatementFaults };
  const after = () => () => undefined;
  addStatementRoute(app, "/topup/v1/statements", { ...parts, clock: { now: clock.now, after } });
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  return { origin, close: () => app.close() };
}

/** Our gateways to the two servers. */
export function sourcesAt(
  { channel, supplier }: { channel: string; supplier: string },
  clock: Clock,
): BillSource[] {
  const parts = { timeoutMs: 20_000, clock, random: systemRandom };
  const APP_SECRET = "a root secret that is long enough for tests";
  const { wechatPay } = readConfig({ SANDBOX_ORIGIN: channel, APP_SECRET }, []);
  return billSources(wechatPayBills(openAccount(wechatPay, parts)), {
    topup: topupSupplier({ origin: supplier, key: sandboxKeys().supplier, ...parts }),
  });
}
