/** Provokes each refusal of the batch operations: a dealer's own, and those in the console. */
import type { Batch } from "@yunjing/contract/schemas/batches";
import { decideInInbox } from "./decide.fixture.ts";
import {
  type DealerContext,
  importedOverQuota,
  submittedOverQuota,
} from "./dealer-refusals.fixture.ts";
import { type CallResult, createCaller } from "./exchange.fixture.ts";
import { asOwner } from "./backdate.fixture.ts";
import type { HttpTestEnv, Login } from "./test-env.fixture.ts";

type PendingResult = Promise<CallResult<unknown>>;
type RefusalCases = Readonly<Record<string, () => PendingResult>>;
const NOTHING = { batchId: "00000000-0000-7000-8000-000000000000" };
const reason = "不对";

const target = (points: number | undefined) => ({
  target: "points" as const,
  title: "积分",
  validUntil: Date.now() + 86_400_000,
  ...(points === undefined ? {} : { points }),
});
const file = (rows: number): string =>
  `code\n${Array.from({ length: rows }, (_, n) => `ROW${n}`).join("\n")}\n`;

/** Operations of batches that the console has under another name, or not at all. */
const MEMBERS_ONLY: ReadonlySet<string> = new Set([
  "batches.statement",
  "batches.statementPdf",
  "batches.statementCsv",
  "batches.redemptions",
]);

type BatchContext = DealerContext & {
  readonly testEnv: HttpTestEnv;
  readonly maker: Login;
  readonly checker: Login;
};

const LATE = `UPDATE code_batch SET submitted_at = submitted_at - interval '25 hours',
  exported_at = exported_at - interval '25 hours' WHERE batch_id = $1`;

/**
 * Returns the two actors' credentials, and functions that create a batch of one code in a given
 * state.
 */
function actorsOf({ exchange, testEnv, maker, checker }: BatchContext) {
  const byMaker = { token: maker.token };
  const byMakerInConsole = { token: maker.consoleToken };
  const byChecker = { token: checker.consoleToken };
  async function batch(state: "draft" | "ready" | "active"): Promise<{ batchId: string }> {
    const wanted = { name: "批次", count: 1, target: target(1) };
    const create = exchange.call<"batches", "create", Batch>;
    const { data } = await create("batches", "create", wanted, byMaker);
    const made = { batchId: data.batchId };
    if (state !== "draft") await exchange.made({ ...made, makerId: maker.memberId });
    if (state === "active")
      await decideInInbox(exchange.call, `code_batch.${made.batchId}`, byChecker);
    return made;
  }
  /** A batch whose file the maker has downloaded. */
  async function exported(): Promise<{ batchId: string }> {
    const made = await batch("active");
    const text = "UPDATE code_batch SET exported_at = now() WHERE batch_id = $1";
    await asOwner(testEnv, text, [made.batchId]);
    return made;
  }
  return { trade: exchange, byMaker, byMakerInConsole, byChecker, batch, exported };
}

const create = ({ trade: exchange, byMaker }: ReturnType<typeof actorsOf>) =>
  exchange.call(
    "batches",
    "create",
    { name: "批次", count: 1, target: target(undefined) },
    byMaker,
  );

const importCodes = (
  { trade: exchange, byMaker }: ReturnType<typeof actorsOf>,
  points: number | undefined,
  rows: number,
) =>
  exchange.call(
    "batches",
    "import",
    { target: target(points), dryRun: true, file: file(rows) },
    byMaker,
  );

/** Creating and reading batches; `at` returns the test context once it exists. */
function makingRefusalCases(at: () => BatchContext): Readonly<Record<string, RefusalCases>> {
  const actors = () => actorsOf(at());
  const asMaker = async (name: "detail" | "submit" | "redemptions", made: { batchId: string }) =>
    actors().trade.call("batches", name, made, actors().byMaker);
  return {
    "batches.create": { INPUT_INVALID: () => create(actors()) },
    "batches.detail": { NOT_FOUND: () => asMaker("detail", NOTHING) },
    "batches.submit": {
      NOT_FOUND: () => asMaker("submit", NOTHING),
      BATCH_STATE: async () => asMaker("submit", await actors().batch("ready")),
      DEALER_QUOTA: () => submittedOverQuota(at()),
    },
    "batches.statement": {
      NOT_FOUND: () =>
        actors().trade.call("batches", "statement", { month: "2026-11" }, actors().byMaker),
    },
    ...Object.fromEntries(
      (["statementPdf", "statementCsv"] as const).map((name) => [
        `batches.${name}`,
        {
          NOT_FOUND: () =>
            actors().trade.call("batches", name, { month: "2026-11" }, actors().byMaker),
        },
      ]),
    ),
    "batches.redemptions": { NOT_FOUND: () => asMaker("redemptions", NOTHING) },
    "batches.codes": {
      NOT_FOUND: () =>
        actors().trade.call("batches", "codes", { ...NOTHING, last4: "0000" }, actors().byMaker),
    },
    "batches.import": {
      INPUT_INVALID: () => importCodes(actors(), undefined, 1),
      TOO_LARGE: () => importCodes(actors(), 1, 100_001),
      DEALER_QUOTA: () => importedOverQuota(at()),
    },
    "batches.export": {
      NOT_FOUND: () => actors().trade.call("batches", "export", NOTHING, actors().byMaker),
      BATCH_STATE: async () =>
        actors().trade.call("batches", "export", await actors().batch("ready"), actors().byMaker),
    },
  };
}

/** Rejecting batches and handing out a key: in the console. */
function approvingRefusalCases(at: () => BatchContext): Readonly<Record<string, RefusalCases>> {
  const actors = () => actorsOf(at());
  type Who = "byMakerInConsole" | "byChecker";
  const call = async (
    name: "reject" | "exportKey",
    made: { batchId: string },
    who: Who = "byChecker",
  ) => actors().trade.call("operatorBatches", name, { ...made, reason }, actors()[who]);
  return {
    "operatorBatches.reject": {
      NOT_FOUND: () => call("reject", NOTHING),
      BATCH_STATE: async () => call("reject", await actors().batch("draft")),
      NO_PERMISSION: async () => call("reject", await actors().batch("ready"), "byMakerInConsole"),
    },
    "operatorBatches.exportKey": {
      NOT_FOUND: () => call("exportKey", NOTHING),
      BATCH_STATE: async () => call("exportKey", await actors().batch("ready")),
      NO_PERMISSION: async () =>
        call("exportKey", await actors().batch("active"), "byMakerInConsole"),
      APPROVAL_EXPIRED: async () => {
        const made = await actors().exported();
        await asOwner(at().testEnv, LATE, [made.batchId]);
        return call("exportKey", made);
      },
      EXPORT_KEY_TAKEN: async () => {
        const made = await actors().exported();
        await call("exportKey", made);
        return call("exportKey", made);
      },
    },
  };
}

const backwards = { from: 2, to: 1 };

/** Changes of a batch after its approval. */
function changingRefusalCases(at: () => BatchContext): Readonly<Record<string, RefusalCases>> {
  const actors = () => actorsOf(at());
  const attempt = async (
    name: "freeze" | "resume" | "void" | "activate",
    made: { batchId: string; from?: number; to?: number },
  ) => {
    const why = name === "activate" ? {} : { reason };
    return actors().trade.call("batches", name, { ...made, ...why }, actors().byMaker);
  };
  const changing = (name: "freeze" | "resume" | "void"): RefusalCases => ({
    NOT_FOUND: () => attempt(name, NOTHING),
    BATCH_STATE: async () => attempt(name, await actors().batch("draft")),
    INPUT_INVALID: async () => attempt(name, { ...(await actors().batch("active")), ...backwards }),
  });
  const extend = async (made: { batchId: string }, validUntil: number) =>
    actors().trade.call("batches", "extend", { ...made, validUntil, reason }, actors().byMaker);
  return {
    "batches.freeze": changing("freeze"),
    "batches.resume": changing("resume"),
    "batches.void": changing("void"),
    "batches.activate": {
      NOT_FOUND: () => attempt("activate", NOTHING),
      BATCH_STATE: async () => attempt("activate", await actors().batch("active")),
      INPUT_INVALID: async () =>
        attempt("activate", { ...(await actors().batch("active")), ...backwards }),
    },
    "batches.extend": {
      NOT_FOUND: () => extend(NOTHING, Date.now()),
      BATCH_STATE: async () => extend(await actors().batch("draft"), Date.now() + 2 * 86_400_000),
      INPUT_INVALID: async () => extend(await actors().batch("ready"), Date.now() + 1_000),
    },
  };
}

/** `at` returns the test context, with maker and checker, once it exists. */
export const batchRefusalCases = (
  at: () => BatchContext,
): Readonly<Record<string, RefusalCases>> => ({
  ...makingRefusalCases(at),
  ...changingRefusalCases(at),
});

/**
 * The refusals of the console's operations: those of the dealers' operations with tokens of the
 * console, and those of approving.
 */
export function operatorBatchRefusalCases(
  at: () => BatchContext,
): Readonly<Record<string, RefusalCases>> {
  const inConsole = (login: Login): Login => ({ ...login, token: login.consoleToken });
  let kept: BatchContext | undefined;
  const context = (): BatchContext => {
    const given = at();
    const { exchange, testEnv, maker, checker, dealer } = given;
    const renamed = { from: "batches", to: "operatorBatches", fields: { reason } } as const;
    kept ??= {
      ...given,
      exchange: { ...exchange, call: createCaller(testEnv, renamed) },
      maker: inConsole(maker),
      checker: inConsole(checker),
      dealer: inConsole(dealer),
    };
    return kept;
  };
  const cases = Object.entries(batchRefusalCases(context))
    .filter(([name]) => !MEMBERS_ONLY.has(name))
    .map(([name, refused]) => [name.replace("batches.", "operatorBatches."), refused] as const);
  return {
    ...Object.fromEntries(cases),
    ...approvingRefusalCases(at),
    "operatorBatches.list": {
      BAD_REQUEST: () => {
        const { exchange, maker } = at();
        return exchange.call("operatorBatches", "list", { cursor: "x" }, inConsole(maker));
      },
    },
  };
}
