/** Provokes each refusal of the operators' level operations over HTTP. */
import type { Input } from "@yunjing/contract/operations";
import type { CallResult, ExchangeFixture } from "./exchange.fixture.ts";
import type { Login } from "./test-env.fixture.ts";

type PendingResult = Promise<CallResult<unknown>>;
type RefusalCases = Readonly<Record<string, Readonly<Record<string, () => PendingResult>>>>;
type RefusalContext = {
  readonly exchange: ExchangeFixture;
  readonly member: Login;
  readonly operators: readonly [Login, Login];
};

const level = {
  grade: "2",
  sinceVersion: 1,
  name: "银鲸会员",
  growthFrom: 500,
  keepDays: 365,
  pointsRate: 110,
  couponTemplates: [],
  benefits: [],
  reason: "核实无误",
};

export function levelRefusalCases(given: () => RefusalContext): RefusalCases {
  const by = () => ({ token: given().operators[0].consoleToken });
  const change = (changes: Partial<Input<"operatorLevels", "change">>) =>
    given().exchange.call("operatorLevels", "change", { ...level, ...changes }, by());
  const give = (changes: Partial<Input<"operatorLevels", "give">>) => {
    const { memberId } = given().member;
    const gift = { grade: "2", memberId, until: 4_000_000_000_000, ref: "gift-1", reason: "补偿" };
    return given().exchange.call("operatorLevels", "give", { ...gift, ...changes }, by());
  };
  return {
    "operatorLevels.change": {
      NOT_FOUND: () => change({ couponTemplates: ["nothing"] }),
      STATE_CHANGED: () => change({ sinceVersion: 7 }),
      INPUT_INVALID: () => change({ growthFrom: 1_500 }),
    },
    "operatorLevels.give": {
      NOT_FOUND: () => give({ grade: "9" }),
      INPUT_INVALID: () => give({ until: 1_000 }),
      OWN_ACCOUNT: () => give({ memberId: given().operators[0].memberId }),
    },
  };
}
