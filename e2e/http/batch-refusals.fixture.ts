/** Provokes each refusal of the batch operations. */
import type { Batch } from "@yunjing/contract/schemas/batches";
import {
  type DealerContext,
  importedOverQuota,
  submittedOverQuota,
} from "./dealer-refusals.fixture.ts";
import type { CallResult } from "./exchange.fixture.ts";
import { backdateApproval, asOwner } from "./backdate.fixture.ts";
import type { HttpTestEnv, Login } from "./test-env.fixture.ts";

type PendingResult = Promise<CallResult<unknown>>;
type RefusalCases = Readonly<Record<string, () => PendingResult>>;
const NOTHING = { batchId: "00000000-0000-7000-8000-000000000000" };
const NO_APPROVAL = { approvalId: "00000000-0000-7000-8000-000000000000" };
const reason = "不对";

const target = (points: number | undefined) => ({
  target: "points" as const,
  title: "积分",
  validUntil: Date.now() + 86_400_000,
  ...(points === undefined ? {} : { points }),
});
const file = (rows: number): string =>
  `code\n${Array.from({ length: rows }, (_, n) => `ROW${n}`).join("\n")}\n`;

type BatchContext = DealerContext & {
  readonly world: HttpTestEnv;
  readonly maker: Login;
  readonly checker: Login;
};

const LATE = `UPDATE code_batch SET submitted_at = submitted_at - interval '25 hours',
  exported_at = exported_at - interval '25 hours' WHERE batch_id = $1`;

/**
 * Returns the two actors' credentials, and a function that creates a batch of one code in a given
 * state.
 */
function actorsOf({ trade, maker, checker }: BatchContext) {
  const byMaker = { token: maker.token };
  const byChecker = { token: checker.token };
  async function batch(state: "draft" | "ready" | "active"): Promise<{ batchId: string }> {
    const wanted = { name: "批次", count: 1, target: target(1) };
    const create = trade.call<"batches", "create", Batch>;
    const { data } = await create("batches", "create", wanted, byMaker);
    const made = { batchId: data.batchId };
    if (state !== "draft") await trade.made({ ...made, makerId: maker.memberId });
    if (state === "active") await trade.call("batches", "approve", made, byChecker);
    return made;
  }
  return { trade, byMaker, byChecker, batch };
}

const create = ({ trade, byMaker }: ReturnType<typeof actorsOf>) =>
  trade.call("batches", "create", { name: "批次", count: 1, target: target(undefined) }, byMaker);

const importCodes = (
  { trade, byMaker }: ReturnType<typeof actorsOf>,
  points: number | undefined,
  rows: number,
) =>
  trade.call(
    "batches",
    "import",
    { target: target(points), dryRun: true, file: file(rows) },
    byMaker,
  );

/** Creating, approving and rejecting batches; `at` returns the test context once it exists. */
function makingRefusalCases(at: () => BatchContext): Readonly<Record<string, RefusalCases>> {
  const hands = () => actorsOf(at());
  const asMaker = async (name: "detail" | "submit" | "approve", made: { batchId: string }) =>
    hands().trade.call("batches", name, made, hands().byMaker);
  const asChecker = async (name: "approve", made: { batchId: string }) =>
    hands().trade.call("batches", name, made, hands().byChecker);
  const reject = async (made: { batchId: string }, by: { token: string }) =>
    hands().trade.call("batches", "reject", { ...made, reason }, by);
  return {
    "batches.create": { INPUT_INVALID: () => create(hands()) },
    "batches.detail": { NOT_FOUND: () => asMaker("detail", NOTHING) },
    "batches.submit": {
      NOT_FOUND: () => asMaker("submit", NOTHING),
      BATCH_STATE: async () => asMaker("submit", await hands().batch("ready")),
      DEALER_QUOTA: () => submittedOverQuota(at()),
    },
    "batches.statement": {
      NOT_FOUND: () =>
        hands().trade.call("batches", "statement", { month: "2026-11" }, hands().byMaker),
    },
    "batches.codes": {
      NOT_FOUND: () =>
        hands().trade.call("batches", "codes", { ...NOTHING, last4: "0000" }, hands().byMaker),
    },
    "batches.import": {
      INPUT_INVALID: () => importCodes(hands(), undefined, 1),
      TOO_LARGE: () => importCodes(hands(), 1, 100_001),
      DEALER_QUOTA: () => importedOverQuota(at()),
    },
    "batches.approve": {
      NOT_FOUND: () => asChecker("approve", NOTHING),
      BATCH_STATE: async () => asChecker("approve", await hands().batch("draft")),
      NO_PERMISSION: async () => asMaker("approve", await hands().batch("ready")),
      APPROVAL_EXPIRED: async () => {
        const made = await hands().batch("ready");
        await asOwner(at().world, LATE, [made.batchId]);
        return asChecker("approve", made);
      },
    },
    "batches.reject": {
      NOT_FOUND: () => reject(NOTHING, hands().byChecker),
      BATCH_STATE: async () => reject(await hands().batch("draft"), hands().byChecker),
      NO_PERMISSION: async () => reject(await hands().batch("ready"), hands().byMaker),
    },
  };
}

/** Exporting codes. */
function exportRefusalCases(at: () => BatchContext): Readonly<Record<string, RefusalCases>> {
  const hands = () => actorsOf(at());
  const key = async (made: { batchId: string }, by: "byMaker" | "byChecker" = "byChecker") =>
    hands().trade.call("batches", "exportKey", made, hands()[by]);
  /** A batch whose file the maker has downloaded. */
  const exported = async () => {
    const made = await hands().batch("active");
    const text = "UPDATE code_batch SET exported_at = now() WHERE batch_id = $1";
    await asOwner(at().world, text, [made.batchId]);
    return made;
  };
  return {
    "batches.export": {
      NOT_FOUND: () => hands().trade.call("batches", "export", NOTHING, hands().byMaker),
      BATCH_STATE: async () =>
        hands().trade.call("batches", "export", await hands().batch("ready"), hands().byMaker),
    },
    "batches.exportKey": {
      NOT_FOUND: () => key(NOTHING),
      BATCH_STATE: async () => key(await hands().batch("ready")),
      NO_PERMISSION: async () => key(await hands().batch("active"), "byMaker"),
      APPROVAL_EXPIRED: async () => {
        const made = await exported();
        await asOwner(at().world, LATE, [made.batchId]);
        return key(made);
      },
      EXPORT_KEY_TAKEN: async () => {
        const made = await exported();
        await key(made);
        return key(made);
      },
    },
  };
}

const backwards = { from: 2, to: 1 };

/** Changes of a batch after its approval. */
function changingRefusalCases(at: () => BatchContext): Readonly<Record<string, RefusalCases>> {
  const hands = () => actorsOf(at());
  /** A void requested by the maker, then decided `times` times by one person. */
  async function decided(who: "byMaker" | "byChecker", times = 1, isLate = false): PendingResult {
    const { trade, byMaker, batch, [who]: by } = hands();
    const made = await batch("active");
    const ask = trade.call<"batches", "void", Batch>;
    const { data } = await ask("batches", "void", { ...made, reason }, byMaker);
    const approvalId = data.waiting[0]?.approvalId ?? "";
    if (isLate) await backdateApproval(at().world, approvalId);
    const decide = () =>
      trade.call("batches", "decide", { ...made, approvalId, isAgreed: true, reason }, by);
    for (let n = 1; n < times; n++) await decide();
    return decide();
  }
  const asked = async (
    name: "freeze" | "resume" | "void" | "activate",
    made: { batchId: string; from?: number; to?: number },
  ) => {
    const why = name === "activate" ? {} : { reason };
    return hands().trade.call("batches", name, { ...made, ...why }, hands().byMaker);
  };
  const changing = (name: "freeze" | "resume" | "void"): RefusalCases => ({
    NOT_FOUND: () => asked(name, NOTHING),
    BATCH_STATE: async () => asked(name, await hands().batch("draft")),
    INPUT_INVALID: async () => asked(name, { ...(await hands().batch("active")), ...backwards }),
  });
  const extend = async (made: { batchId: string }, validUntil: number) =>
    hands().trade.call("batches", "extend", { ...made, validUntil, reason }, hands().byMaker);
  const deciding = { ...NOTHING, ...NO_APPROVAL, isAgreed: true, reason };
  return {
    "batches.freeze": changing("freeze"),
    "batches.resume": changing("resume"),
    "batches.void": changing("void"),
    "batches.activate": {
      NOT_FOUND: () => asked("activate", NOTHING),
      BATCH_STATE: async () => asked("activate", await hands().batch("active")),
      INPUT_INVALID: async () =>
        asked("activate", { ...(await hands().batch("active")), ...backwards }),
    },
    "batches.extend": {
      NOT_FOUND: () => extend(NOTHING, Date.now()),
      BATCH_STATE: async () => extend(await hands().batch("draft"), Date.now() + 2 * 86_400_000),
      INPUT_INVALID: async () => extend(await hands().batch("ready"), Date.now() + 1_000),
    },
    "batches.decide": {
      NOT_FOUND: () => hands().trade.call("batches", "decide", deciding, hands().byChecker),
      TWO_PERSONS: () => decided("byMaker"),
      STATE_CHANGED: () => decided("byChecker", 2),
      APPROVAL_EXPIRED: () => decided("byChecker", 1, true),
    },
  };
}

/** `at` returns the test context, with maker and checker, once it exists. */
export const batchRefusalCases = (
  at: () => BatchContext,
): Readonly<Record<string, RefusalCases>> => ({
  ...makingRefusalCases(at),
  ...exportRefusalCases(at),
  ...changingRefusalCases(at),
});
