/** Logs an operator of the demo in to the console over HTTP, in both steps, once per product. */
import { request } from "playwright-core";
import { ask, newestSms } from "../login.ts";
import { unusedCode } from "./authenticator.ts";

/** The demo's operators; `lead` and `checker` together may decide everything. */
export const operators = {
  lead: "13800000004",
  checker: "13800000005",
  // One role each, the fewest permissions first.
  audit: "13800000014",
  admin: "13800000009",
  dealers: "13800000013",
  catalog: "13800000011",
  financeCheck: "13800000008",
  service: "13800000006",
  finance: "13800000007",
  marketing: "13800000012",
  supervisor: "13800000015",
} as const;
export type OperatorRole = keyof typeof operators;

type Grant = { readonly token: string; readonly tokenExpired: number };
type Envelope<T> = { readonly status: boolean; readonly msg?: string; readonly data: T };

async function logIn(origin: string, number: string): Promise<Grant> {
  const calls = await request.newContext({ baseURL: origin, extraHTTPHeaders: { origin } });
  const post = async <T>(path: string, data: object): Promise<T> => {
    const answer = await calls.post(`/console/api/passport${path}`, { data });
    const body: Envelope<T> = await answer.json();
    if (!body.status) throw new Error(`${path} for ${number}: ${body.msg}`);
    return body.data;
  };
  const known = await ask<readonly { code?: string }[]>(`${origin}/sandbox/sms?phone=${number}`);
  const { challengeId } = await post<{ challengeId: string }>("/sms/send", {
    phone: number,
    scene: "login",
  });
  const code = await newestSms(origin, number, known.filter((message) => message.code).length);
  const { ticket } = await post<{ ticket: string }>("/sms/login", {
    challengeId,
    phone: number,
    code,
  });
  const grant = await post<Grant>("/totp/verify", {
    ticket,
    code: await unusedCode(origin, number),
  });
  await calls.dispose();
  return grant;
}

/** Each operator logs in once per product; a login that failed is tried anew by the next caller. */
const grants = new Map<string, Promise<Grant>>();

export function logInOperator(origin: string, role: OperatorRole): Promise<Grant> {
  const key = `${origin} ${role}`;
  const known = grants.get(key);
  if (known) return known;
  const grant = logIn(origin, operators[role]);
  grants.set(key, grant);
  grant.catch(() => grants.delete(key));
  return grant;
}
