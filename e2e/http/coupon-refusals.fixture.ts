/** Provokes each refusal of the coupon operations. */
import type { CallResult, ExchangeFixture } from "./exchange.fixture.ts";
import type { Login } from "./test-env.fixture.ts";

type RefusalCases = Readonly<Record<string, () => Promise<CallResult<unknown>>>>;
const NOTHING = "00000000-0000-7000-8000-000000000000";
const DAY_MS = 86_400_000;

/** `at` returns the fixture and a member without permissions, once they exist. */
export function couponRefusalCases(
  at: () => { readonly exchange: ExchangeFixture; readonly member: Login },
): Readonly<Record<string, RefusalCases>> {
  const onItem = (name: "detail" | "reveal" | "used", id: string) =>
    at().exchange.call("coupons", name, { id }, { token: at().member.token });
  const onVoid = async (name: "reveal" | "used") =>
    onItem(name, await at().exchange.voidCard(at().member.memberId));
  const claim = (templateId: string) =>
    at().exchange.call("coupons", "claim", { templateId }, { token: at().member.token });
  return {
    "coupons.detail": { NOT_FOUND: () => onItem("detail", NOTHING) },
    "coupons.reveal": {
      NOT_FOUND: () => onItem("reveal", NOTHING),
      STATE_CHANGED: () => onVoid("reveal"),
    },
    "coupons.used": {
      NOT_FOUND: () => onItem("used", NOTHING),
      STATE_CHANGED: () => onVoid("used"),
    },
    "coupons.claim": {
      NOT_FOUND: () => claim("nothing"),
      CLAIM_OVER: async () => claim(await at().exchange.campaign(0)),
      CLAIM_LIMIT: async () => {
        const templateId = await at().exchange.campaign(10);
        await claim(templateId);
        return claim(templateId);
      },
      CLAIM_DENIED: async () => {
        const claimFrom = new Date(Date.now() + DAY_MS);
        return claim(await at().exchange.campaign(10, { claimFrom }));
      },
    },
  };
}
