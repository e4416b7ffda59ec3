/** Provokes each refusal of the ledger queries and of manual entries. */
import type { Input } from "@yunjing/contract/operations";
import { beginRun, openCase } from "@yunjing/server/domain/reconciliation/actions";
import { transaction } from "@yunjing/server/platform/database/transaction";
import type { ShopFixture } from "./shop.fixture.ts";
import type { CallResult, ExchangeFixture } from "./exchange.fixture.ts";
import type { HttpTestEnv, Login } from "./test-env.fixture.ts";

type PendingResult = Promise<CallResult<unknown>>;
type RefusalCases = Readonly<Record<string, Readonly<Record<string, () => PendingResult>>>>;
type RefusalContext = {
  readonly testEnv: HttpTestEnv;
  readonly exchange: ExchangeFixture;
  readonly shop: ShopFixture;
  readonly operators: readonly [Login, Login];
};

const reason = "核实无误";
const UNKNOWN_ID = "00000000-0000-7000-8000-000000000000";
let cases = 0;

const by = ({ operators: [maker] }: RefusalContext) => ({ token: maker.consoleToken });

async function newCase(
  { testEnv: { context, db } }: RefusalContext,
  memberId: string,
): Promise<string> {
  const run = await beginRun(context, db, "full");
  const found = { class: "order_unpaid", subject: `by hand ${++cases}`, memberId };
  const what = { ...found, expected: {}, actual: {}, isFreezing: false };
  return (await transaction(db, (tx) => openCase(context, tx, run, what))).caseId ?? "";
}

type Entry = Input<"operatorAdjustments", "propose"> & { readonly memberId: string };
const entryOf = (memberId: string, changes: Partial<Entry> = {}): Entry => ({
  memberId,
  account: "principal",
  amount: 100,
  reason,
  ...changes,
});
const propose = (at: RefusalContext, entry: Entry) =>
  at.exchange.call("operatorAdjustments", "propose", entry, by(at));

const adjustmentRefusalCases = (given: () => RefusalContext): RefusalCases => {
  return {
    "operatorAdjustments.propose": {
      NOT_FOUND: () => propose(given(), entryOf(UNKNOWN_ID)),
      INPUT_INVALID: async () =>
        propose(given(), entryOf((await given().shop.buyer()).memberId, { amount: 0 })),
      ADJUST_LIMIT: async () =>
        propose(given(), entryOf((await given().shop.buyer()).memberId, { amount: 50_001 })),
      OWN_ACCOUNT: () => propose(given(), entryOf(given().operators[0].memberId)),
    },
  };
};

const caseRefusalCases = (given: () => RefusalContext): RefusalCases => {
  const answer = async (caseId: string, changes: Partial<Entry> = {}) => {
    const { memberId } = await given().shop.buyer();
    const entry = { ...entryOf(memberId, changes), caseId };
    return given().exchange.call("operatorBooks", "propose", entry, by(given()));
  };
  const dismiss = (caseId: string) =>
    given().exchange.call("operatorBooks", "dismiss", { caseId, reason }, by(given()));
  const assign = (caseId: string, toId = given().operators[0].memberId) =>
    given().exchange.call("operatorBooks", "assign", { caseId, toId, reason }, by(given()));
  const live = async () => newCase(given(), (await given().shop.buyer()).memberId);
  return {
    "operatorBooks.cases": {
      NOT_FOUND: () =>
        given().exchange.call("operatorBooks", "cases", { memberNo: "999999999" }, by(given())),
    },
    "operatorBooks.case": {
      NOT_FOUND: () =>
        given().exchange.call("operatorBooks", "case", { caseId: UNKNOWN_ID }, by(given())),
    },
    "operatorBooks.propose": {
      NOT_FOUND: () => answer(UNKNOWN_ID),
      INPUT_INVALID: async () => answer(await live(), { amount: 0 }),
      ADJUST_LIMIT: async () => answer(await live(), { amount: 50_001 }),
      OWN_ACCOUNT: async () => answer(await live(), { memberId: given().operators[0].memberId }),
      STATE_CHANGED: async () => {
        const caseId = await live();
        await answer(caseId);
        return answer(caseId);
      },
    },
    "operatorBooks.assign": {
      NOT_FOUND: () => assign(UNKNOWN_ID),
      INPUT_INVALID: async () => assign(await live(), UNKNOWN_ID),
      OWN_ACCOUNT: async () => assign(await newCase(given(), given().operators[0].memberId)),
      STATE_CHANGED: async () => {
        const caseId = await live();
        await assign(caseId);
        return assign(caseId, given().operators[1].memberId);
      },
    },
    "operatorBooks.comment": {
      NOT_FOUND: () => {
        const wanted = { caseId: UNKNOWN_ID, text: "已问过渠道" };
        return given().exchange.call("operatorBooks", "comment", wanted, by(given()));
      },
    },
    "operatorBooks.dismiss": {
      NOT_FOUND: () => dismiss(UNKNOWN_ID),
      STATE_CHANGED: async () => {
        const caseId = await live();
        await dismiss(caseId);
        return dismiss(caseId);
      },
      OWN_ACCOUNT: async () => dismiss(await newCase(given(), given().operators[0].memberId)),
    },
  };
};

const freezeRefusalCases = (given: () => RefusalContext): RefusalCases => {
  const ask = (name: "freeze" | "thaw", memberId: string) => {
    const input = { memberId, asset: "CNY", reason } as const;
    return given().exchange.call("operatorBooks", name, input, by(given()));
  };
  const nameless = (name: "freeze" | "thaw", named: { readonly memberNo?: string } = {}) => {
    const input = { ...named, asset: "CNY", reason } as const;
    return given().exchange.call("operatorBooks", name, input, by(given()));
  };
  const member = async () => (await given().shop.buyer()).memberId;
  return {
    "operatorBooks.freeze": {
      NOT_FOUND: () => ask("freeze", UNKNOWN_ID),
      INPUT_INVALID: () => nameless("freeze"),
      STATE_CHANGED: async () => {
        const memberId = await member();
        await ask("freeze", memberId);
        return ask("freeze", memberId);
      },
    },
    "operatorBooks.thaw": {
      NOT_FOUND: () => nameless("thaw", { memberNo: "999999999" }),
      INPUT_INVALID: () => nameless("thaw"),
      STATE_CHANGED: async () => ask("thaw", await member()),
      OWN_ACCOUNT: () => ask("thaw", given().operators[0].memberId),
    },
  };
};

export const reconciliationRefusalCases = (given: () => RefusalContext): RefusalCases => ({
  ...adjustmentRefusalCases(given),
  ...caseRefusalCases(given),
  ...freezeRefusalCases(given),
});
