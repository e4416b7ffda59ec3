/** Provokes each refusal of operators' operations on moderation over HTTP. */
import type { CallResult, ExchangeFixture } from "./exchange.fixture.ts";
import type { ShopFixture } from "./shop.fixture.ts";
import type { HttpTestEnv, Login } from "./test-env.fixture.ts";

type PendingResult = Promise<CallResult<unknown>>;
type RefusalCases = Readonly<Record<string, Readonly<Record<string, () => PendingResult>>>>;
type ModerationContext = {
  readonly testEnv: HttpTestEnv;
  readonly exchange: ExchangeFixture;
  readonly shop: ShopFixture;
  readonly operators: readonly [Login, Login];
};

const NOTHING = { caseId: "00000000-0000-7000-8000-000000000000" };
const SHARING = "分享给好友就能领红包";
const reason = "核实无误";
const word = { word: "加群", level: "review", isOn: true, reason } as const;

export function moderationRefusalCases(at: () => ModerationContext): RefusalCases {
  const call: ExchangeFixture["call"] = (...called) => at().exchange.call(...called);
  const first = () => ({ token: at().operators[0].consoleToken });
  /** The case of a new nickname of this member, or of a new one. */
  async function renamed(login?: { readonly memberId: string; readonly token: string }) {
    const by = login ?? (await at().shop.buyer());
    await call("member", "update", { nickname: "小鲸鱼" }, by);
    const { rows } = await at().testEnv.db.$client.query<{ caseId: string }>(
      `SELECT id AS "caseId" FROM moderation_case WHERE member_id = $1`,
      [by.memberId],
    );
    return rows[0] ?? NOTHING;
  }
  const of = (operation: "approve" | "reject") => ({
    NOT_FOUND: () => call("operatorModeration", operation, { ...NOTHING, reason }, first()),
    STATE_CHANGED: async () => {
      const found = await renamed();
      await call("operatorModeration", "reject", { ...found, reason }, first());
      return call("operatorModeration", operation, { ...found, reason }, first());
    },
    OWN_ACCOUNT: async () => {
      const operator = await at().shop.operator();
      const found = await renamed(operator);
      const by = { token: operator.consoleToken };
      return call("operatorModeration", operation, { ...found, reason }, by);
    },
  });
  return {
    "operatorModeration.list": {
      BAD_REQUEST: () => call("operatorModeration", "list", { cursor: "x" }, first()),
    },
    "operatorModeration.approve": of("approve"),
    "operatorModeration.reject": {
      ...of("reject"),
      INPUT_INVALID: () =>
        call("operatorModeration", "reject", { ...NOTHING, reason: SHARING }, first()),
    },
    "operatorModeration.setWord": {
      STATE_CHANGED: () =>
        call("operatorModeration", "setWord", { ...word, sinceVersion: 7 }, first()),
      INPUT_INVALID: () =>
        call("operatorModeration", "setWord", { ...word, word: "* *", sinceVersion: 0 }, first()),
    },
  };
}
