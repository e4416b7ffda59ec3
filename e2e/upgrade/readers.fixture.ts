/** Members who look at pages and lists all the time, and note every answer that is no success. */
import { setTimeout as pause } from "node:timers/promises";

/** Reads that both builds of an upgrade have. */
const READS = [
  "/member/me",
  "/home",
  "/benefits",
  "/categories",
  "/dining/stores",
  "/orders",
  "/orders/summary",
  "/coupons",
  "/wallet",
  "/wallet/records",
  "/points",
  "/points/records",
  "/messages",
  "/invite",
];
const BREATH_MS = 20;
/** How many faults a load keeps: more say nothing new, and an hour can bring hundreds of thousands. */
const FAULTS_MAX = 50;

/** Answers that say "not now": the former build's pages wait for a lock, and give up after two seconds. */
const NOT_NOW: Readonly<Record<number, string>> = { 503: "SYS_BUSY", 409: "KEY_BUSY" };

function faultOf(path: string, answer: Response, text: string): string[] {
  const notNow = NOT_NOW[answer.status];
  if (answer.ok || (notNow !== undefined && text.includes(`"${notNow}"`))) return [];
  return [`${path}: HTTP ${answer.status} ${text.slice(0, 200)}`];
}

/** Returns a list of faults and the function that adds to it; only the first are kept. */
export function collectFaults() {
  const faults: string[] = [];
  const add = (...found: readonly string[]): void => {
    faults.push(...found.slice(0, FAULTS_MAX - faults.length));
  };
  return { faults, add };
}

/** Reads in a loop until `stop`. Each page is loaded with the scripts and styles that it names. */
export function startReaders(origin: string, tokens: readonly string[]) {
  let isStopping = false;
  let reads = 0;
  const { faults, add } = collectFaults();
  const get = async (path: string, headers: Record<string, string>): Promise<string> => {
    const answer = await fetch(`${origin}${path}`, { headers });
    const text = await answer.text();
    reads += 1;
    add(...faultOf(path, answer, text));
    return text;
  };
  const openPage = async () => {
    const page = await get("/", { accept: "text/html" });
    const files = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file);
    for (const file of files) await get(file ?? "", {});
  };
  const loop = async (work: () => Promise<void>) => {
    while (!isStopping) {
      await work().catch((error: unknown) => add(String(error)));
      await pause(BREATH_MS);
    }
  };
  const all = Promise.all([
    loop(openPage),
    ...tokens.map((token) =>
      loop(async () => {
        for (const path of READS) await get(`/api${path}`, { authorization: token });
      }),
    ),
  ]);
  return {
    faults,
    reads: () => reads,
    async stop() {
      isStopping = true;
      await all;
    },
  };
}
