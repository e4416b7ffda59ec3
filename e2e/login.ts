/** Logging in over HTTP, as the login page does; nothing here needs a running test. */
import { TERMS_VERSION } from "@yunjing/contract/limits";
import { type BrowserContextOptions, request } from "playwright-core";

/** Holds `devop:debug` in the demo. */
export const OPERATOR = "13800000004";

type Cookies = Awaited<
  ReturnType<Awaited<ReturnType<typeof request.newContext>>["storageState"]>
>["cookies"];
export type Login = {
  readonly origin: string;
  readonly token: string;
  /** When the token ends, in ms. */
  readonly tokenExpired: number;
  /** The refresh cookie, which rotates. */
  readonly cookies: Cookies;
};

/** Asks a door of the sandbox; fails when it does not answer well. */
export async function ask<T>(url: string, init?: RequestInit): Promise<T> {
  const answer = await fetch(url, init);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return (await answer.json()) as T;
}

type Message = { readonly code: string; readonly at: string | number };
/** Those that bring a code; others tell of what happened. */
const inboxOf = async (origin: string, phone: string): Promise<Message[]> => {
  const messages = await ask<Message[]>(`${origin}/sandbox/sms?phone=${phone}`);
  return messages.filter(({ code }) => Boolean(code));
};

/** The newest text message without a code for a login, as a phone reads it; waited for at most ten seconds. */
export async function newestText(origin: string, phone: string): Promise<string> {
  for (let tried = 0; tried < 100; tried++) {
    const messages = await ask<{ code?: string; text: string }[]>(
      `${origin}/sandbox/sms?phone=${phone}`,
    );
    const told = messages.find(({ code }) => !code);
    if (told) return told.text;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`no text message came for ${phone}`);
}

/** The newest login code a phone has been sent, after `known`; waited for at most five seconds. */
export async function newestSms(origin: string, phone: string, known = 0): Promise<string> {
  for (let tried = 0; tried < 50; tried++) {
    const messages = await inboxOf(origin, phone);
    if (messages[0] && messages.length > known) return messages[0].code;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`no new text message came for ${phone}`);
}

/** Logs a phone in by its text message; `termsVersion` is what it is said to have accepted. */
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
  const asked = { challengeId, phone, code, termsVersion };
  const { token, tokenExpired } = await call<Login>("/api/passport/sms/login", asked);
  const { cookies } = await calls.storageState();
  await calls.dispose();
  return { origin, token, tokenExpired, cookies };
}

/** What a browser holds in which this login was made. */
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
