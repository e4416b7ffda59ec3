/** Starts the WeChat sandbox with its control endpoints, for tests of our requests to WeChat. */
import { sandboxKeys } from "@yunjing/sandbox/keys";
import { createSandbox } from "@yunjing/sandbox/sandbox";

export type Calls = {
  readonly token: number;
  readonly stableToken: number;
  readonly ticket: number;
};
export type PageConfig = {
  readonly appId: string;
  readonly timestamp: number;
  readonly nonceStr: string;
  readonly signature: string;
  readonly jsApiList: readonly string[];
};

async function ask(url: string, method = "GET", body?: object): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    ...(body
      ? { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }
      : {}),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

/** Starts a WeChat sandbox whose time can be moved; the caller stops it. */
export async function startWechatSandbox() {
  let movedMs = 0;
  const clock = {
    now: () => new Date(Date.now() + movedMs),
    after: (delayMs: number, work: () => void) => {
      const timer = setTimeout(work, delayMs);
      return () => clearTimeout(timer);
    },
  };
  const sandbox = createSandbox({ clock });
  const origin = await sandbox.listen();
  const endpoint = `${origin}/sandbox/wechat`;
  return {
    origin,
    account: { origin, ...sandboxKeys().wechat, timeoutMs: 2_000 },
    close: () => sandbox.close(),
    advance: (ms: number) => {
      movedMs += ms;
    },
    calls: async () => (await ask(`${endpoint}/calls`)) as Calls,
    setFaults: (faults: object) => ask(`${endpoint}/faults`, "PUT", faults),
    expire: (what: keyof Calls) => ask(`${endpoint}/expire`, "POST", { what }),
    /** Returns the verdict of WeChat's browser on this page configuration at this URL. */
    verify: async (url: string, { timestamp, jsApiList: _, ...config }: PageConfig) => {
      const claim = { ...config, url, timestamp: String(timestamp) };
      return ((await ask(`${endpoint}/judge`, "POST", claim)) as { verdict: string }).verdict;
    },
  };
}
export type WechatTestEnv = Awaited<ReturnType<typeof startWechatSandbox>>;
