/**
 * An HTTP client with cookies for login by WeChat: authorization at the WeChat sandbox, and calls
 * that return their code.
 */
import { fillPath } from "@yunjing/contract/calls";
import {
  type Input,
  type Name,
  operations,
  prefixes,
  type Topic,
} from "@yunjing/contract/operations";
import { createSandbox } from "@yunjing/sandbox/sandbox";
import { type HttpTestEnv, openHttpTestEnv } from "../http/test-env.fixture.ts";

/** The product with the WeChat sandbox. */
export async function openWechatTestEnv(env: Readonly<Record<string, string>> = {}) {
  const sandbox = createSandbox();
  const sandboxOrigin = await sandbox.listen();
  const testEnv = await openHttpTestEnv({ SANDBOX_ORIGIN: sandboxOrigin, ...env });
  return {
    ...testEnv,
    sandboxOrigin,
    async setFaults(faults: object) {
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify(faults);
      await fetch(`${sandboxOrigin}/sandbox/wechat/faults`, { method: "PUT", headers, body });
    },
    async close() {
      await testEnv.close();
      await sandbox.close();
    },
  };
}
export type WechatTestEnv = Awaited<ReturnType<typeof openWechatTestEnv>>;

type Data = Readonly<Record<string, unknown>>;
export type CallResult = { readonly code: string; readonly data: Data };
/** The parameters and the address of WeChat's redirect back to the page. */
export type Returned = { readonly code: string; readonly state: string; readonly path: string };

/**
 * Answers WeChat's page as this person ("yes" by default); returns the parameters of the redirect.
 */
export async function followAuthorization(url: string, as: string, say = "yes"): Promise<Returned> {
  const authorizeUrl = new URL(url);
  authorizeUrl.searchParams.set("as", as);
  authorizeUrl.searchParams.set("say", say);
  const answer = await fetch(authorizeUrl, { redirect: "manual" });
  const to = new URL(answer.headers.get("location") ?? "about:blank");
  const { searchParams } = to;
  return {
    code: searchParams.get("code") ?? "",
    state: searchParams.get("state") ?? "",
    path: to.origin + to.pathname,
  };
}

export function openBrowser({ origin }: Pick<HttpTestEnv, "origin">) {
  const cookies = new Map<string, string>();
  let token = "";

  const keep = (answer: Response) => {
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const [name = "", ...value] = pair.split("=");
      if (/Max-Age=0|Expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(name);
      else cookies.set(name, value.join("="));
    }
  };
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");

  async function call<T extends Topic, N extends Name<T>>(
    topic: T,
    name: N,
    input: Input<T, N>,
  ): Promise<CallResult> {
    const operation = operations.find((one) => one.topic === topic && one.name === name);
    if (!operation) throw new Error(`${topic}.${String(name)} is no operation`);
    const { path, rest } = fillPath(operation.path, { ...input });
    const isRead = operation.method === "GET";
    const query = new URLSearchParams(
      Object.entries(isRead ? rest : {}).map(([key, value]) => [key, String(value)]),
    );
    const answer = await fetch(`${origin}${prefixes[operation.host]}${path}?${query}`, {
      method: operation.method,
      headers: {
        ...(isRead ? {} : { "content-type": "application/json" }),
        ...(token ? { authorization: token } : {}),
        origin,
        cookie: cookie(),
        "idempotency-key": crypto.randomUUID(),
      },
      ...(isRead ? {} : { body: JSON.stringify(rest) }),
    });
    keep(answer);
    const { status, code, data } = (await answer.json()) as { status: boolean } & CallResult;
    if (status && typeof data?.["token"] === "string") token = data["token"];
    return { code: status ? "DONE" : code, data: data ?? {} };
  }

  const authorize = async (referer?: string): Promise<string> => {
    const { data } = await call(
      "passport",
      "wechatAuthorize",
      referer === undefined ? {} : { referer },
    );
    return String(data["url"]);
  };
  const logIn = ({ code, state }: Pick<Returned, "code" | "state">, inviteCode?: string) =>
    call("passport", "wechatLogin", {
      code,
      state,
      termsVersion: "1",
      ...(inviteCode === undefined ? {} : { inviteCode }),
    });
  return {
    cookies,
    call,
    authorize,
    logIn,
    token: () => token,
    setToken: (other: string) => {
      token = other;
    },
    /** Runs a complete silent login. */
    enter: async (as: string, referer?: string) =>
      logIn(await followAuthorization(await authorize(referer), as)),
  };
}
export type Browser = ReturnType<typeof openBrowser>;
