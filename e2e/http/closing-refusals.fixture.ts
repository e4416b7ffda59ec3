/** Provokes each refusal of closing an account over HTTP. */
import type { Output } from "@yunjing/contract/operations";
import { sentCode } from "@yunjing/server/domain/members/sent-code.fixture";
import type { Browser } from "../passport/wechat.fixture.ts";
import type { EnvProvider, IdentityActors, RefusalCases } from "./identity-actors.fixture.ts";

type Closing = Output<"closing", "show">;

export function closingRefusalCases(actors: IdentityActors, given: EnvProvider): RefusalCases {
  const shownTo = async (browser: Browser): Promise<Closing> =>
    (await browser.call("closing", "show", {})).data as unknown as Closing;
  const prove = async (browser: Browser): Promise<string> => {
    const { context, db } = given().testEnv;
    const { data } = await browser.call("security", "sendCode", { purpose: "close" });
    const challengeId = String(data["challengeId"]);
    const shown = { challengeId, code: await sentCode(context, db, challengeId) };
    const proof = await browser.call("security", "stepUp", { purpose: "close", ...shown });
    return String(proof.data["stepUp"]);
  };
  const requestClosing = async (browser: Browser) => {
    const { forfeits } = await shownTo(browser);
    const stepUp = await prove(browser);
    return browser.call("closing", "request", { forfeits, stepUp });
  };
  return {
    "closing.request": {
      CLOSING_BLOCKED: async () => {
        const { memberId, browser } = await actors.byWechat();
        await given().testEnv.db.$client.query(
          "UPDATE member SET permissions = '{audit:read}' WHERE member_id = $1",
          [memberId],
        );
        const { forfeits } = await shownTo(browser);
        return browser.call("closing", "request", { forfeits });
      },
      FORFEITS_CHANGED: async () => {
        const browser = await actors.newcomer();
        const { forfeits } = await shownTo(browser);
        return browser.call("closing", "request", { forfeits: { ...forfeits, points: 1 } });
      },
      STEP_UP_NEEDED: async () => {
        const browser = await actors.newcomer();
        const { forfeits } = await shownTo(browser);
        return browser.call("closing", "request", { forfeits });
      },
      STATE_CHANGED: async () => {
        const browser = await actors.newcomer();
        await requestClosing(browser);
        const { forfeits } = await shownTo(browser);
        return browser.call("closing", "request", { forfeits });
      },
    },
    "closing.withdraw": {
      STATE_CHANGED: async () => (await actors.newcomer()).call("closing", "withdraw", {}),
    },
  };
}
