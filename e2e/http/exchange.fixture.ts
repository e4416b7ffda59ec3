/**
 * Exchange fixture for tests over HTTP: two stores, codes of every demo kind, and calls that return
 * the refusal code.
 */
import { fillPath } from "@yunjing/contract/calls";
import type { Input, Name, Topic } from "@yunjing/contract/operations";
import { operations, prefixes } from "@yunjing/contract/operations";
import { syncStores } from "@yunjing/server/domain/dining/actions";
import type { SourceMenu, SourceStore } from "@yunjing/server/domain/dining/port";
import { grantCodes, submitAndGenerate } from "@yunjing/server/domain/exchange/actions";
import { solveProof } from "@yunjing/server/domain/exchange/guessing/solve.fixture";
import { couponActions } from "./coupons.fixture.ts";
import type { HttpTestEnv } from "./test-env.fixture.ts";

const store = (supplierCode: string, hours: SourceStore["hours"]): SourceStore => ({
  supplierCode,
  brand: "kfc",
  name: supplierCode,
  address: "南京西路 1 号",
  cityCode: "310100",
  districtCode: "310101",
  lat: 31.23,
  lng: 121.47,
  phone: "021-1",
  hours,
  services: ["dine_in", "take_away"],
  leadMinutes: 10,
  soldOut: [],
});
const lines = [{ productId: "burger", quantity: 1, options: [] }];
const menu: SourceMenu = {
  brand: "kfc",
  version: "1",
  classes: [{ id: "all", name: "全部" }],
  products: [
    {
      id: "burger",
      name: "香辣鸡腿堡",
      priceFen: 2_000,
      officialPriceFen: 2_000,
      description: "",
      artwork: "burger",
      kind: "single",
      classIds: ["all"],
      groups: [],
      eatTypes: ["dine_in", "take_away"],
    },
  ],
  setMeals: [{ id: "kfc-set", title: "鸡腿堡", priceFen: 2_000, lines }],
};

type Options = { readonly token?: string | undefined; readonly key?: string };
type CodeTarget = Parameters<typeof grantCodes>[2] extends infer G
  ? G extends { target: infer K }
    ? K
    : never
  : never;
/** The parsed envelope; `code` is "DONE" for a success. */
export type CallResult<D> = { readonly code: string; readonly data: D };

/** Calls the console's operations of a topic instead of the members' ones. */
type Renamed = {
  readonly from: Topic;
  readonly to: Topic;
  /** Fields that only the console's operations require. */
  readonly fields: Readonly<Record<string, string>>;
};

/** Returns a function that calls any operation, with a new idempotency key unless one is given. */
export function createCaller(testEnv: Pick<HttpTestEnv, "app">, renamed?: Renamed) {
  let keys = 0;
  const prefix = renamed ? `${renamed.to}-key` : "key";

  return async function call<T extends Topic, N extends Name<T>, D = Record<string, string>>(
    topic: T,
    name: N,
    input: Input<T, N>,
    { token, key = `${prefix}-${++keys}` }: Options = {},
  ): Promise<CallResult<D>> {
    const isRenamed = topic === renamed?.from;
    const called = isRenamed ? renamed.to : topic;
    const operation = operations.find((one) => one.topic === called && one.name === name);
    if (!operation) throw new Error(`${called}.${String(name)} is no operation`);
    const more = isRenamed && operation.method !== "GET" ? renamed.fields : {};
    const { path, rest } = fillPath(operation.path, { ...more, ...input });
    const isRead = operation.method === "GET" || operation.method === "DELETE";
    const query = Object.fromEntries(
      Object.entries(rest).map(([field, it]) => [field, String(it)]),
    );
    const answer = await testEnv.app.server.inject({
      method: operation.method,
      url: prefixes[operation.host] + path,
      headers: { "idempotency-key": key, ...(token ? { authorization: token } : {}) },
      ...(isRead ? { query } : { payload: rest }),
    });
    const { status, code, data } = answer.json();
    return { code: status ? "DONE" : code, data };
  };
}

export async function openExchangeFixture(testEnv: HttpTestEnv) {
  const { context, db } = testEnv;
  const stores = [
    store("always", [{ from: "00:00", to: "00:00" }]),
    store("never", []),
    store("paused", []),
    { ...store("window", [{ from: "00:00", to: "00:00" }]), services: ["take_away" as const] },
  ];
  await syncStores(context, db, {
    stores: () => Promise.resolve(stores),
    menus: () => Promise.resolve([menu]),
  });
  const operators = {
    makerId: (await testEnv.logIn("13600000001")).memberId,
    checkerId: (await testEnv.logIn("13600000002")).memberId,
  };
  const call = createCaller(testEnv);

  async function code(target: CodeTarget, many: { usesPerCode?: number } = {}): Promise<string> {
    const [made] = await grantCodes(context, db, { target, count: 1, ...operators, ...many });
    if (!made) throw new Error("no code was granted");
    return made;
  }

  /** Opens a code, with a proof of work when the server demands one. */
  async function open(
    tried: string,
    options: Options = {},
  ): Promise<CallResult<Record<string, string>>> {
    const opened = await call("exchange", "open", { code: tried }, options);
    if (opened.code !== "PROOF_NEEDED") return opened;
    return call("exchange", "open", { code: tried, proof: solveProof(opened.data) }, options);
  }

  return {
    call,
    code,
    open,
    ...couponActions(testEnv, operators),
    /** Submits a draft of this maker and generates its codes, as the outbox handler does. */
    made: (draft: { readonly batchId: string; readonly makerId: string }) =>
      submitAndGenerate(context, db, { ...draft, key: `make-${draft.batchId}` }),
    /** Opens a session on a new code. */
    async session(target: CodeTarget, options: Options = {}): Promise<string> {
      const opened = await open(await code(target), options);
      return opened.data["session"] ?? "";
    },
    /**
     * Returns the input of a meal order besides the session, at the store that is always open or at
     * the one that never is.
     */
    async meal(name: "always" | "never" = "always") {
      const found = await db.$client.query<{ id: string }>(
        "SELECT store_id AS id FROM store WHERE name = $1",
        [name],
      );
      const storeId = String(found.rows[0]?.id);
      const eatType = "dine_in" as const;
      type Slots = { list: { slot: string; open: boolean }[] };
      const { data } = await call<"dining", "slots", Slots>("dining", "slots", { storeId });
      const slot = data.list.find(({ open }) => open)?.slot ?? "now";
      const shown = await call("dining", "menu", { storeId, eatType, slot });
      const menuHash = shown.data["hash"] ?? "";
      return { storeId, eatType, slot, menuHash, contactPhone: "13800000001" };
    },
  };
}
export type ExchangeFixture = Awaited<ReturnType<typeof openExchangeFixture>>;

/**
 * Uses a multi-use code once with `redeem`, and returns a second session on it that was opened
 * without a login; the member's first action claims it.
 */
export async function redeemSecondUse(
  exchange: ExchangeFixture,
  target: "points-500" | "kfc-set",
  token: string,
  redeem: (session: string) => Promise<unknown>,
): Promise<{ code: string; session: string }> {
  const code = await exchange.code(target, { usesPerCode: 3 });
  const first = await exchange.call("exchange", "open", { code }, { token });
  await redeem(first.data["session"] ?? "");
  const second = await exchange.open(code);
  return { code, session: second.data["session"] ?? "" };
}
