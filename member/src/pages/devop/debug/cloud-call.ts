/** Runs one cloud call that a developer typed, with the app's own client. */
import { attempt } from "../../../device/attempt.ts";
import { callFunction } from "../../../device/cloud/call.ts";
import { databaseForJQL } from "../../../device/cloud/database.ts";
import { importObject } from "../../../device/cloud/objects.ts";
import { CloudFailure } from "../../../device/cloud/send.ts";
import { cloud } from "../../../shell/cloud.ts";

export type CallKind = "function" | "object" | "database";
/** How the failure of an object's call is shown. */
export type ErrorDisplay = "modal" | "retry" | "toast";

export type CloudCallInput = {
  readonly kind: CallKind;
  readonly name: string;
  /** For an object only. */
  readonly method: string;
  /**
   * JSON: the data of a function or the parameters of an object. For a database, `where` may be
   * JQL.
   */
  readonly text: string;
  readonly shown: ErrorDisplay;
};

/** The values shown before anything is typed. */
export const examples: Readonly<Record<CallKind, CloudCallInput>> = {
  function: {
    kind: "function",
    name: "ping",
    method: "",
    text: '{"echo":"云鲸"}',
    shown: "modal",
  },
  object: { kind: "object", name: "member", method: "me", text: "[]", shown: "modal" },
  database: {
    kind: "database",
    name: "benefits",
    method: "",
    text: "priceFen < 2000",
    shown: "modal",
  },
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

async function send({ kind, name, method, text, shown }: CloudCallInput): Promise<unknown> {
  const read = attempt<unknown>(() => JSON.parse(text));
  if (kind === "function") {
    return callFunction(cloud, { name, data: isRecord(read) ? read : {} });
  }
  if (kind === "database") {
    const all = databaseForJQL(cloud).collection(name);
    return (text === "" ? all : all.where(read ?? text)).limit(5).get({ getCount: true });
  }
  const errorOptions = { type: shown === "toast" ? "toast" : "modal", retry: shown === "retry" };
  const object = importObject<string>(cloud, name, { errorOptions });
  const params: readonly unknown[] = Array.isArray(read) ? read : [text];
  return object[method]?.(...params);
}

/** Returns the response, or the failure with its code, as text. */
export const answerText = (typed: CloudCallInput): Promise<string> =>
  send(typed).then(
    (answer) => JSON.stringify(answer, undefined, 2),
    (failure: unknown) => {
      const code = failure instanceof CloudFailure ? `${failure.code} ` : "";
      return `${code}${failure instanceof Error ? failure.message : String(failure)}`;
    },
  );
