/** Valid inputs of the operations on exports and reports, and what provokes each of their refusals. */
import type { Input, Name } from "@yunjing/contract/operations";

import type { CallResult, ExchangeFixture } from "./exchange.fixture.ts";
import type { Login } from "./test-env.fixture.ts";

type Both = "operatorExports" | "operatorReports";
type Inputs<T extends Both> = { readonly [N in Name<T>]: Input<T, N> };

const exportId = "EX20260101000000";
const reason = "试一试";
const DAY_MS = 86_400_000;

export const exportInputs: { readonly [T in Both]: Inputs<T> } = {
  operatorReports: { read: { kind: "bill", from: 0, to: DAY_MS } },
  operatorExports: {
    list: {},
    create: { kind: "orders", filter: {}, reason },
    proposeClear: { kind: "members", filter: {}, reason },
    detail: { exportId },
    cancel: { exportId },
    link: { exportId },
    file: { exportId, secret: "A".repeat(43) },
  },
};

type RefusalContext = {
  readonly exchange: ExchangeFixture;
  readonly operators: readonly [Login, Login];
};
type Cases = Readonly<Record<string, Readonly<Record<string, () => Promise<CallResult<unknown>>>>>>;

export const exportRefusalCases = (given: () => RefusalContext): Cases => {
  const by = (place: 0 | 1 = 0) => ({ token: given().operators[place].consoleToken });
  const create = (
    filter: Input<"operatorExports", "create">["filter"],
    { token }: { token: string } = by(),
  ) => {
    const wanted = { kind: "orders", filter, reason } as const;
    return given().exchange.call("operatorExports", "create", wanted, { token });
  };
  // Another operator than the one who has reached the limit.
  const one = (name: "cancel" | "detail" | "link", id: string) =>
    given().exchange.call("operatorExports", name, { exportId: id }, by(1));
  /** Makes an export and cancels it; returns its number. */
  const cancelled = async (): Promise<string> => {
    const { data } = await create({}, by(1));
    const made = data["exportId"] ?? "";
    await one("cancel", made);
    return made;
  };
  const missing = (name: "cancel" | "detail" | "link") => () => one(name, exportId);
  return {
    "operatorReports.read": {
      INPUT_INVALID: () => {
        const reversed = { kind: "bill", from: DAY_MS, to: 0 } as const;
        return given().exchange.call("operatorReports", "read", reversed, by());
      },
    },
    "operatorExports.create": {
      INPUT_INVALID: () => create({ from: 0, to: 40 * DAY_MS }),
      EXPORT_LIMIT: async () => {
        for (let n = 0; n < 3; n++) await create({});
        return create({});
      },
    },
    "operatorExports.detail": { NOT_FOUND: missing("detail") },
    "operatorExports.cancel": {
      NOT_FOUND: missing("cancel"),
      STATE_CHANGED: async () => one("cancel", await cancelled()),
    },
    "operatorExports.link": {
      NOT_FOUND: missing("link"),
      STATE_CHANGED: async () => one("link", await cancelled()),
    },
    "operatorExports.file": {
      EXPORT_LINK: () =>
        given().exchange.call("operatorExports", "file", exportInputs.operatorExports.file, by()),
    },
  };
};
