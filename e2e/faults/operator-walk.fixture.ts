/**
 * Operators' part of the trade: every read of the console with real values, the changes whose statements
 * differ from all others, and every job once. Values come from the answers before: what a list names
 * `skuId` fills `{skuId}` of a path.
 */
import { consoleRoutes } from "@yunjing/contract/console-routes";
import { ownValue } from "@yunjing/contract/own-value";
import { setTimeout as pause } from "node:timers/promises";
import type { openBrowser } from "../passport/wechat.fixture.ts";

type Browser = ReturnType<typeof openBrowser>;
type Input = Readonly<Record<string, unknown>>;
type Call = readonly [topic: string, name: string, input?: Input];

const DAY_MS = 86_400_000;
const JOBS_MS = 90_000;
const POLL_MS = 300;
const REASON = { reason: "走查" };
/** Answers that say nothing about the statement behind them. */
const NO_ANSWER = new Set(["DEFECT", "SYS_BUSY", "BAD_REQUEST", "NO_PERMISSION", "STEP_UP_NEEDED"]);

const each = (name: string, values: readonly string[], more: Input = {}): Input[] =>
  values.map((value) => ({ [name]: value, ...more }));

function queriesAt(now: number, last4: string): Readonly<Record<string, readonly Input[]>> {
  const day = new Date(now).toISOString().slice(0, 10);
  const range = { from: now - 7 * DAY_MS, to: now };
  return {
    "operatorApprovals.list": each("box", ["mine", "made", "decided"]),
    "operatorBills.differences": [{ source: "wechatpay", day }],
    "operatorAgreements.detail": [{ kind: "user" }],
    "operatorAgreements.versions": [{ kind: "user" }],
    "operatorAgreements.version": [{ kind: "user", version: 1 }],
    "operatorQueues.views": [{ page: "orders" }],
    "operatorSupply.settlement": [{ day }],
    "operatorSuppliers.series": ["success", "latency", "unknown"].flatMap((metric) =>
      each("grain", ["hour", "day"], { metric }),
    ),
    "operatorLedger.statement": [{ account: "cash.wechat" }, { account: "member_principal" }],
    "operatorLedger.balanceAt": [{}, { account: "cash.wechat", at: now }],
    "operatorLedger.transactions": [{}, { kind: "topup" }, { account: "cash.wechat" }],
    "operatorDealers.statement": [{ month: day.slice(0, 7) }],
    "operatorFigures.series": each("grain", ["hour", "day"], { figures: "orders", ...range }),
    "operatorFigures.top": each("by", ["benefit", "supplier", "tender", "batch", "coupon"]),
    "operatorReports.read": each(
      "kind",
      ["bill", "flow", "margin", "supplier", "dealer", "withdrawal", "invoice"],
      range,
    ),
    "operatorBatches.targets": each("target", ["meal", "voucher", "benefit", "coupon", "level"]),
    "operatorBatches.list": [{ state: "active" }, {}],
    "operatorBatches.codes": [{ last4 }],
    "operatorOrders.list": [{}, ...each("display", ["wait_pay", "done", "refunded"])],
    "operatorRefunds.list": each("state", ["waiting", "second", "processing", "done", "any"]),
    "operatorWithdrawals.list": each("state", ["waiting", "second", "sent", "done", "rejected"]),
    "operatorPayments.list": each("kind", ["payment", "return", "refund"]),
    "operatorMembers.list": [{}, { has: "balance" }, { has: "risk" }, { grade: 1 }],
    "operatorTickets.list": [...each("box", ["mine", "free"]), { state: "all" }],
  };
}

const SEGMENT_RULES: readonly Input[] = [
  { grades: [1, 2] },
  { tags: ["走查"], withoutTags: ["其他"] },
  { orders: { withinDays: 30, countMin: 1, amountMinFen: 1 } },
  { orders: { withinDays: 30, countMax: 0 } },
  { orderedWithinDays: 30, notOrderedForDays: 1 },
  { cities: ["310100"], seenWithinDays: 30 },
  { notSeenForDays: 1, registeredFrom: 0, channel: "web" },
];

const TERMS = {
  delivery: "coupons",
  usedIn: "order",
  form: [],
  slaSeconds: 60,
  refundRule: "never",
  lateMoney: "refund",
};

/** Names that mean another thing in each topic: cases of the books and of risk, a contract and a shown code. */
const OF_THEIR_TOPIC = new Set(["caseId", "code"]);
/** The file of an export is read by a link that only its page has. */
const NOT_READ = new Set(["operatorExports.file"]);

type Walk = {
  readonly step: (name: string, act: () => Promise<unknown>) => Promise<unknown>;
  /** The last four symbols of a code that is not redeemed. */
  readonly last4: string;
};

/** Creates the walk of operators: the first does what the permissions allow, the others the rest. */
export function openOperatorWalk(browsers: readonly Browser[], { step, last4 }: Walk) {
  const found = new Map<string, string[]>();
  const collect = (topic: string, value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, held] of Object.entries(value)) {
      if (typeof held !== "string" || held === "") {
        collect(topic, held);
        continue;
      }
      for (const place of [`${topic}.${key}`, key])
        found.set(place, [...new Set([...(found.get(place) ?? []), held])]);
    }
  };
  const valueOf = (topic: string, key: string): string | undefined =>
    (found.get(`${topic}.${key}`) ?? (OF_THEIR_TOPIC.has(key) ? undefined : found.get(key)))?.[0];

  async function call(topic: string, name: string, input: Input): Promise<string> {
    for (const browser of browsers) {
      const { code, data } = await browser.call(topic as never, name as never, input);
      collect(topic, data);
      if (code !== "NO_PERMISSION") return code;
    }
    return "NO_PERMISSION";
  }
  const must = async (topic: string, name: string, input: Input): Promise<void> => {
    const code = await call(topic, name, input);
    if (NO_ANSWER.has(code)) throw new Error(`${code}: ${JSON.stringify(input)}`);
  };

  const reads = Object.entries(consoleRoutes).flatMap(([topic, names]) =>
    Object.entries(names)
      .filter(([name, { method }]) => method === "GET" && !NOT_READ.has(`${topic}.${name}`))
      .map(([name, { path }]) => ({ topic, name, path: String(path) })),
  );
  const missing = new Set<string>();

  /** Reads the lists that need no object, or what they have named; or these reads alone. */
  async function readAll(isNamed: boolean, only?: ReadonlySet<string>): Promise<void> {
    const queries = queriesAt(Date.now(), last4);
    for (const { topic, name, path } of reads) {
      if (path.includes("{") !== isNamed || only?.has(`${topic}.${name}`) === false) continue;
      for (const query of ownValue(queries, `${topic}.${name}`) ?? [{}]) {
        const keys = [...path.matchAll(/\{(\w+)\}/g)].map(([, key = ""]) => key);
        const values = keys.map((key) => [key, ownValue(query, key) ?? valueOf(topic, key)]);
        const lacking = values.filter(([, value]) => value === undefined);
        if (lacking.length > 0) {
          missing.add(`${topic}.${name}`);
          continue;
        }
        missing.delete(`${topic}.${name}`);
        const input = { ...query, ...Object.fromEntries(values) };
        await step(`operator reads ${topic}.${name}`, () => must(topic, name, input));
      }
    }
  }

  /** Changes, in this order; a refusal for the state of a row is an answer. */
  function changes(): readonly Call[] {
    const of = (key: string, topic = ""): string => valueOf(topic, key) ?? "";
    const [skuId, memberNo, orderNo] = [of("skuId"), of("memberNo"), of("orderNo")];
    const batchId = of("batchId", "operatorBatches");
    const rules = { type: "amount", valueFen: 500, thresholdFen: 1_000 };
    const range = { from: 1, to: 2, ...REASON };
    return [
      ...[1, 2, 3].map(
        (sinceVersion): Call => [
          "operatorCatalog",
          "setPrice",
          {
            skuId,
            sinceVersion,
            marketFen: 1000,
            priceFen: 900,
            levels: {},
            costFen: 500,
            ...REASON,
          },
        ],
      ),
      ["operatorCatalog", "changeStock", { skuId, delta: 1, ...REASON }],
      ["operatorCampaigns", "simulate", { rules, days: 30 }],
      [
        "operatorCampaigns",
        "simulate",
        { rules: { ...rules, firstOrder: true, only: { brands: ["kfc"] } }, days: 7, total: 10 },
      ],
      ...SEGMENT_RULES.map((one): Call => ["operatorAudiences", "countSegment", { rules: one }]),
      [
        "operatorAudiences",
        "createSegment",
        { name: `走查 ${Date.now()}`, rules: { grades: [1] } },
      ],
      ["operatorAudiences", "createList", { name: "走查名单", text: memberNo }],
      ["operatorMembers", "setTags", { memberNo, tags: ["走查"] }],
      ["operatorMembers", "note", { memberNo, text: "走查" }],
      ["operatorMembers", "find", { last4: "1001" }],
      ["operatorOrders", "note", { orderNo, text: "走查" }],
      ["operatorOrders", "ask", { orderNo, ...REASON }],
      ["operatorSearch", "search", { q: orderNo }],
      ["operatorSearch", "search", { q: memberNo }],
      ["operatorSearch", "search", { q: "肯德基" }],
      ["operatorSearch", "search", { q: "1001" }],
      ["operatorCodes", "lookup", { last4 }],
      ["operatorCodes", "lookup", { orderNo }],
      ["operatorBatches", "freeze", { batchId, ...range }],
      ["operatorBatches", "resume", { batchId, ...range }],
      ["operatorBatches", "extend", { batchId, validUntil: Date.now() + 400 * DAY_MS, ...REASON }],
      ["operatorBatches", "void", { batchId, from: 2, to: 2, ...REASON }],
      ["operatorExports", "create", { kind: "orders", filter: {}, ...REASON }],
      ["operatorExports", "create", { kind: "batches", filter: {}, ...REASON }],
      [
        "operatorLevels",
        "give",
        { grade: "2", memberNo, until: Date.now() + DAY_MS, ref: "walk-1", ...REASON },
      ],
      ["operatorAdjustments", "propose", { memberNo, account: "bonus", amount: 100, ...REASON }],
      ["operatorBooks", "freeze", { memberNo, asset: "PTS", ...REASON }],
      ["operatorBooks", "thaw", { memberNo, asset: "PTS", ...REASON }],
      ["operatorAudit", "verify", {}],
      ["operatorContracts", "preview", { terms: TERMS }],
      [
        "operatorContracts",
        "set",
        {
          code: `walk-${Date.now()}`,
          name: "走查条款",
          terms: TERMS,
          isOn: true,
          sinceVersion: 0,
          ...REASON,
        },
      ],
    ];
  }

  /** Calls that need what the changes before have made. */
  function laterChanges(): readonly Call[] {
    const segmentId = valueOf("operatorAudiences", "segmentId") ?? "";
    const templateId = valueOf("operatorCampaigns", "templateId") ?? "";
    const ticketId =
      valueOf("operatorTickets", "ticketId") ?? valueOf("operatorTickets", "id") ?? "";
    return [
      ["operatorAudiences", "forecast", { templateId, segmentId }],
      ["operatorAudiences", "giveSegment", { templateId, segmentId, ref: "walk-give", ...REASON }],
      [
        "operatorAudiences",
        "sendMessage",
        { segmentId, title: "走查", text: "走查", ref: "walk-send", ...REASON },
      ],
      ["operatorCampaigns", "proposeBudget", { templateId, addCoupons: 1, ...REASON }],
      ["operatorTickets", "take", { ticketId }],
      ["operatorTickets", "answer", { ticketId, text: "走查" }],
    ];
  }

  /** Changes of a code that its batch has named. */
  function codeChanges(): readonly Call[] {
    const codeId = valueOf("operatorCodes", "codeId") ?? "";
    return [
      ["operatorCodes", "freeze", { codeId, ...REASON }],
      ["operatorCodes", "resume", { codeId, ...REASON }],
      ["operatorCodes", "extend", { codeId, validUntil: Date.now() + 500 * DAY_MS, ...REASON }],
    ];
  }

  type Job = { readonly name: string; readonly endedAt?: number; readonly lastError?: string };
  const jobs = async (): Promise<readonly Job[]> => {
    for (const browser of browsers) {
      const { code, data } = await browser.call("operatorJobs", "list", {});
      if (code === "DONE") return data["list"] as readonly Job[];
    }
    return [];
  };

  /** Runs every job that the console lists, and waits until each has ended once more. */
  async function runJobs(): Promise<void> {
    const before = new Map((await jobs()).map(({ name, endedAt }) => [name, endedAt]));
    for (const name of before.keys()) await must("operatorJobs", "run", { name, ...REASON });
    const end = Date.now() + JOBS_MS;
    let waiting = [...before.keys()];
    while (waiting.length > 0 && Date.now() < end) {
      await pause(POLL_MS);
      const now = new Map((await jobs()).map((job) => [job.name, job]));
      waiting = waiting.filter((name) => now.get(name)?.endedAt === before.get(name));
    }
    for (const { name, lastError } of await jobs()) {
      await step(`job ${name}`, async () => {
        if (waiting.includes(name)) throw new Error("did not end");
        if (lastError !== undefined) throw new Error(lastError);
      });
    }
  }

  async function change(calls: readonly Call[]): Promise<void> {
    for (const [topic, name, input = {}] of calls)
      await step(`operator ${topic}.${name}`, () => must(topic, name, input));
  }

  async function walk(): Promise<void> {
    await readAll(false);
    await change(changes());
    // The lists name what the changes have made.
    await readAll(false);
    await change(laterChanges());
    await readAll(true);
    await change(codeChanges());
    await runJobs();
    // The jobs may have made what was missing, as the cases of the books.
    await readAll(false);
    await readAll(true, new Set(missing));
  }
  return { walk, missing };
}
