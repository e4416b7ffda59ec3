/**
 * Test environment of payments in real time: attempts, poller and callback endpoint against the
 * WeChat Pay sandbox.
 */
import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import pg from "pg";
import { createSandbox, type SandboxOptions } from "@yunjing/sandbox/sandbox";
import { readConfig } from "@yunjing/server/config/config";
import {
  beginAttempt,
  type PaymentDeps,
  fakePayers,
  type AttemptRequest,
} from "@yunjing/server/domain/payments/actions";
import type { RefundStatusUpdate } from "@yunjing/server/domain/payments/port";
import { decidingListener } from "@yunjing/server/domain/payments/testing";
import { wechatPayCallbacks } from "@yunjing/server/domain/payments/routes";
import { openAccount } from "@yunjing/server/gateways/wechatpay/account";
import { wechatPayChannel } from "@yunjing/server/gateways/wechatpay/channel";
import { wechatPayNotices } from "@yunjing/server/gateways/wechatpay/notice";
import { systemClock } from "@yunjing/server/platform/clock";
import type { Context } from "@yunjing/server/platform/context";
import { closeDatabase, openDatabase, type Tx } from "@yunjing/server/platform/database/pool";
import { freshDatabase } from "@yunjing/server/platform/database/testing";
import { writeHistoryEntry } from "@yunjing/server/platform/entity-history";
import { installErrorHandler } from "@yunjing/server/platform/http/failures";
import { idsFrom, systemRandom } from "@yunjing/server/platform/random";
import { testContext } from "@yunjing/server/platform/testing";

/** The demo's account, as the product's own settings define it. */
export const sandboxAccount = (origin: string) =>
  readConfig(
    { SANDBOX_ORIGIN: origin, APP_SECRET: "a root secret that is long enough for tests" },
    [],
  ).wechatPay;

async function ask(url: string, method = "GET", body?: object): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

export type Shown = {
  readonly state: string;
  readonly openid: string;
  readonly transactionId: string;
  readonly notices: readonly { id: string; tries: number; last?: string }[];
  readonly refunds: readonly { refundNo: string; status: string; refundFen: number }[];
};

/** Starts the sandbox channel and our gateway to it; the caller stops it. */
export async function startChannel(
  options: SandboxOptions & { timeoutMs?: number; keys?: SandboxOptions["keys"] } = {},
) {
  const { timeoutMs = 5_000, ...rest } = options;
  const sandbox = createSandbox({ payNoticeRetryMs: [20, 40, 80], refundMs: 10, ...rest });
  const origin = await sandbox.listen();
  const parts = { timeoutMs, clock: systemClock, random: systemRandom };
  const account = openAccount(sandboxAccount(origin), parts);
  const endpoint = `${origin}/sandbox/wechatpay`;
  return {
    sandbox,
    origin,
    account,
    channel: wechatPayChannel(account),
    shown: async (outTradeNo: string) => (await ask(`${endpoint}/${outTradeNo}`)) as Shown,
    approve: (outTradeNo: string, how: object) =>
      ask(`${endpoint}/${outTradeNo}/approve`, "POST", how),
    setFaults: (faults: object) => ask(`${endpoint}/faults`, "PUT", faults),
  };
}
export type PayChannelEnv = Awaited<ReturnType<typeof startChannel>>;

/** A recorded request; `headers` lists names and values in turn. */
export type RecordedNotice = {
  readonly path: string;
  readonly headers: string[];
  readonly body: Buffer;
};

/** Starts a server in the merchant's place: it records notifications and acknowledges them. */
export async function startNoticeRecorder() {
  const notices: RecordedNotice[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { url: path = "", rawHeaders: headers } = request;
      notices.push({ path, headers: [...headers], body: Buffer.concat(chunks) });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  return {
    notices,
    origin: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * Sends a message byte for byte, with repeated headers and their case preserved. Returns the
 * status.
 */
export const deliver = (origin: string, { path, headers, body }: RecordedNotice): Promise<number> =>
  new Promise((done, fail) => {
    const { host } = new URL(origin);
    const skipped = new Set(["host", "connection", "content-length", "transfer-encoding"]);
    const forwarded: string[] = ["host", host, "content-length", String(body.length)];
    for (let n = 0; n < headers.length; n += 2) {
      const name = headers[n] ?? "";
      if (!skipped.has(name.toLowerCase())) forwarded.push(name, headers[n + 1] ?? "");
    }
    const request = httpRequest(new URL(path, origin), { method: "POST", headers: forwarded });
    request.on("response", (response) => {
      response.resume();
      response.on("end", () => done(response.statusCode ?? 0));
    });
    request.on("error", fail);
    request.end(body);
  });

/**
 * A listener that accepts every payment unless its business ID is in `closedOrders`, and writes
 * each into the payer's history.
 */
function recordingListener(context: Context) {
  const closedOrders = new Set<string>();
  const refunded: RefundStatusUpdate[] = [];
  return {
    over: closedOrders,
    refunded,
    listener: decidingListener(context, async (tx, { ownerId: memberId, bizId, attemptId }) => {
      const about = { memberId, entity: "fixture", entityId: attemptId, name: "paid" };
      await writeHistoryEntry(context, tx, { ...about, actor: { kind: "system" } });
      return closedOrders.has(bizId) ? "late" : "accepted";
    }),
    refunds: {
      onRefundUpdate: async (_tx: Tx, update: RefundStatusUpdate) => void refunded.push(update),
    },
  };
}

/** Opens everything that payments need, on a new database. */
export async function openPaymentTestEnv(
  channelEnv: PayChannelEnv,
  settings: Record<string, unknown> = {},
) {
  const fresh = await freshDatabase();
  const base = testContext({ payLookSeconds: [0.2, 0.5, 1], payLookAgainMs: 500, ...settings });
  const clock = systemClock;
  const random = systemRandom;
  const context: Context = { ...base, clock, random, ids: idsFrom(clock, random) };
  const db = openDatabase({ url: fresh.appUrl, log: context.log, size: 16 });
  const owner = new pg.Client(fresh.ownerUrl);
  await owner.connect();
  const business = recordingListener(context);
  const deps: PaymentDeps = {
    channel: channelEnv.channel,
    payers: fakePayers(channelEnv.account.appId),
    listener: business.listener,
    refundListener: business.refunds,
  };
  const app = Fastify();
  installErrorHandler(app);
  const read = wechatPayNotices(channelEnv.account);
  const transferListener = { onTransferUpdate: () => Promise.resolve(false) };
  await app.register(wechatPayCallbacks(context, db, { ...deps, transferListener, read }));
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  const wanted = (changes: Partial<AttemptRequest> = {}): AttemptRequest => ({
    ownerId: context.ids.next(),
    bizType: "order",
    bizId: context.ids.next(),
    amountFen: 2_990,
    title: "肯德基香辣鸡腿堡套餐",
    via: "jsapi",
    address: "203.0.113.9",
    expiresAt: new Date(Date.now() + 15 * 60_000),
    ...changes,
  });
  return {
    context,
    db,
    deps,
    owner,
    origin,
    closedOrders: business.over,
    refunded: business.refunded,
    wanted,
    begin: (attempt: AttemptRequest) => beginAttempt(context, db, deps, attempt),
    rows: async (statement: string, values: unknown[] = []) =>
      (await db.$client.query(statement, values)).rows,
    async close() {
      await app.close();
      await closeDatabase(db);
      await owner.end();
      await fresh.drop();
    },
  };
}
export type PaymentTestEnv = Awaited<ReturnType<typeof openPaymentTestEnv>>;
