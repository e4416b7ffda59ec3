/** Logs in over HTTP as the login page does; usable outside a running test. */
import { TERMS_VERSION } from "@yunjing/contract/limits";
import { type BrowserContextOptions, request } from "playwright-core";

/** A demo account with `devop:debug`. */
export const OPERATOR = "13800000004";
/** Seconds between two codes to one phone in the e2e products. */
export const SMS_RESEND_SECONDS = 3;
/** ms after which the next code may be requested. */
export const RESEND_MS = SMS_RESEND_SECONDS * 1_000 + 200;

type Cookies = Awaited<
  ReturnType<Awaited<ReturnType<typeof request.newContext>>["storageState"]>
>["cookies"];
export type Login = {
  readonly origin: string;
  readonly token: string;
  /** Expiry of the token, in ms since 1970. */
  readonly tokenExpired: number;
  /** The refresh cookie, which rotates. */
  readonly cookies: Cookies;
};

/** Requests a sandbox URL and returns its JSON; throws on an error status. */
export async function ask<T>(url: string, init?: RequestInit): Promise<T> {
  const answer = await fetch(url, init);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return (await answer.json()) as T;
}

type Message = { readonly code: string; readonly at: string | number };
/** Messages that contain a code; the others are notifications. */
const inboxOf = async (origin: string, phone: string): Promise<Message[]> => {
  const messages = await ask<Message[]>(`${origin}/sandbox/sms?phone=${phone}`);
  return messages.filter(({ code }) => Boolean(code));
};

/** Returns the newest text message without a code; waits at most ten seconds. */
export async function newestText(origin: string, phone: string): Promise<string> {
  for (let tried = 0; tried < 100; tried++) {
    const messages = await ask<{ code?: string; text: string }[]>(
      `${origin}/sandbox/sms?phone=${phone}`,
    );
    const codeMessage = messages.find(({ code }) => !code);
    if (codeMessage) return codeMessage.text;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`no text message came for ${phone}`);
}

/**
 * Returns the newest code sent to a phone, once there are more than `known` codes; waits at most
 * five seconds.
 */
export async function newestSms(origin: string, phone: string, known = 0): Promise<string> {
  for (let tried = 0; tried < 50; tried++) {
    const messages = await inboxOf(origin, phone);
    if (messages[0] && messages.length > known) return messages[0].code;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`no new text message came for ${phone}`);
}

/**
 * Logs a phone in by its text message; `termsVersion` is the version of the agreements it accepts.
 */
export async function logInByPhone(
  origin: string,
  phone: string,
  termsVersion = TERMS_VERSION,
): Promise<Login> {
  const calls = await request.newContext({ baseURL: origin, extraHTTPHeaders: { origin } });
  const call = async <T>(path: string, data: object): Promise<T> => {
    const answer = await calls.post(path, { data });
    const body: { status: boolean; msg?: string; data: T } = await answer.json();
    if (!body.status) throw new Error(`${path} for ${phone}: ${body.msg}`);
    return body.data;
  };
  const asking = { phone, scene: "login" };
  const known = (await inboxOf(origin, phone)).length;
  const { challengeId } = await call<{ challengeId: string }>("/api/passport/sms/send", asking);
  const code = await newestSms(origin, phone, known);
  const loginInput = { challengeId, phone, code, termsVersion };
  const { token, tokenExpired } = await call<Login>("/api/passport/sms/login", loginInput);
  const { cookies } = await calls.storageState();
  await calls.dispose();
  return { origin, token, tokenExpired, cookies };
}

/** Returns the claims of a token, whose signature is not checked. */
export const claimsOf = (token: string): Readonly<Record<string, unknown>> =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());

/** Returns the browser storage and cookies of this login. */
export function stateOf(
  login: Login,
): Exclude<NonNullable<BrowserContextOptions["storageState"]>, string> {
  const { origin, token, tokenExpired, cookies } = login;
  const localStorage = [
    { name: "uni_id_token", value: token },
    { name: "uni_id_token_expired", value: String(tokenExpired) },
  ];
  return { cookies, origins: [{ origin, localStorage }] };
}
