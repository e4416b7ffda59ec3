/** The sandbox's own calls: accounts, text messages, codes, and the fault of the next order. */
import { TERMS_VERSION } from "@yunjing/contract/limits";
import { saveToken, storedToken } from "../device/token.ts";

export type Account = { readonly phone: string; readonly what: string };
export type TextMessage = {
  readonly phone: string;
  readonly text: string;
  readonly code?: string;
  /** ISO instant. */
  readonly at: string;
};
export type NextFault = "timeout" | "refuse";
export type CodeTarget =
  | "kfc-set"
  | "kfc-value-50"
  | "points-500"
  | "balance-20"
  | "coupon-10"
  | "choice-3";

const TRIES_MAX = 40;
const TRY_MS = 150;

async function answerOf<T>(path: string, init?: RequestInit): Promise<T> {
  const answer = await fetch(path, init);
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return (await answer.json()) as T;
}

const send = <T>(method: "POST" | "PUT", path: string, body: object): Promise<T> =>
  answerOf(path, {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

export const accounts = (): Promise<readonly Account[]> => answerOf("/sandbox/accounts");

/** The newest first. */
export const textMessages = (phone?: string): Promise<readonly TextMessage[]> =>
  answerOf(`/sandbox/sms${phone === undefined ? "" : `?phone=${phone}`}`);

/** An unused code of the demo. */
export async function newCode(target: CodeTarget): Promise<string> {
  const [made] = await send<readonly { readonly code: string }[]>("POST", "/sandbox/codes", {
    target,
    count: 1,
  });
  if (!made) throw new Error("the sandbox made no code");
  return made.code;
}

export const nextFault = (): Promise<{ readonly fault: NextFault | null }> =>
  answerOf("/sandbox/suppliers/next");
export const setNextFault = (fault: NextFault | null) =>
  send<{ readonly fault: NextFault | null }>("PUT", "/sandbox/suppliers/next", { fault });

type Envelope<T> = { readonly status: boolean; readonly msg: string; readonly data: T };

async function call<T>(path: string, body: object): Promise<T> {
  const { status, msg, data } = await send<Envelope<T>>("POST", path, body);
  if (!status) throw new Error(msg);
  return data;
}

/** The phone of this login as the member sees it, masked; undefined without a login. */
export async function ownPhone(): Promise<string | undefined> {
  const token = storedToken();
  if (token === "") return undefined;
  const { data } = await answerOf<Envelope<{ readonly phone?: string }>>("/api/member/me", {
    headers: { authorization: token },
  });
  return data.phone;
}

/** Waits for the text message with a code that is no older than the request. */
async function codeFor(phone: string, since: number): Promise<string> {
  for (let tried = 0; tried < TRIES_MAX; tried++) {
    const [newest] = (await textMessages(phone)).filter(({ code }) => code !== undefined);
    // Within the time between two codes the earlier one is still valid, and no new one comes.
    const isLast = tried > TRIES_MAX / 4;
    if (newest?.code !== undefined && (isLast || new Date(newest.at).getTime() >= since))
      return newest.code;
    await new Promise((done) => setTimeout(done, TRY_MS));
  }
  throw new Error("没有收到验证码，请稍后再试");
}

type Granted = { readonly token: string; readonly tokenExpired: number };

/** Logs in as another account, by the same code by text message that the login page uses. */
export async function changeAccount(phone: string): Promise<void> {
  // The clocks of browser and server may differ by some seconds.
  const since = Date.now() - 5_000;
  const { challengeId } = await call<{ readonly challengeId: string }>("/api/passport/sms/send", {
    phone,
    scene: "login",
  });
  const code = await codeFor(phone, since);
  const { termsVersion = TERMS_VERSION } = await answerOf<
    Envelope<{ readonly termsVersion?: string }>
  >("/api/agreements").then(({ data }) => data);
  const login = { challengeId, phone, code, termsVersion };
  saveToken(await call<Granted>("/api/passport/sms/login", login));
}
