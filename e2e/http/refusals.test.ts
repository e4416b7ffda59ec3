/**
 * Every refusal that an operation declares can occur: the table below provokes each of them, and is
 * complete.
 */
import { checkSymbols } from "@yunjing/contract/exchange-code";
import { grantLevel } from "@yunjing/server/domain/levels/actions";
import { operations } from "@yunjing/contract/operations";
import { sentCode } from "@yunjing/server/domain/members/sent-code.fixture";
import { afterAll, beforeAll, expect, test } from "vitest";
import { batchRefusalCases } from "./batch-refusals.fixture.ts";
import { dealerRefusalCases } from "./dealer-refusals.fixture.ts";
import { addressRefusalCases } from "./address-refusals.fixture.ts";
import { buyingRefusalCases } from "./buying-refusals.fixture.ts";
import { type ShopFixture, openShopFixture } from "./shop.fixture.ts";
import { operatorPermissions } from "@yunjing/contract/permissions";
import { couponRefusalCases } from "./coupon-refusals.fixture.ts";
import { mealOf, mealRefusalCases } from "./meal-refusals.fixture.ts";
import { invitationRefusalCases } from "./invitation-refusals.fixture.ts";
import { identityRefusalCases } from "./identity-refusals.fixture.ts";
import { levelRefusalCases } from "./level-refusals.fixture.ts";
import { messageRefusalCases } from "./message-refusals.fixture.ts";
import { operatorRefusalCases } from "./operator-refusals.fixture.ts";
import { partnerRefusalCases } from "./partner-refusals.fixture.ts";
import { securityRefusalCases } from "./security-refusals.fixture.ts";
import { refundRefusalCases } from "./refund-refusals.fixture.ts";
import { supplyRefusalCases } from "./supply-refusals.fixture.ts";
import { walletRefusalCases } from "./wallet-refusals.fixture.ts";
import {
  openExchangeFixture,
  type CallResult,
  redeemSecondUse,
  type ExchangeFixture,
} from "./exchange.fixture.ts";
import { withdrawalRefusalCases } from "./withdrawal-refusals.fixture.ts";
import { type HttpTestEnv, type Login, openHttpTestEnv } from "./test-env.fixture.ts";

const BATCH_PERMISSIONS = ["exchange:generate", "exchange:approve"];
const TOKEN = "AAAAAAAAAAAAAAAAAAAAAA";
const PHONE = "13700008888";
const orderNo = "20260101000000000000";
const storeId = "AAAAAAAA";

let testEnv: HttpTestEnv;
let trade: ExchangeFixture;
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
  testEnv = await openHttpTestEnv({ SETTINGS: JSON.stringify(capped) });
  trade = await openExchangeFixture(testEnv);
  shop = await openShopFixture(testEnv, trade);
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
const smsSend = (phone: string) => trade.call("passport", "smsSend", { phone, scene: "login" });
const consoleSmsSend = (phone: string) =>
  trade.call("operatorPassport", "smsSend", { phone, scene: "login" });
async function repeated(times: number, call: () => PendingResult): PendingResult {
  for (let n = 1; n < times; n++) await call();
  return call();
}

/** Creates a points order of this member; returns its number and its receipt token. */
async function pointsOrder(): Promise<{ orderNo: string; receiptToken: string }> {
  const by = { token: member.token };
  const session = await trade.session("points-500", by);
  const { data } = await trade.call("exchange", "redeem", { session }, by);
  return { orderNo: data["orderNo"] ?? "", receiptToken: data["receiptToken"] ?? "" };
}
const ways: Readonly<Record<string, RefusalCases>> = {
  "passport.smsSend": {
    RATE_LIMITED: () => repeated(2, () => smsSend("13700007777")),
  },
  "passport.smsLogin": {
    SMS_CODE_WRONG: async () => {
      const { challengeId = "" } = (await smsSend(PHONE)).data;
      const login = { challengeId, phone: PHONE, code: "000000", termsVersion: "1" };
      return trade.call("passport", "smsLogin", login);
    },
    SMS_CODE_EXPIRED: () => {
      const login = { challengeId: TOKEN, phone: PHONE, code: "000000", termsVersion: "1" };
      return trade.call("passport", "smsLogin", login);
    },
    TERMS_NEEDED: () =>
      trade.call("passport", "smsLogin", { challengeId: TOKEN, phone: PHONE, code: "000000" }),
  },
  "passport.refresh": { AUTH_EXPIRED: () => trade.call("passport", "refresh", {}) },
  "member.acceptTerms": {
    TERMS_CHANGED: () =>
      trade.call("member", "acceptTerms", { termsVersion: "1" }, { token: member.token }),
  },
  "member.update": {
    FILE_GONE: () => {
      const avatar = "cloud://env-1/2026/11/00000000-0000-7000-8000-000000000000/1.jpg";
      return trade.call("member", "update", { avatar }, { token: member.token });
    },
    NICKNAME_DENIED: () =>
      trade.call("member", "update", { nickname: "云鲸客服" }, { token: member.token }),
    RATE_LIMITED: async () => {
      const by = await testEnv.logIn("13700000016");
      const rename = (nickname: string) => trade.call("member", "update", { nickname }, by);
      for (const nickname of ["一", "二", "三", "四", "五"]) await rename(nickname);
      return rename("六");
    },
  },
  "home.benefit": { NOT_FOUND: () => trade.call("home", "benefit", { benefitId: "nothing" }) },
  "home.favour": {
    NOT_FOUND: () => {
      const input = { benefitId: "nothing", isFavourite: true };
      return trade.call("home", "favour", input, { token: member.token });
    },
  },
  "home.reportLostPage": {
    RATE_LIMITED: () =>
      repeated(31, () => trade.call("home", "reportLostPage", { path: "/pages/nowhere" })),
  },
  "wechat.jsdk": {
    URL_FOREIGN: () => trade.call("wechat", "jsdk", { url: "https://elsewhere.example/" }),
  },
  "regions.children": { NOT_FOUND: () => trade.call("regions", "children", { parent: "999999" }) },
  "push.ticket": {
    NOT_FOUND: () => trade.call("push", "ticket", { name: "nothing" }, { token: member.token }),
    RATE_LIMITED: async () => {
      const { token } = await testEnv.logIn("13700000010");
      return repeated(61, () => trade.call("push", "ticket", { name: "push" }, { token }));
    },
  },
  "dining.store": { NOT_FOUND: () => trade.call("dining", "store", { storeId }) },
  "dining.menu": { NOT_FOUND: () => trade.call("dining", "menu", { storeId }) },
  "dining.slots": { NOT_FOUND: () => trade.call("dining", "slots", { storeId }) },
  "exchange.open": {
    CODE_INVALID: () => trade.open(unknownCode("0123456789ABCDEF")),
    CODE_TYPO: () => {
      const code = unknownCode("0123456789ABCDEF");
      const slip = code.slice(0, -1) + (code.endsWith("0") ? "1" : "0");
      return trade.call("exchange", "open", { code: slip });
    },
    CODE_BUSY: async () => {
      const code = await trade.code("points-500");
      await trade.open(code);
      return trade.call("exchange", "open", { code }, { token: member.token });
    },
    CODE_HAD: async () => {
      const by = { token: member.token };
      const redeem = (session: string) => trade.call("exchange", "redeem", { session }, by);
      const { code } = await redeemSecondUse(trade, "points-500", member.token, redeem);
      return trade.call("exchange", "open", { code }, by);
    },
    PROOF_NEEDED: () => {
      const code = unknownCode("YYYY456789ABCDEF");
      return repeated(3, () => trade.call("exchange", "open", { code }));
    },
    CODE_LOCKED: async () => {
      const { token } = await testEnv.logIn("13700000009");
      const code = unknownCode("ZZZZ456789ABCDEF");
      return repeated(11, () => trade.call("exchange", "open", { code }, { token }));
    },
  },
  "exchange.resume": { SESSION_OVER: () => trade.call("exchange", "resume", { session: TOKEN }) },
  "exchange.leave": { SESSION_OVER: () => trade.call("exchange", "leave", { session: TOKEN }) },
  "exchange.redeem": {
    SESSION_OVER: () => trade.call("exchange", "redeem", { session: TOKEN }),
    LOGIN_NEEDED: async () =>
      trade.call("exchange", "redeem", { session: await trade.session("points-500") }),
    INPUT_INVALID: async () =>
      trade.call("exchange", "redeem", { session: await trade.session("kfc-set") }),
    CODE_HAD: async () => {
      const by = { token: member.token };
      const redeem = (session: string) => trade.call("exchange", "redeem", { session }, by);
      const { session } = await redeemSecondUse(trade, "points-500", member.token, redeem);
      return redeem(session);
    },
    SOLD_OUT: async () => {
      const code = await trade.codeFor({
        target: "benefit",
        title: "售罄",
        choices: [{ skuId: "none", title: "售罄" }],
      });
      const { session = "" } = (await trade.open(code)).data;
      return trade.call("exchange", "redeem", { session });
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
      const code = await trade.codeFor({ target: "level", title: "等级", grade: 3, days: 30 });
      const { session = "" } = (await trade.call("exchange", "open", { code }, { token })).data;
      return trade.call("exchange", "redeem", { session }, { token });
    },
    CLAIM_OVER: async () => {
      const by = { token: member.token };
      const code = await trade.couponCode(await trade.campaign(0));
      const { session = "" } = (await trade.call("exchange", "open", { code }, by)).data;
      return trade.call("exchange", "redeem", { session }, by);
    },
  },
  ...addressRefusalCases(() => ({ trade, member })),
  ...mealRefusalCases(() => ({ trade, shop, member })),
  ...buyingRefusalCases(() => ({ testEnv, trade, shop })),
  ...invitationRefusalCases(() => ({ testEnv, trade, member, operators })),
  ...messageRefusalCases(() => ({ trade, member, operators })),
  ...levelRefusalCases(() => ({ trade, member, operators })),
  ...identityRefusalCases(() => ({ testEnv })),
  ...securityRefusalCases(() => ({ testEnv, trade })),
  ...refundRefusalCases(() => ({ trade, shop })),
  ...partnerRefusalCases(() => ({ testEnv, trade, shop, operators })),
  ...walletRefusalCases(() => ({ testEnv, trade, shop, operators })),
  ...operatorRefusalCases(() => ({ testEnv, trade, shop, operators })),
  ...supplyRefusalCases(() => ({ testEnv, trade, shop, operators })),
  ...withdrawalRefusalCases(() => ({ testEnv, trade, shop, operators })),
  "orders.detail": {
    NOT_FOUND: () => trade.call("orders", "detail", { orderNo }, { token: member.token }),
  },
  "orders.received": {
    NOT_FOUND: () => trade.call("orders", "received", { orderNo }, { token: member.token }),
    ORDER_STATE: async () => {
      const { orderNo: own } = await pointsOrder();
      return trade.call("orders", "received", { orderNo: own }, { token: member.token });
    },
  },
  "orders.hide": {
    NOT_FOUND: () => trade.call("orders", "hide", { orderNo }, { token: member.token }),
    ORDER_STATE: async () => {
      const { data } = (await mealOf({ trade, member }, "kfc-set")) as CallResult<{
        orderNo: string;
      }>;
      return trade.call("orders", "hide", data, { token: member.token });
    },
  },
  "orders.receipt": {
    NOT_FOUND: () => trade.call("orders", "receipt", { receiptToken: TOKEN }),
  },
  "orders.receiptReceived": {
    NOT_FOUND: () => trade.call("orders", "receiptReceived", { receiptToken: TOKEN }),
    ORDER_STATE: async () => {
      const { receiptToken } = await pointsOrder();
      return trade.call("orders", "receiptReceived", { receiptToken });
    },
  },
  "orders.claim": {
    NOT_FOUND: () =>
      trade.call("orders", "claim", { receiptToken: TOKEN }, { token: member.token }),
  },
  ...couponRefusalCases(() => ({ trade, member })),
  ...batchRefusalCases(() => ({ testEnv, trade, maker, checker, dealer, operator: operators[0] })),
  ...dealerRefusalCases(() => ({ trade, dealer, operator: operators[0] })),
  "operatorPassport.smsSend": {
    RATE_LIMITED: () => repeated(2, () => consoleSmsSend("13700006666")),
  },
  "operatorPassport.smsLogin": {
    SMS_CODE_WRONG: async () => {
      const { challengeId = "" } = (await consoleSmsSend("13700005555")).data;
      const login = { challengeId, phone: "13700005555", code: "000000" };
      return trade.call("operatorPassport", "smsLogin", login);
    },
    SMS_CODE_EXPIRED: () => {
      const login = { challengeId: TOKEN, phone: PHONE, code: "000000" };
      return trade.call("operatorPassport", "smsLogin", login);
    },
    NO_PERMISSION: async () => {
      const phone = "13700004444";
      const { challengeId = "" } = (await consoleSmsSend(phone)).data;
      const code = await sentCode(testEnv.context, testEnv.db, challengeId);
      return trade.call("operatorPassport", "smsLogin", { challengeId, phone, code });
    },
  },
  "operatorPassport.refresh": {
    AUTH_EXPIRED: () => trade.call("operatorPassport", "refresh", {}),
  },
};

test("the table provokes each declared refusal, and no others", () => {
  const declared = operations.flatMap(({ topic, name, refusals }) =>
    refusals.map((code) => `${topic}.${name} ${code}`),
  );
  const provoked = Object.entries(ways).flatMap(([operation, codes]) =>
    Object.keys(codes).map((code) => `${operation} ${code}`),
  );
  expect(provoked.toSorted()).toEqual(declared.toSorted());
});

const pairs = Object.entries(ways).flatMap(([operation, codes]) =>
  Object.entries(codes).map(([code, provoke]) => [operation, code, provoke] as const),
);
test.each(pairs)("%s refuses %s", async (_, code, provoke) => {
  expect((await provoke()).code).toBe(code);
});
