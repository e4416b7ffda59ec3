/**
 * Calls of the console's and the members' operations over HTTP for browser tests, and one statement
 * as the owner of the product's database.
 */
import { Client } from "pg";
import { ask, logInByPhone, newestSms } from "../login.ts";
import { approve, grantMoney, newPhone } from "../shop/shop.fixture.ts";
import { productOfWorker } from "../worker-product.ts";
import { logInOperator, type OperatorRole } from "./operator-login.ts";

type Method = "GET" | "POST" | "PUT";
type Envelope<T> = {
  readonly status: boolean;
  readonly code?: string;
  readonly msg: string;
  readonly data: T;
};
/** `code` is DONE, or the code of the refusal. */
export type Answer<T> = { readonly code: string; readonly msg: string; readonly data: T };

let keys = 0;
const newKey = (): string => `console-e2e-${Date.now()}-${++keys}`;

async function call<T>(token: string, method: Method, path: string, body?: object) {
  const { origin } = productOfWorker();
  const answer = await fetch(origin + path, {
    method,
    headers: {
      authorization: token,
      origin,
      "idempotency-key": newKey(),
      ...(body ? { "content-type": "application/json" } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const { status, code = "", msg, data } = (await answer.json()) as Envelope<T>;
  return { code: status ? "DONE" : code, msg, data };
}

/** Calls an operation of the console as an operator of the demo. */
export async function callAs<T>(
  role: OperatorRole,
  method: Method,
  path: string,
  body?: object,
): Promise<Answer<T>> {
  const { token } = await logInOperator(productOfWorker().origin, role);
  return call<T>(token, method, `/console/api${path}`, body);
}

/** Returns the data of an operator's call that must succeed. */
export async function dataAs<T>(
  role: OperatorRole,
  method: Method,
  path: string,
  body?: object,
): Promise<T> {
  const { code, msg, data } = await callAs<T>(role, method, path, body);
  if (code !== "DONE") throw new Error(`${path} as ${role}: ${code} ${msg}`);
  return data;
}

/** Agrees to a proposal as the inbox does; `approvalId` is `<kind>.<ref>`, such as `adjust.0199…`. */
export async function agreeAs(role: OperatorRole, approvalId: string): Promise<void> {
  const { etag } = await dataAs<{ etag: string }>(role, "GET", `/approvals/${approvalId}`);
  const decision = { etag, reason: "核实无误" };
  await dataAs(role, "POST", `/approvals/${approvalId}/approve`, decision);
}

export type Member = {
  readonly phone: string;
  readonly token: string;
  readonly memberNo: string;
};

/** Calls an operation of the members' API that must succeed. */
export async function asMember<T>(
  { token }: Pick<Member, "token">,
  path: string,
  body?: object,
): Promise<T> {
  const answer = await call<T>(token, body ? "POST" : "GET", `/api${path}`, body);
  if (answer.code !== "DONE") throw new Error(`${path}: ${answer.code} ${answer.msg}`);
  return answer.data;
}

/** Creates a member with this reward cash, in fen. */
export async function createMember(rewardFen = 0): Promise<Member> {
  const { origin } = productOfWorker();
  const phone = newPhone();
  if (rewardFen > 0) await grantMoney(origin, phone, { rewardFen });
  const { token } = await logInByPhone(origin, phone);
  const found = await dataAs<{ list: readonly { memberNo: string }[] }>(
    "lead",
    "POST",
    "/members/find",
    { phone },
  );
  return { phone, token, memberNo: found.list[0]?.memberNo ?? "" };
}

/** What a member buys: units of one SKU, with the account of a top-up. */
export type Bought = {
  readonly skuId: string;
  readonly quantity: number;
  readonly account?: string;
};

/** Buys by WeChat and pays in the sandbox; returns the order's number. */
export async function buy(member: Member, { skuId, quantity, account }: Bought): Promise<string> {
  const items = [{ skuId, quantity, ...(account === undefined ? {} : { input: { account } }) }];
  const { quoteToken } = await asMember<{ quoteToken: string }>(member, "/orders/quote", {
    items,
    couponIds: [],
  });
  const { orderNo } = await asMember<{ orderNo: string }>(member, "/orders", { quoteToken });
  const paying = { channel: "wechat", via: "h5" };
  const { outTradeNo } = await asMember<{ outTradeNo: string }>(
    member,
    `/orders/${orderNo}/pay`,
    paying,
  );
  await approve(productOfWorker().origin, outTradeNo);
  return orderNo;
}

/** Proves by SMS that it is the member who asks for this; returns the proof. */
async function proofBySms(member: Member, purpose: "withdraw" | "close"): Promise<string> {
  const { origin } = productOfWorker();
  const inbox = await ask<readonly { code?: string }[]>(
    `${origin}/sandbox/sms?phone=${member.phone}`,
  );
  const known = inbox.filter(({ code }) => code).length;
  const { challengeId } = await asMember<{ challengeId: string }>(member, "/member/step-up/send", {
    purpose,
  });
  const code = await newestSms(origin, member.phone, known);
  const { stepUp } = await asMember<{ stepUp: string }>(member, "/member/step-up", {
    purpose,
    challengeId,
    code,
  });
  return stepUp;
}

/** Requests that the member's account be closed. */
export async function requestClosing(member: Member): Promise<void> {
  const { forfeits } = await asMember<{ forfeits: object }>(member, "/member/closing");
  const stepUp = await proofBySms(member, "close");
  await asMember(member, "/member/closing", { forfeits, stepUp });
}

/** Requests a withdrawal with a proof by SMS; returns its number. */
export async function withdraw(member: Member, amountFen: number): Promise<string> {
  const stepUp = await proofBySms(member, "withdraw");
  const { withdrawalNo } = await asMember<{ withdrawalNo: string }>(member, "/wallet/withdrawals", {
    amountFen,
    realName: "林知夏",
    stepUp,
  });
  return withdrawalNo;
}

/** Runs one statement as the owner of the product's database; returns its rows. */
export async function inDatabase<R extends object>(
  text: string,
  values: readonly unknown[],
): Promise<readonly R[]> {
  const owner = new Client({ connectionString: productOfWorker().databaseUrl });
  await owner.connect();
  try {
    return (await owner.query<R>(text, [...values])).rows;
  } finally {
    await owner.end();
  }
}
