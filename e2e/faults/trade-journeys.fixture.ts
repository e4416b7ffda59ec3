/**
 * The journeys of the trade over HTTP, one step after the other: members who redeem, buy, pay, get
 * money back, invite and withdraw, and operators who decide and read every list. A step that fails
 * is noted and the walk goes on, so that one run shows all that a database refuses.
 */
import type { Input, Name, Topic } from "@yunjing/contract/operations";
import { routes as memberRoutes } from "@yunjing/contract/routes";
import { TERMS_VERSION } from "@yunjing/contract/limits";
import { setTimeout as pause } from "node:timers/promises";
import { picture } from "@yunjing/server/domain/files/image/corpus.fixture";
import { openClient } from "../cloud/client.fixture.ts";
import { unusedCode } from "../console/authenticator.ts";
import { logInOperator, operators } from "../console/operator-login.ts";
import { newestSms } from "../login.ts";
import { type Browser, openBrowser } from "../passport/wechat.fixture.ts";
import { freshCodes, mealAtNoon } from "./caller.fixture.ts";
import { openOperatorWalk } from "./operator-walk.fixture.ts";

export type Step = { readonly name: string; readonly why: string | undefined };
type Data = Readonly<Record<string, unknown>>;
type Rows = readonly Data[];

const SETTLED_MS = 30_000;
const POLL_MS = 500;
/** A benefit of the demo that needs no account, and one of cards. */
const SKU = "waimai-five";
/** A card, worth more than a coupon's threshold. */
const CARD = "kfc-cash-50";

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const rowsOf = (value: unknown): Rows => (Array.isArray(value) ? value : []);

async function sandbox(origin: string, method: "POST" | "PUT", path: string, body: object) {
  const answer = await fetch(`${origin}/sandbox/${path}`, {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
}

/** Calls an operation that must succeed. */
async function must<T extends Topic, N extends Name<T>>(
  browser: Browser,
  topic: T,
  name: N,
  input: Input<T, N>,
): Promise<Data> {
  const { code, data } = await browser.call(topic, name, input);
  if (code !== "DONE") throw new Error(`${topic}.${String(name)}: ${code} ${JSON.stringify(data)}`);
  return data;
}

/** Looks until a call gives what is expected, as a worker's step comes later. */
async function until(look: () => Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + SETTLED_MS;
  while (!(await look())) {
    if (Date.now() > end) throw new Error(`${what} did not come`);
    await pause(POLL_MS);
  }
}

/** Walks the journeys of members, then those of operators. `phone` is the prefix of new phones. */
export function openTrade(origin: string, prefix: string) {
  const steps: Step[] = [];
  /** Reads of the console for which the walk found no object. */
  const unread: string[] = [];
  let phones = 0;
  const newPhone = () => `${prefix}${String(1_000 + ++phones)}`;
  async function step<T>(name: string, act: () => Promise<T>): Promise<T | undefined> {
    try {
      const done = await act();
      steps.push({ name, why: undefined });
      return done;
    } catch (error) {
      steps.push({ name, why: String(error).slice(0, 300) });
      return undefined;
    }
  }
  const member = async (
    more: object = {},
    phone = newPhone(),
  ): Promise<{ browser: Browser; phone: string }> => {
    const browser = openBrowser({ origin });
    const { challengeId } = await must(browser, "passport", "smsSend", { phone, scene: "login" });
    const code = await newestSms(origin, phone);
    const body = { challengeId: textOf(challengeId), phone, code, termsVersion: TERMS_VERSION };
    await must(browser, "passport", "smsLogin", { ...body, ...more });
    return { browser, phone };
  };
  const grant = (phone: string, gift: object) =>
    sandbox(origin, "POST", "grant", { phone, ...gift });
  const quote = (browser: Browser, more: object = {}) =>
    must(browser, "buying", "quote", { items: [{ skuId: SKU, quantity: 1 }], ...more });
  const place = async (browser: Browser, more: object = {}): Promise<string> => {
    const { quoteToken } = await quote(browser, more);
    const placed = await must(browser, "buying", "place", { quoteToken: textOf(quoteToken) });
    return textOf(placed["orderNo"]);
  };
  const stateOf = async (browser: Browser, orderNo: string): Promise<string> =>
    JSON.stringify(await must(browser, "orders", "detail", { orderNo }));
  const payByWechat = async (browser: Browser, orderNo: string, notify: boolean) => {
    const paying = { orderNo, channel: "wechat", via: "h5" } as const;
    const { outTradeNo } = await must(browser, "buying", "pay", paying);
    await sandbox(origin, "POST", `wechatpay/${textOf(outTradeNo)}/approve`, { notify });
    await until(async () => {
      const { state } = await must(browser, "buying", "payment", { orderNo });
      return state === "paid";
    }, "the payment");
  };
  const redeem = async (browser: Browser, code: string, meal?: object) => {
    const { session } = await must(browser, "exchange", "open", { code });
    const held = textOf(session);
    return meal
      ? must(browser, "exchange", "orderMeal", { session: held, ...meal } as never)
      : must(browser, "exchange", "redeem", { session: held });
  };

  async function walkMembers(): Promise<void> {
    const one = await step("login by phone", () => member());
    if (!one) return;
    const { browser, phone } = one;
    await step("points code", async () => {
      const [code = ""] = await freshCodes(origin, "points-500", 1);
      await redeem(browser, code);
      const again = await browser.call("exchange", "open", { code });
      if (again.code === "DONE") {
        const second = await browser.call("exchange", "redeem", {
          session: textOf(again.data["session"]),
        });
        if (second.code === "DONE") throw new Error("a code was redeemed twice");
      }
    });
    await step("balance code", async () => {
      const [code = ""] = await freshCodes(origin, "balance-20" as never, 1);
      await redeem(browser, code);
    });
    await step("coupon code", async () => {
      const [code = ""] = await freshCodes(origin, "coupon-10" as never, 1);
      await redeem(browser, code);
    });
    await step("level code", async () => {
      const [code = ""] = await freshCodes(origin, "level-gold" as never, 1);
      await redeem(browser, code);
    });
    await step("meal code", async () => {
      const [code = ""] = await freshCodes(origin, "kfc-set", 1);
      const { orderNo } = await redeem(browser, code, await mealAtNoon(origin));
      await until(
        async () =>
          /"(?:issued|ready|done|DONE|pickup)/.test(await stateOf(browser, textOf(orderNo))),
        "the meal",
      );
    });
    await step("meal code without a login", async () => {
      const guest = openBrowser({ origin });
      const [code = ""] = await freshCodes(origin, "kfc-set", 1);
      await redeem(guest, code, await mealAtNoon(origin));
    });
    await step("order by balance", async () => {
      const orderNo = await place(browser, { useBalance: true });
      await must(browser, "buying", "pay", { orderNo, channel: "balance" });
      await stateOf(browser, orderNo);
    });
    await step("order with points", async () => {
      const orderNo = await place(browser, { usePoints: true, useBalance: true });
      const { state } = await must(browser, "buying", "payment", { orderNo });
      if (state !== "paid") await must(browser, "buying", "pay", { orderNo, channel: "balance" });
    });
    await step("coupon claimed and used", async () => {
      const { list } = await must(browser, "coupons", "templates", {});
      const open = rowsOf(list).find((each) => each["state"] === "claimable");
      if (open) await must(browser, "coupons", "claim", { templateId: textOf(open["templateId"]) });
      const owned = rowsOf((await must(browser, "coupons", "list", {}))["list"]);
      if (owned.length === 0) throw new Error("no coupon");
      await grant(phone, { principalFen: 50_000 });
      // The best coupons are chosen.
      const items = [{ skuId: CARD, quantity: 1 }];
      const { quoteToken } = await must(browser, "buying", "quote", { items });
      const placed = await must(browser, "buying", "place", { quoteToken: textOf(quoteToken) });
      await must(browser, "buying", "pay", {
        orderNo: textOf(placed["orderNo"]),
        channel: "balance",
      });
    });
    await step("order cancelled", async () => {
      const orderNo = await place(browser);
      await must(browser, "buying", "cancel", { orderNo });
    });
    const paid = await step("order by WeChat, notified", async () => {
      const orderNo = await place(browser);
      await payByWechat(browser, orderNo, true);
      return orderNo;
    });
    await step("order by WeChat, found by asking", async () => {
      await payByWechat(browser, await place(browser), false);
    });
    await step("refund asked", async () => {
      const orderNo = paid ?? "";
      await until(async () => {
        const sheet = await must(browser, "refunds", "sheet", { orderNo });
        return sheet["allowed"] === true;
      }, "an order that can be refunded");
      await must(browser, "refunds", "apply", { orderNo, reason: "不想要了" });
    });
    await step("top-up", async () => {
      const { payment } = await must(browser, "wallet", "topUp", {
        amountFen: 1_000,
        via: "h5",
      } as never);
      const { outTradeNo } = (payment ?? {}) as Data;
      const before = (await must(browser, "wallet", "summary", {}))["totalFen"];
      await sandbox(origin, "POST", `wechatpay/${textOf(outTradeNo)}/approve`, { notify: true });
      await until(
        async () => (await must(browser, "wallet", "summary", {}))["totalFen"] !== before,
        "the balance",
      );
    });
    await step("sign-in", () => must(browser, "points", "signIn", {}));
    await step("invitation and its reward", async () => {
      const { inviteCode } = await must(browser, "invite", "summary", {});
      const { browser: friend } = await member({ inviteCode });
      await payByWechat(friend, await place(friend), true);
      await until(async () => {
        const { list } = await must(browser, "invite", "rewards", {});
        return rowsOf(list).length > 0;
      }, "the reward");
    });
    await step("a picture, by the public client of the cloud", async () => {
      const client = await openClient("2026", origin);
      client.logIn(browser.token());
      const filePath = client.choose(new Uint8Array(await picture("image/jpeg")), "image/jpeg");
      const { fileID } = await client.cloud.uploadFile({ cloudPath: "walk.jpg", filePath });
      await client.cloud.getTempFileURL({ fileList: [fileID] });
      await must(browser, "member", "update", { avatar: fileID });
    });
    await step("login by WeChat", async () => {
      const one = openBrowser({ origin });
      const entered = await one.enter("zhou");
      if (entered.code !== "DONE") throw new Error(entered.code);
      await must(one, "member", "me", {});
    });
    await step("withdrawal", async () => {
      const payee = openBrowser({ origin });
      const entered = await payee.enter("lin");
      if (entered.code !== "DONE") throw new Error(entered.code);
      const payeePhone = newPhone();
      const { challengeId } = await must(payee, "identity", "phoneSend", { phone: payeePhone });
      const code = await newestSms(origin, payeePhone);
      const proof = { challengeId: textOf(challengeId), phone: payeePhone, code };
      const bound = await payee.call("identity", "phoneBind", proof);
      if (bound.code !== "DONE") throw new Error(`phoneBind: ${bound.code}`);
      await grant(payeePhone, { rewardFen: 5_000 });
      await must(payee, "withdrawals", "create", { amountFen: 500 });
      await must(payee, "withdrawals", "list", {});
    });
    await step("renewal of the login", async () => {
      const one = openBrowser({ origin });
      if ((await one.enter("zhou")).code !== "DONE") throw new Error("no login");
      await must(one, "passport", "refresh", {});
    });
    await step("a question, one more, and its end", async () => {
      const asked = await must(browser, "tickets", "open", {
        topic: "other",
        text: "订单什么时候到账",
        smsWanted: false,
      });
      const ticketId = textOf(asked["ticketId"] ?? asked["id"]);
      await must(browser, "tickets", "add", { ticketId, text: "已经等了一天" });
      await must(browser, "tickets", "close", { ticketId });
    });
    await step("logout", async () => {
      const one = await member();
      await must(one.browser, "passport", "logout", {});
    });
    await readAll("member", browser, memberRoutes);
  }

  /** Every list of a topic that needs no parameter. */
  async function readAll(
    who: string,
    browser: Browser,
    routes: Readonly<Record<string, Readonly<Record<string, { method: string; path: string }>>>>,
  ): Promise<void> {
    for (const [topic, names] of Object.entries(routes)) {
      for (const [name, { method, path }] of Object.entries(names)) {
        if (method !== "GET" || path.includes("{") || path.endsWith(".png")) continue;
        await step(`${who} reads ${topic}.${name}`, async () => {
          const { code } = await browser.call(topic as never, name as never, {});
          if (code === "DEFECT" || code === "SYS_BUSY" || code === undefined)
            throw new Error(String(code));
        });
      }
    }
  }

  async function walkOperators(): Promise<void> {
    const lead = openBrowser({ origin });
    const isIn = await step("operator's login", async () => {
      lead.setToken((await logInOperator(origin, "lead")).token);
      return true;
    });
    if (!isIn) return;
    await step("operator approves a refund", async () => {
      const { list } = await must(lead, "operatorRefunds", "list", {});
      const waiting = rowsOf(list).find((each) => each["stage"] === "waiting");
      if (!waiting) return;
      const refundNo = textOf(waiting["refundNo"]);
      const { code } = await lead.call("operatorRefunds", "approve", {
        refundNo,
        reason: "核实无误",
      });
      if (code === "DEFECT") throw new Error(code);
    });
    await step("operator's second factor", async () => {
      const code = await unusedCode(origin, operators.lead);
      await must(lead, "operatorPassport", "stepUp", { code });
    });
    const others = await Promise.all(
      (["admin", "audit"] as const).map(async (role) => {
        const other = openBrowser({ origin });
        other.setToken((await logInOperator(origin, role)).token);
        return other;
      }),
    );
    const [code = ""] = await freshCodes(origin, "points-500", 1);
    await step("a phone under watch registers, and a case is opened", async () => {
      const phone = newPhone();
      const entry = {
        kind: "watch",
        subjectKind: "phone",
        subject: phone,
        reason: "走查",
      } as const;
      await must(lead, "operatorRisk", "list", entry);
      await member({}, phone);
    });
    const operator = openOperatorWalk([lead, ...others], {
      step,
      last4: code.replaceAll("-", "").slice(-4),
    });
    await operator.walk();
    unread.push(...operator.missing);
  }
  return { steps, unread, walkMembers, walkOperators };
}
