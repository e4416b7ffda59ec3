/** Provokes each refusal of the operators' operations on members and single codes, and of figures. */
import { dailyCounter } from "@yunjing/server/domain/members/actions";
import { incrementCounter } from "@yunjing/server/platform/rate-limit";
import type { CallResult, ExchangeFixture } from "./exchange.fixture.ts";
import type { ShopFixture } from "./shop.fixture.ts";
import type { HttpTestEnv, Login } from "./test-env.fixture.ts";

type PendingResult = Promise<CallResult<unknown>>;
type RefusalCases = Readonly<Record<string, Readonly<Record<string, () => PendingResult>>>>;
type RefusalContext = {
  readonly testEnv: HttpTestEnv;
  readonly exchange: ExchangeFixture;
  readonly shop: ShopFixture;
  readonly operators: readonly [Login, Login];
};

const reason = "核实无误";
const UNKNOWN_NO = "999999999";
const UNKNOWN_ID = "00000000-0000-7000-8000-000000000000";
const LATER = 4_000_000_000_000;
const ABOVE_ALL = 1_000_000;
let phones = 0;
const newPhone = () => `1597${String(++phones).padStart(7, "0")}`;

const by = ({ operators: [maker] }: RefusalContext) => ({ token: maker.consoleToken });

async function numberOf({ testEnv }: RefusalContext, memberId: string): Promise<string> {
  const text = "SELECT member_no AS no FROM member WHERE member_id = $1";
  const found = await testEnv.db.$client.query<{ no: string }>(text, [memberId]);
  return found.rows[0]?.no ?? "";
}

/** A member with a phone of its own. */
async function newMember(at: RefusalContext): Promise<{ memberId: string; memberNo: string }> {
  const { memberId } = await at.testEnv.logIn(newPhone());
  return { memberId, memberNo: await numberOf(at, memberId) };
}
const ownNo = (at: RefusalContext) => numberOf(at, at.operators[0].memberId);

async function withoutPhone(at: RefusalContext): Promise<string> {
  const { memberId, memberNo } = await newMember(at);
  const text =
    "UPDATE member SET phone_hash = NULL, phone_sealed = NULL, phone_mask = '' WHERE member_id = $1";
  await at.testEnv.db.$client.query(text, [memberId]);
  return memberNo;
}

/** Uses up what an operator of its own may read today; returns the token of that operator. */
async function exhausted({ testEnv }: RefusalContext, kind: string, permission: string) {
  const login = await testEnv.logIn(newPhone(), [permission]);
  const counter = dailyCounter(testEnv.context, { operatorId: login.memberId, kind });
  await incrementCounter(testEnv.db, { ...counter, by: ABOVE_ALL });
  return { token: login.consoleToken };
}

const TABS = [
  "ledger",
  "orders",
  "coupons",
  "cards",
  "codes",
  "sessions",
  "events",
  "invitations",
  "messages",
] as const;

const readCases = (given: () => RefusalContext): RefusalCases => ({
  "operatorMembers.list": {
    BAD_REQUEST: () =>
      given().exchange.call("operatorMembers", "list", { cursor: "x" }, by(given())),
  },
  "operatorMembers.find": {
    INPUT_INVALID: () => given().exchange.call("operatorMembers", "find", {}, by(given())),
    RATE_LIMITED: async () => {
      const token = await exhausted(given(), "member-find", "members:read");
      return given().exchange.call("operatorMembers", "find", { last4: "0000" }, token);
    },
  },
  "operatorMembers.detail": {
    NOT_FOUND: () =>
      given().exchange.call("operatorMembers", "detail", { memberNo: UNKNOWN_NO }, by(given())),
  },
  ...Object.fromEntries(
    TABS.map((tab) => [
      `operatorMembers.${tab}`,
      {
        NOT_FOUND: () =>
          given().exchange.call("operatorMembers", tab, { memberNo: UNKNOWN_NO }, by(given())),
        BAD_REQUEST: () =>
          given().exchange.call(
            "operatorMembers",
            tab,
            { memberNo: UNKNOWN_NO, cursor: "x" },
            by(given()),
          ),
      },
    ]),
  ),
  "operatorMembers.reveal": {
    NOT_FOUND: () => reveal(given(), UNKNOWN_NO),
    PHONE_NEEDED: async () => reveal(given(), await withoutPhone(given())),
    RATE_LIMITED: async () => {
      const token = await exhausted(given(), "reveal", "members:reveal");
      return reveal(given(), (await newMember(given())).memberNo, token);
    },
  },
});

const reveal = (at: RefusalContext, memberNo: string, who = by(at)) =>
  at.exchange.call("operatorMembers", "reveal", { memberNo, field: "phone", reason }, who);

type Simple = "lift" | "endSessions";
const act = (at: RefusalContext, name: Simple, memberNo: string) =>
  at.exchange.call("operatorMembers", name, { memberNo, reason }, by(at));
const restrict = (at: RefusalContext, memberNo: string) =>
  at.exchange.call("operatorMembers", "restrict", { memberNo, status: "FROZEN", reason }, by(at));

const propose = (at: RefusalContext, memberNo: string, phone: string) =>
  at.exchange.call("operatorMembers", "rebind", { memberNo, phone, reason }, by(at));

/** Proposes a phone that must be possible. */
async function proposed(at: RefusalContext) {
  const { memberId, memberNo } = await newMember(at);
  const phone = newPhone();
  const { approvalId = "" } = (await propose(at, memberNo, phone)).data;
  return { approvalId, memberId, memberNo, phone };
}
const accountCases = (given: () => RefusalContext): RefusalCases => ({
  "operatorMembers.restrict": {
    NOT_FOUND: () => restrict(given(), UNKNOWN_NO),
    OWN_ACCOUNT: async () => restrict(given(), await ownNo(given())),
    STATE_CHANGED: async () => {
      const { memberNo } = await newMember(given());
      await restrict(given(), memberNo);
      return restrict(given(), memberNo);
    },
  },
  "operatorMembers.lift": {
    NOT_FOUND: () => act(given(), "lift", UNKNOWN_NO),
    OWN_ACCOUNT: async () => act(given(), "lift", await ownNo(given())),
    STATE_CHANGED: async () => act(given(), "lift", (await newMember(given())).memberNo),
  },
  "operatorMembers.endSessions": {
    NOT_FOUND: () => act(given(), "endSessions", UNKNOWN_NO),
    OWN_ACCOUNT: async () => act(given(), "endSessions", await ownNo(given())),
  },
  "operatorMembers.setTags": {
    NOT_FOUND: () =>
      given().exchange.call(
        "operatorMembers",
        "setTags",
        { memberNo: UNKNOWN_NO, tags: [] },
        by(given()),
      ),
  },
  "operatorMembers.note": {
    NOT_FOUND: () =>
      given().exchange.call(
        "operatorMembers",
        "note",
        { memberNo: UNKNOWN_NO, text: reason },
        by(given()),
      ),
  },
  "operatorMembers.rebind": {
    NOT_FOUND: () => propose(given(), UNKNOWN_NO, newPhone()),
    OWN_ACCOUNT: async () => propose(given(), await ownNo(given()), newPhone()),
    PHONE_NEEDED: async () => propose(given(), await withoutPhone(given()), newPhone()),
    PHONE_SAME: async () => {
      const phone = newPhone();
      const { memberId } = await given().testEnv.logIn(phone);
      return propose(given(), await numberOf(given(), memberId), phone);
    },
    PHONE_TAKEN: async () => {
      const phone = newPhone();
      await given().testEnv.logIn(phone);
      return propose(given(), (await newMember(given())).memberNo, phone);
    },
    STATE_CHANGED: async () => propose(given(), (await proposed(given())).memberNo, newPhone()),
  },
});

type CouponOf = { readonly memberNo: string; readonly couponId: string };
const revoke = (at: RefusalContext, of: CouponOf) =>
  at.exchange.call("operatorMembers", "revokeCoupon", { ...of, reason }, by(at));
const extendCoupon = (at: RefusalContext, of: CouponOf, validUntil = LATER) =>
  at.exchange.call("operatorMembers", "extendCoupon", { ...of, validUntil, reason }, by(at));

async function newCoupon(at: RefusalContext): Promise<CouponOf> {
  const buyer = await at.shop.buyer();
  const couponId = await at.shop.coupon(buyer);
  return { memberNo: await numberOf(at, buyer.memberId), couponId };
}
async function revoked(at: RefusalContext): Promise<CouponOf> {
  const coupon = await newCoupon(at);
  await revoke(at, coupon);
  return coupon;
}
const noCoupon = async (at: RefusalContext) => ({
  memberNo: (await newMember(at)).memberNo,
  couponId: UNKNOWN_ID,
});
const ownCoupon = async (at: RefusalContext) => ({
  memberNo: await ownNo(at),
  couponId: UNKNOWN_ID,
});

const couponCases = (given: () => RefusalContext): RefusalCases => ({
  "operatorMembers.revokeCoupon": {
    NOT_FOUND: async () => revoke(given(), await noCoupon(given())),
    STATE_CHANGED: async () => revoke(given(), await revoked(given())),
    OWN_ACCOUNT: async () => revoke(given(), await ownCoupon(given())),
  },
  "operatorMembers.extendCoupon": {
    NOT_FOUND: async () => extendCoupon(given(), await noCoupon(given())),
    STATE_CHANGED: async () => extendCoupon(given(), await revoked(given())),
    INPUT_INVALID: async () => extendCoupon(given(), await newCoupon(given()), 1),
    OWN_ACCOUNT: async () => extendCoupon(given(), await ownCoupon(given())),
  },
});

type CodeAct = "release" | "freeze" | "resume" | "void";
const onCode = (at: RefusalContext, name: CodeAct, codeId: string) =>
  at.exchange.call("operatorCodes", name, { codeId, reason }, by(at));
const extendCode = (at: RefusalContext, codeId: string, validUntil = LATER) =>
  at.exchange.call("operatorCodes", "extend", { codeId, validUntil, reason }, by(at));

/** A live code of a new batch; returns its id. */
async function newCode({ testEnv, exchange }: RefusalContext): Promise<string> {
  await exchange.code("points-500");
  const text = "SELECT code_id AS id FROM code ORDER BY code_id DESC LIMIT 1";
  const found = await testEnv.db.$client.query<{ id: string }>(text);
  return found.rows[0]?.id ?? "";
}
async function voidCode(at: RefusalContext): Promise<string> {
  const codeId = await newCode(at);
  const text = "UPDATE code SET state = 'VOID' WHERE code_id = $1 AND state = 'ACTIVE'";
  await at.testEnv.db.$client.query(text, [codeId]);
  return codeId;
}

const codeCases = (given: () => RefusalContext): RefusalCases => ({
  "operatorCodes.lookup": {
    INPUT_INVALID: () => given().exchange.call("operatorCodes", "lookup", {}, by(given())),
    RATE_LIMITED: async () => {
      const token = await exhausted(given(), "code-lookup", "codes:read");
      return given().exchange.call("operatorCodes", "lookup", { last4: "0000" }, token);
    },
  },
  "operatorCodes.detail": {
    NOT_FOUND: () =>
      given().exchange.call("operatorCodes", "detail", { codeId: UNKNOWN_ID }, by(given())),
  },
  "operatorCodes.release": {
    NOT_FOUND: () => onCode(given(), "release", UNKNOWN_ID),
    STATE_CHANGED: async () => onCode(given(), "release", await newCode(given())),
  },
  "operatorCodes.freeze": {
    NOT_FOUND: () => onCode(given(), "freeze", UNKNOWN_ID),
    STATE_CHANGED: async () => onCode(given(), "freeze", await voidCode(given())),
  },
  "operatorCodes.resume": {
    NOT_FOUND: () => onCode(given(), "resume", UNKNOWN_ID),
    STATE_CHANGED: async () => onCode(given(), "resume", await newCode(given())),
  },
  "operatorCodes.extend": {
    NOT_FOUND: () => extendCode(given(), UNKNOWN_ID),
    STATE_CHANGED: async () => extendCode(given(), await voidCode(given())),
    INPUT_INVALID: async () => extendCode(given(), await newCode(given()), 1),
  },
  "operatorCodes.void": {
    NOT_FOUND: () => onCode(given(), "void", UNKNOWN_ID),
    STATE_CHANGED: async () => onCode(given(), "void", await voidCode(given())),
  },
});

const figureCases = (given: () => RefusalContext): RefusalCases => ({
  "operatorFigures.overview": {
    INPUT_INVALID: () =>
      given().exchange.call("operatorFigures", "overview", { from: 2, to: 1 }, by(given())),
  },
  "operatorFigures.series": {
    INPUT_INVALID: () => {
      const unknown = { figures: "gmv,nothing", grain: "day" } as const;
      return given().exchange.call("operatorFigures", "series", unknown, by(given()));
    },
  },
  "operatorFigures.top": {
    INPUT_INVALID: () => {
      const tooLong = { by: "benefit", from: 0 } as const;
      return given().exchange.call("operatorFigures", "top", tooLong, by(given()));
    },
  },
  "operatorFigures.fetching": {
    INPUT_INVALID: () =>
      given().exchange.call("operatorFigures", "fetching", { from: 2, to: 1 }, by(given())),
  },
});

/** Cases of `operatorMembers`, `operatorCodes` and `operatorFigures`; both operators have every permission. */
export const lookupRefusalCases = (given: () => RefusalContext): RefusalCases => ({
  ...readCases(given),
  ...accountCases(given),
  ...couponCases(given),
  ...codeCases(given),
  ...figureCases(given),
});
