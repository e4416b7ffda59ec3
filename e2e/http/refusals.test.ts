/**
 * Every refusal that an operation declares can occur: the table below provokes each of them, and is
 * complete.
 */
import { accountRefusalCases } from "./account-refusals.fixture.ts";
import { checkSymbols } from "@yunjing/contract/exchange-code";
import { grantLevel } from "@yunjing/server/domain/levels/actions";
import { operations } from "@yunjing/contract/operations";
import { manualClock } from "@yunjing/server/platform/clock";
import { sentCode } from "@yunjing/server/domain/members/sent-code.fixture";
import { afterAll, beforeAll, expect, test } from "vitest";
import { approvalRefusalCases } from "./approval-refusals.fixture.ts";
import { audienceRefusalCases } from "./audience-refusals.fixture.ts";
import { batchRefusalCases, operatorBatchRefusalCases } from "./batch-refusals.fixture.ts";
import { dealerRefusalCases } from "./dealer-refusals.fixture.ts";
import { addressRefusalCases } from "./address-refusals.fixture.ts";
import { buyingRefusalCases } from "./buying-refusals.fixture.ts";
import { type ShopFixture, openShopFixture } from "./shop.fixture.ts";
import { operatorPermissions } from "@yunjing/contract/permissions";
import { couponRefusalCases } from "./coupon-refusals.fixture.ts";
import { mealOf, mealRefusalCases, storeRefusalCases } from "./meal-refusals.fixture.ts";
import { invitationRefusalCases, proposeDeniedAppeal } from "./invitation-refusals.fixture.ts";
import { identityRefusalCases } from "./identity-refusals.fixture.ts";
import { loginRefusalCases } from "./login-refusals.fixture.ts";
import { levelRefusalCases } from "./level-refusals.fixture.ts";
import { lookupRefusalCases } from "./lookup-refusals.fixture.ts";
import { messageRefusalCases } from "./message-refusals.fixture.ts";
import { operatorRefusalCases } from "./operator-refusals.fixture.ts";
import { partnerRefusalCases } from "./partner-refusals.fixture.ts";
import { securityRefusalCases } from "./security-refusals.fixture.ts";
import { riskRefusalCases, withRisk } from "./risk-refusals.fixture.ts";
import { refundRefusalCases } from "./refund-refusals.fixture.ts";
import { supplyPageRefusalCases } from "./supply-page-refusals.fixture.ts";
import { supplyRefusalCases } from "./supply-refusals.fixture.ts";
import { invoiceRefusalCases } from "./invoice-refusals.fixture.ts";
import { moderationRefusalCases } from "./moderation-refusals.fixture.ts";
import { ticketRefusalCases } from "./ticket-refusals.fixture.ts";
import { walletRefusalCases } from "./wallet-refusals.fixture.ts";
import {
  openExchangeFixture,
  type CallResult,
  redeemSecondUse,
  type ExchangeFixture,
} from "./exchange.fixture.ts";
import { withdrawalRefusalCases } from "./withdrawal-refusals.fixture.ts";
import { type HttpTestEnv, type Login, openHttpTestEnv } from "./test-env.fixture.ts";

const BATCH_PERMISSIONS = ["exchange:generate", "exchange:approve", "codes:make"];
const TOKEN = "AAAAAAAAAAAAAAAAAAAAAA";
const PHONE = "13700008888";
const orderNo = "20260101000000000000";

let testEnv: HttpTestEnv;
let exchange: ExchangeFixture;
let shop: ShopFixture;
let member: Login;
let maker: Login;
let checker: Login;
let dealer: Login;
let operators: [Login, Login];
beforeAll(async () => {
  const capped = {
    smsDayCapsOn: true,
    smsPerPhoneDay: 1,
    smsResendSeconds: 0,
    payPasswordWorkPerHour: 8,
  };
  // Time stands still: limits of a minute, an hour or a day cannot begin anew in between.
  const clock = manualClock(new Date());
  testEnv = await openHttpTestEnv({ SETTINGS: JSON.stringify(capped) }, { clock });
  exchange = await openExchangeFixture(testEnv);
  shop = await openShopFixture(testEnv, exchange);
  member = await testEnv.logIn("13700000001");
  maker = await testEnv.logIn("13700000002", BATCH_PERMISSIONS);
  checker = await testEnv.logIn("13700000003", BATCH_PERMISSIONS);
  dealer = await testEnv.logIn("13700000007", BATCH_PERMISSIONS);
  operators = [
    await testEnv.logIn("13700000004", operatorPermissions),
    await testEnv.logIn("13700000005", operatorPermissions),
  ];
}, 60_000);
afterAll(() => testEnv.close());

type PendingResult = Promise<CallResult<unknown>>;
type RefusalCases = Readonly<Record<string, () => PendingResult>>;

const unknownCode = (data: string): string => data + checkSymbols(data);
const smsSend = (phone: string) => exchange.call("passport", "smsSend", { phone, scene: "login" });
const consoleSmsSend = (phone: string) =>
  exchange.call("operatorPassport", "smsSend", { phone, scene: "login" });
async function repeated(times: number, call: () => PendingResult): PendingResult {
  for (let n = 1; n < times; n++) await call();
  return call();
}

/** Creates a points order of this member; returns its number and its receipt token. */
async function pointsOrder(): Promise<{ orderNo: string; receiptToken: string }> {
  const by = { token: member.token };
  const session = await exchange.session("points-500", by);
  const { data } = await exchange.call("exchange", "redeem", { session }, by);
  return { orderNo: data["orderNo"] ?? "", receiptToken: data["receiptToken"] ?? "" };
}
const casesOfTopics: Readonly<Record<string, RefusalCases>> = {
  "passport.smsSend": {
    RATE_LIMITED: () => repeated(2, () => smsSend("13700007777")),
  },
  "passport.smsLogin": {
    SMS_CODE_WRONG: async () => {
      const { challengeId = "" } = (await smsSend(PHONE)).data;
      const login = { challengeId, phone: PHONE, code: "000000", termsVersion: "1" };
      return exchange.call("passport", "smsLogin", login);
    },
    SMS_CODE_EXPIRED: () => {
      const login = { challengeId: TOKEN, phone: PHONE, code: "000000", termsVersion: "1" };
      return exchange.call("passport", "smsLogin", login);
    },
    TERMS_NEEDED: () =>
      exchange.call("passport", "smsLogin", { challengeId: TOKEN, phone: PHONE, code: "000000" }),
  },
  "passport.refresh": { AUTH_EXPIRED: () => exchange.call("passport", "refresh", {}) },
  "member.acceptTerms": {
    TERMS_CHANGED: () =>
      exchange.call("member", "acceptTerms", { termsVersion: "1" }, { token: member.token }),
  },
  "member.update": {
    FILE_GONE: () => {
      const avatar = "cloud://env-1/2026/11/00000000-0000-7000-8000-000000000000/1.jpg";
      return exchange.call("member", "update", { avatar }, { token: member.token });
    },
    NICKNAME_DENIED: () =>
      exchange.call("member", "update", { nickname: "云鲸客服" }, { token: member.token }),
    RATE_LIMITED: async () => {
      const by = await testEnv.logIn("13700000016");
      const rename = (nickname: string) => exchange.call("member", "update", { nickname }, by);
      for (const nickname of ["一", "二", "三", "四", "五"]) await rename(nickname);
      return rename("六");
    },
    INPUT_INVALID: () =>
      exchange.call("member", "update", { birthday: "02-30" }, { token: member.token }),
    STATE_CHANGED: async () => {
      const tell = (birthday: string) =>
        exchange.call("member", "update", { birthday }, { token: member.token });
      await tell("05-20");
      return tell("05-21");
    },
  },
  "home.benefit": { NOT_FOUND: () => exchange.call("home", "benefit", { benefitId: "nothing" }) },
  "home.favour": {
    NOT_FOUND: () => {
      const input = { benefitId: "nothing", isFavourite: true };
      return exchange.call("home", "favour", input, { token: member.token });
    },
  },
  "home.reportLostPage": {
    RATE_LIMITED: () =>
      repeated(31, () => exchange.call("home", "reportLostPage", { path: "/pages/nowhere" })),
  },
  "wechat.jsdk": {
    URL_FOREIGN: () => exchange.call("wechat", "jsdk", { url: "https://elsewhere.example/" }),
  },
  "regions.children": {
    NOT_FOUND: () => exchange.call("regions", "children", { parent: "999999" }),
  },
  "push.ticket": {
    NOT_FOUND: () => exchange.call("push", "ticket", { name: "nothing" }, { token: member.token }),
    RATE_LIMITED: async () => {
      const { token } = await testEnv.logIn("13700000010");
      return repeated(61, () => exchange.call("push", "ticket", { name: "push" }, { token }));
    },
  },
  ...storeRefusalCases(() => ({ testEnv, exchange, shop, operator: operators[0] })),
  "exchange.open": {
    CODE_INVALID: () => exchange.open(unknownCode("0123456789ABCDEF")),
    CODE_TYPO: () => {
      const code = unknownCode("0123456789ABCDEF");
      const slip = code.slice(0, -1) + (code.endsWith("0") ? "1" : "0");
      return exchange.call("exchange", "open", { code: slip });
    },
    CODE_BUSY: async () => {
      const code = await exchange.code("points-500");
      await exchange.open(code);
      return exchange.call("exchange", "open", { code }, { token: member.token });
    },
    CODE_HAD: async () => {
      const by = { token: member.token };
      const redeem = (session: string) => exchange.call("exchange", "redeem", { session }, by);
      const { code } = await redeemSecondUse(exchange, "points-500", member.token, redeem);
      return exchange.call("exchange", "open", { code }, by);
    },
    PROOF_NEEDED: () => {
      const code = unknownCode("YYYY456789ABCDEF");
      return repeated(3, () => exchange.call("exchange", "open", { code }));
    },
    CODE_LOCKED: async () => {
      const { token } = await testEnv.logIn("13700000009");
      const code = unknownCode("ZZZZ456789ABCDEF");
      return repeated(11, () => exchange.call("exchange", "open", { code }, { token }));
    },
  },
  "exchange.resume": {
    SESSION_OVER: () => exchange.call("exchange", "resume", { session: TOKEN }),
  },
  "exchange.leave": { SESSION_OVER: () => exchange.call("exchange", "leave", { session: TOKEN }) },
  "exchange.redeem": {
    SESSION_OVER: () => exchange.call("exchange", "redeem", { session: TOKEN }),
    LOGIN_NEEDED: async () =>
      exchange.call("exchange", "redeem", { session: await exchange.session("points-500") }),
    INPUT_INVALID: async () =>
      exchange.call("exchange", "redeem", { session: await exchange.session("kfc-set") }),
    CODE_HAD: async () => {
      const by = { token: member.token };
      const redeem = (session: string) => exchange.call("exchange", "redeem", { session }, by);
      const { session } = await redeemSecondUse(exchange, "points-500", member.token, redeem);
      return redeem(session);
    },
    SOLD_OUT: async () => {
      const code = await exchange.codeFor({
        target: "benefit",
        title: "售罄",
        choices: [{ skuId: "none", title: "售罄" }],
      });
      const { session = "" } = (await exchange.open(code)).data;
      return exchange.call("exchange", "redeem", { session });
    },
    LEVEL_HELD: async () => {
      const { memberId, token } = await testEnv.logIn("13700000019");
      await grantLevel(testEnv.context, testEnv.db, {
        memberId,
        grade: 4,
        source: "manual",
        ref: "held",
        note: "",
        actor: "test",
        until: new Date(Date.now() + 90 * 86_400_000),
      });
      const code = await exchange.codeFor({ target: "level", title: "等级", grade: 3, days: 30 });
      const { session = "" } = (await exchange.call("exchange", "open", { code }, { token })).data;
      return exchange.call("exchange", "redeem", { session }, { token });
    },
    CLAIM_OVER: async () => {
      const by = { token: member.token };
      const code = await exchange.couponCode(await exchange.campaign(0));
      const { session = "" } = (await exchange.call("exchange", "open", { code }, by)).data;
      return exchange.call("exchange", "redeem", { session }, by);
    },
  },
  ...audienceRefusalCases(() => ({ exchange, operators })),
  ...addressRefusalCases(() => ({ exchange, member })),
  ...mealRefusalCases(() => ({ exchange, shop, member, operators })),
  ...buyingRefusalCases(() => ({ testEnv, exchange, shop })),
  ...invitationRefusalCases(() => ({ testEnv, exchange, member, operators })),
  ...messageRefusalCases(() => ({ exchange, member, operators })),
  ...lookupRefusalCases(() => ({ testEnv, exchange, shop, operators })),
  ...levelRefusalCases(() => ({ exchange, member, operators })),
  ...identityRefusalCases(() => ({ testEnv })),
  ...securityRefusalCases(() => ({ testEnv, exchange })),
  ...refundRefusalCases(() => ({ exchange, shop })),
  ...partnerRefusalCases(() => ({ testEnv, exchange, shop, operators })),
  ...walletRefusalCases(() => ({ testEnv, exchange, shop, operators })),
  ...operatorRefusalCases(() => ({ testEnv, exchange, shop, operators })),
  ...approvalRefusalCases(
    () => ({ testEnv, exchange, shop, operators }),
    () => proposeDeniedAppeal(() => ({ testEnv, exchange, member, operators })),
  ),
  ...supplyRefusalCases(() => ({ testEnv, exchange, shop, operators })),
  ...withdrawalRefusalCases(() => ({ testEnv, exchange, shop, operators })),
  "orders.detail": {
    NOT_FOUND: () => exchange.call("orders", "detail", { orderNo }, { token: member.token }),
  },
  "orders.received": {
    NOT_FOUND: () => exchange.call("orders", "received", { orderNo }, { token: member.token }),
    ORDER_STATE: async () => {
      const { orderNo: own } = await pointsOrder();
      return exchange.call("orders", "received", { orderNo: own }, { token: member.token });
    },
  },
  "orders.hide": {
    NOT_FOUND: () => exchange.call("orders", "hide", { orderNo }, { token: member.token }),
    ORDER_STATE: async () => {
      const { data } = (await mealOf({ exchange, member }, "kfc-set")) as CallResult<{
        orderNo: string;
      }>;
      return exchange.call("orders", "hide", data, { token: member.token });
    },
  },
  "orders.receipt": {
    NOT_FOUND: () => exchange.call("orders", "receipt", { receiptToken: TOKEN }),
  },
  "orders.receiptReceived": {
    NOT_FOUND: () => exchange.call("orders", "receiptReceived", { receiptToken: TOKEN }),
    ORDER_STATE: async () => {
      const { receiptToken } = await pointsOrder();
      return exchange.call("orders", "receiptReceived", { receiptToken });
    },
  },
  "orders.claim": {
    NOT_FOUND: () =>
      exchange.call("orders", "claim", { receiptToken: TOKEN }, { token: member.token }),
  },
  ...couponRefusalCases(() => ({ exchange, member })),
  ...invoiceRefusalCases(() => ({ exchange, shop, operators, testEnv })),
  ...moderationRefusalCases(() => ({ testEnv, exchange, shop, operators })),
  ...ticketRefusalCases(() => ({ testEnv, exchange, operators })),
  ...operatorBatchRefusalCases(() => ({
    testEnv,
    exchange,
    maker,
    checker,
    dealer,
    operator: operators[0],
  })),
  ...batchRefusalCases(() => ({
    testEnv,
    exchange,
    maker,
    checker,
    dealer,
    operator: operators[0],
  })),
  ...supplyPageRefusalCases(() => ({ exchange, operator: operators[0] })),
  ...dealerRefusalCases(() => ({ testEnv, exchange, dealer, operator: operators[0] })),
  "operatorPassport.smsSend": {
    RATE_LIMITED: () => repeated(2, () => consoleSmsSend("13700006666")),
  },
  "operatorPassport.smsLogin": {
    SMS_CODE_WRONG: async () => {
      const { challengeId = "" } = (await consoleSmsSend("13700005555")).data;
      const login = { challengeId, phone: "13700005555", code: "000000" };
      return exchange.call("operatorPassport", "smsLogin", login);
    },
    SMS_CODE_EXPIRED: () => {
      const login = { challengeId: TOKEN, phone: PHONE, code: "000000" };
      return exchange.call("operatorPassport", "smsLogin", login);
    },
    NO_PERMISSION: async () => {
      const phone = "13700004444";
      const { challengeId = "" } = (await consoleSmsSend(phone)).data;
      const code = await sentCode(testEnv.context, testEnv.db, challengeId);
      return exchange.call("operatorPassport", "smsLogin", { challengeId, phone, code });
    },
  },
  ...accountRefusalCases(() => ({ testEnv, exchange, operator: operators[0] })),
  ...loginRefusalCases(() => ({ testEnv })),
  "operatorPassport.refresh": {
    AUTH_EXPIRED: () => exchange.call("operatorPassport", "refresh", {}),
  },
};

const cases = withRisk(
  casesOfTopics,
  riskRefusalCases(() => ({ testEnv, exchange, shop, operators })),
);

test("the table provokes each declared refusal, and no others", () => {
  const declared = operations.flatMap(({ topic, name, refusals }) =>
    refusals.map((code) => `${topic}.${name} ${code}`),
  );
  const provoked = Object.entries(cases).flatMap(([operation, codes]) =>
    Object.keys(codes).map((code) => `${operation} ${code}`),
  );
  expect(provoked.toSorted()).toEqual(declared.toSorted());
});

const pairs = Object.entries(cases).flatMap(([operation, codes]) =>
  Object.entries(codes).map(([code, provoke]) => [operation, code, provoke] as const),
);
test.each(pairs)("%s refuses %s", async (_, code, provoke) => {
  expect((await provoke()).code).toBe(code);
});
