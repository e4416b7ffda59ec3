/** Provokes each refusal of the operators' message operations over HTTP. */
import type { CallResult, ExchangeFixture } from "./exchange.fixture.ts";
import type { Login } from "./test-env.fixture.ts";

type PendingResult = Promise<CallResult<unknown>>;
type RefusalCases = Readonly<Record<string, Readonly<Record<string, () => PendingResult>>>>;
type RefusalContext = {
  readonly exchange: ExchangeFixture;
  readonly member: Login;
  readonly operators: readonly [Login, Login];
};

const NOTHING = "00000000-0000-7000-8000-000000000000";
const reason = "核实无误";

export function messageRefusalCases(given: () => RefusalContext): RefusalCases {
  const by = () => ({ token: given().operators[0].consoleToken });
  const withdraw = (announcementId: string) =>
    given().exchange.call("operatorMessages", "withdraw", { announcementId, reason }, by());
  const resend = (memberNo: string) =>
    given().exchange.call(
      "operatorMessages",
      "resend",
      { memberNo, messageId: NOTHING, channel: "sms", reason },
      by(),
    );
  return {
    "operatorMessages.withdraw": {
      NOT_FOUND: () => withdraw(NOTHING),
      STATE_CHANGED: async () => {
        const announcement = { topic: "campaign", title: "活动", text: "活动", reason } as const;
        const wanted = { ...announcement, untilAt: 4_000_000_000_000 };
        const { data } = await given().exchange.call("operatorMessages", "announce", wanted, by());
        const announcementId = data["announcementId"] ?? "";
        await withdraw(announcementId);
        return withdraw(announcementId);
      },
    },
    "operatorMessages.resend": {
      NOT_FOUND: () => resend("00000000"),
      STATE_CHANGED: async () => {
        const { token } = given().member;
        const { data } = await given().exchange.call("member", "me", {}, { token });
        return resend(data["memberNo"] ?? "");
      },
    },
  };
}
