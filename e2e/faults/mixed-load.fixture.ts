/**
 * Everything that members and visitors do, mixed and for as long as a test wants: pages, searches,
 * logins, wrong codes, redemptions, purchases and sockets.
 */
import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { openAuthenticatedSocket } from "../http/socket.fixture.ts";
import { collectFaults, startReaders } from "../upgrade/readers.fixture.ts";
import { call, freshCodes } from "./caller.fixture.ts";
import { logIn } from "./redeemers.fixture.ts";

const READERS = 2;
const CODES_AT_ONCE = 50;
const BREATH_MS = 20;
/** A login of a new member each second: a day has a limit of text messages to one address. */
const LOGIN_PAUSE_MS = 1_000;
const PAGES = ["/exchange", "/login", "/help", "/category", "/coupons", "/invite", "/"];

const randomText = () => randomBytes(6).toString("hex");

export type MixedLoad = {
  readonly did: Readonly<Record<string, number>>;
  /** Answers that must never occur: 5xx other than "not now". */
  readonly faults: readonly string[];
  stop(): Promise<void>;
};

/** Starts the load at the product; `channel` is where payers pay, and `skuId` is what is bought. */
export async function startMixedLoad(
  { origin, channel }: { readonly origin: string; readonly channel: string },
  skuId: string,
): Promise<MixedLoad> {
  let isStopping = false;
  const did: Record<string, number> = {};
  const { faults, add } = collectFaults();
  const tokens = await Promise.all(
    Array.from({ length: READERS + 1 }, (_, n) => logIn(origin, `1370000${4000 + n}`)),
  );
  const [buyer = "", ...readerTokens] = tokens;

  const ask = async (path: string, body: object | undefined, token?: string) => {
    const outcome = await call<Record<string, string>>(origin, path, {
      method: body ? "POST" : "GET",
      ...(body ? { body, key: randomText() } : {}),
      token,
    });
    if (outcome.kind === "unknown" && outcome.status !== undefined && outcome.status !== 503)
      add(`${path}: HTTP ${outcome.status}`);
    return outcome.kind === "done" ? outcome.data : undefined;
  };

  const buy = async () => {
    const quote = await ask("/orders/quote", { items: [{ skuId, quantity: 1 }] }, buyer);
    const order = quote && (await ask("/orders", { quoteToken: quote["quoteToken"] }, buyer));
    const orderNo = order?.["orderNo"];
    if (orderNo === undefined) return false;
    const payment = await ask(`/orders/${orderNo}/pay`, { channel: "wechat", via: "h5" }, buyer);
    const outTradeNo = payment?.["outTradeNo"];
    if (outTradeNo === undefined) return false;
    await fetch(`${channel}/sandbox/wechatpay/${outTradeNo}/approve`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ notify: true, times: 1 }),
    });
    return true;
  };

  let codes: string[] = [];
  const redeem = async () => {
    if (codes.length === 0) codes = await freshCodes(origin, "points-500", CODES_AT_ONCE);
    const opened = await ask("/exchange/sessions", { code: codes.pop() ?? "" }, buyer);
    const session = opened?.["session"];
    if (session === undefined) return false;
    return (await ask(`/exchange/sessions/${session}/redeem`, {}, buyer)) !== undefined;
  };

  /** Addresses that no cache may keep: each is asked for once. */
  const visit = async () => {
    const page = PAGES[Math.floor(Math.random() * PAGES.length)] ?? "/";
    for (const path of [
      `${page}?from=${randomText()}`,
      `/search?keyword=${randomText()}`,
      `/benefit/${randomText()}`,
      `/i/${randomText()}`,
      `/${randomText()}`,
    ]) {
      const answer = await fetch(`${origin}${path}`, { headers: { accept: "text/html" } });
      await answer.text();
      if (answer.status >= 500 && answer.status !== 503) add(`${path}: HTTP ${answer.status}`);
    }
    await ask(`/benefits?keyword=${randomText()}`, undefined);
    return true;
  };

  let phone = 10_000;
  const comeAnew = async () => {
    phone += 1;
    const token = await logIn(origin, `138000${phone}`).catch(() => undefined);
    if (token !== undefined) await ask("/member/me", undefined, token);
    await ask("/exchange/sessions", { code: randomText().toUpperCase() }, token);
    await pause(LOGIN_PAUSE_MS);
    return token !== undefined;
  };

  const listen = async () => {
    const socket = await openAuthenticatedSocket(origin, buyer).catch(() => undefined);
    await socket?.untilFrame("ready").catch(() => undefined);
    socket?.close();
    return socket !== undefined;
  };

  const loop = async (name: string, step: () => Promise<boolean>) => {
    while (!isStopping) {
      const isDone = await step().catch((error: unknown) => {
        add(`${name}: ${String(error)}`);
        return false;
      });
      if (isDone) did[name] = (did[name] ?? 0) + 1;
      await pause(BREATH_MS);
    }
  };
  const readers = startReaders(origin, readerTokens);
  const loops = Promise.all([
    loop("purchases", buy),
    loop("redemptions", redeem),
    loop("visits", visit),
    loop("logins", comeAnew),
    loop("sockets", listen),
  ]);
  return {
    did,
    faults,
    async stop() {
      isStopping = true;
      await Promise.all([loops, readers.stop()]);
      did["reads"] = readers.reads();
      add(...readers.faults);
    },
  };
}
