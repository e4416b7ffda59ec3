/**
 * Database commands: a chain of methods, its wire format, and its response (C07, cloud-protocol
 * §7).
 */
import { record } from "../log.ts";
import { invoke } from "./call.ts";
import type { Cloud } from "./cloud.ts";
import { runIntercepted, storeReturnedToken, publishResponse } from "./interceptors.ts";
import { sendToLoginIfNeeded } from "./login.ts";
import { CloudFailure } from "./send.ts";
import {
  toWireCommand,
  type Operators,
  operators,
  type Stage,
  toWireValue,
} from "./database-wire.ts";

const DATABASE = "DCloud-clientDB";
const NOT_SET_UP = "clientDB未初始化，请在web控制台保存一次schema以开启clientDB";
const ONLY_PARTS = "multiSend只支持子命令内使用getTemp";

export type DatabaseResult = {
  readonly data?: unknown;
  readonly count?: number;
  readonly total?: number;
  readonly id?: string;
  readonly inserted?: number;
  readonly updated?: number;
  readonly deleted?: number;
  readonly dataList?: readonly DatabaseResult[];
};
export type DatabaseAnswer = {
  readonly errCode: 0;
  readonly success: true;
  readonly requestId: string;
  readonly result: DatabaseResult;
};

/** A command that is sent together with others. */
export type Subcommand = { readonly stages: readonly Stage[]; readonly isSubcommand: true };
type GetOptions = { readonly getOne?: boolean; readonly getCount?: boolean };

export type Query<Answer> = {
  doc(id: string): Query<Answer>;
  /** Fields with values or operators, or JQL text. */
  where(condition: unknown): Query<Answer>;
  orderBy(field: string, direction?: "asc" | "desc"): Query<Answer>;
  skip(count: number): Query<Answer>;
  limit(count: number): Query<Answer>;
  field(fields: string): Query<Answer>;
  get(options?: GetOptions): Promise<Answer>;
  getTemp(options?: GetOptions): Subcommand;
  count(): Promise<Answer>;
  add(row: object): Promise<Answer>;
  update(changes: object): Promise<Answer>;
  remove(): Promise<Answer>;
};

export type Database<Answer> = {
  collection(name: string): Query<Answer>;
  /** Sends up to ten read commands in one call, each ended by `getTemp`. */
  multiSend(...parts: readonly Subcommand[]): Promise<Answer>;
  readonly command: Operators;
  readonly env: { readonly uid: object; readonly now: object };
};

type Note = { readonly level?: unknown; readonly message?: unknown; readonly detail?: unknown };

function logSystemInfo(notes: unknown): void {
  if (!Array.isArray(notes)) return;
  for (const { level, message, detail } of notes as readonly Note[]) {
    const more = detail === undefined ? "" : `\n详细信息：${String(detail)}`;
    record(level === "error" ? "error" : "warn", [`[System Info]${String(message)}${more}`]);
  }
}

function isResult(result: unknown): result is DatabaseResult & Readonly<Record<string, unknown>> {
  return typeof result === "object" && result !== null;
}

async function send(
  cloud: Cloud,
  data: Readonly<Record<string, unknown>>,
): Promise<DatabaseAnswer> {
  const { result, requestId } = await invoke(cloud, { name: DATABASE, data }).catch(
    (failure: unknown) => {
      const isMissing =
        failure instanceof CloudFailure && /FUNCTION_NOT_FOUND/i.test(failure.errMsg);
      if (isMissing) record("warn", [NOT_SET_UP]);
      throw failure;
    },
  );
  if (!isResult(result)) throw new CloudFailure({ requestId, detail: result });
  logSystemInfo(result["systemInfo"]);
  storeReturnedToken(result);
  const { code, message } = result;
  if (!code) return { errCode: 0, success: true, requestId, result };
  const errCode = typeof code === "number" ? code : String(code);
  await sendToLoginIfNeeded(cloud.ui, "database", errCode);
  const text = typeof message === "string" ? message : undefined;
  throw new CloudFailure({
    errCode,
    requestId,
    detail: result,
    userMessage: text,
    ...(text === undefined ? {} : { errMsg: text }),
  });
}

function queryOf<Answer>(
  run: (stages: readonly Stage[]) => Promise<Answer>,
  stages: readonly Stage[],
): Query<Answer> {
  const with_ = (method: string, ...params: readonly unknown[]): readonly Stage[] => [
    ...stages,
    { $method: method, $param: params.filter((one) => one !== undefined).map(toWireValue) },
  ];
  const next = (method: string, ...params: readonly unknown[]) =>
    queryOf(run, with_(method, ...params));
  return {
    doc: (id) => next("doc", id),
    where: (condition) => next("where", condition),
    orderBy: (field, direction) => next("orderBy", field, direction),
    skip: (count) => next("skip", count),
    limit: (count) => next("limit", count),
    field: (fields) => next("field", fields),
    get: (options) => run(with_("get", options)),
    getTemp: (options) => ({ stages: with_("getTemp", options), isSubcommand: true }),
    count: () => run(with_("count")),
    add: (row) => run(with_("add", row)),
    update: (changes) => run(with_("update", changes)),
    remove: () => run(with_("remove")),
  };
}

function databaseOf<Answer>(
  cloud: Cloud,
  api: "database" | "databaseForJQL",
  answerOf: (answer: DatabaseAnswer) => Answer,
): Database<Answer> {
  const ask = (data: Readonly<Record<string, unknown>>): Promise<Answer> =>
    runIntercepted(api, data, () => publishResponse("clientdb", send(cloud, data))).then(answerOf);
  const run = (stages: readonly Stage[]) => ask({ command: toWireCommand(stages) });
  return {
    collection: (name) => queryOf(run, [{ $method: "collection", $param: [name] }]),
    multiSend: async (...parts) => {
      if (parts.some((part) => !part.isSubcommand)) throw new Error(ONLY_PARTS);
      return ask({ multiCommand: parts.map(({ stages }) => ({ command: toWireCommand(stages) })) });
    },
    command: operators,
    env: { uid: { $env: "uid" }, now: { $env: "now" } },
  };
}

/**
 * Returns commands that resolve with the whole response. They reject with CloudFailure with the
 * command's own code.
 */
export const database = (cloud: Cloud): Database<DatabaseAnswer> =>
  databaseOf(cloud, "database", (answer) => answer);

/** Returns commands that resolve with the result alone. They reject as those of `database`. */
export const databaseForJQL = (cloud: Cloud): Database<DatabaseResult> =>
  databaseOf(cloud, "databaseForJQL", ({ result }) => result);
