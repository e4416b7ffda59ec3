/** Provokes each refusal of the operators' operations. */
import { reconciliationRefusalCases } from "./reconciliation-refusals.fixture.ts";
import { operatorRefundRefusalCases } from "./operator-refund-refusals.fixture.ts";
import { exportRefusalCases } from "./export-inputs.fixture.ts";
import { homePageRefusalCases } from "./home-page-refusals.fixture.ts";
import { goodsRefusalCases } from "./goods-refusals.fixture.ts";
import { systemRefusalCases } from "./system-refusals.fixture.ts";
import { operatorOrderRefusalCases } from "./operator-order-refusals.fixture.ts";
import { operatorQueueRefusalCases } from "./operator-desk-refusals.fixture.ts";
import { asOwner } from "./backdate.fixture.ts";
import type { ShopFixture } from "./shop.fixture.ts";
import type { CallResult, ExchangeFixture } from "./exchange.fixture.ts";
import type { HttpTestEnv, Login } from "./test-env.fixture.ts";

type PendingResult = Promise<CallResult<unknown>>;
type RefusalCases = Readonly<Record<string, Readonly<Record<string, () => PendingResult>>>>;
type RefusalContext = {
  readonly testEnv: HttpTestEnv;
  readonly exchange: ExchangeFixture;
  readonly shop: ShopFixture;
  /** Two operators with all permissions. */
  readonly operators: readonly [Login, Login];
};
type Campaign = { readonly templateId: string; readonly reason: string };

const reason = "核实无误";
let made = 0;

const by = ({ operators: [maker] }: RefusalContext) => ({ token: maker.consoleToken });
const byOther = ({ operators: [, checker] }: RefusalContext) => ({ token: checker.consoleToken });

const price = (changes: object) => ({
  skuId: "card",
  sinceVersion: 1,
  marketFen: 2_000,
  priceFen: 1_000,
  costFen: 500,
  levels: {},
  reason,
  ...changes,
});
const setPrice = (at: RefusalContext, changes: object) =>
  at.exchange.call("operatorCatalog", "setPrice", price(changes), by(at));
const onBenefit = (at: RefusalContext, name: "publish" | "unpublish", benefitId: string) =>
  at.exchange.call("operatorCatalog", name, { benefitId, reason }, by(at));

const guessRefusalCases = (given: () => RefusalContext): RefusalCases => ({
  "operatorGuesses.friction": {
    STATE_CHANGED: () => {
      const input = { mode: "auto", reason } as const;
      return given().exchange.call("operatorGuesses", "friction", input, by(given()));
    },
  },
});

const catalogRefusalCases = (given: () => RefusalContext): RefusalCases => ({
  "operatorCatalog.publish": {
    NOT_FOUND: () => onBenefit(given(), "publish", "nothing"),
    STATE_CHANGED: () => onBenefit(given(), "publish", "card"),
    PUBLISH_DENIED: async () => {
      await onBenefit(given(), "unpublish", "far");
      await asOwner(given().testEnv, "UPDATE sku_route SET is_on = false WHERE sku_id = 'far'");
      return onBenefit(given(), "publish", "far");
    },
  },
  "operatorCatalog.unpublish": {
    NOT_FOUND: () => onBenefit(given(), "unpublish", "nothing"),
    STATE_CHANGED: async () => {
      await onBenefit(given(), "unpublish", "far");
      return onBenefit(given(), "unpublish", "far");
    },
  },
  "operatorCatalog.setPrice": {
    NOT_FOUND: () => setPrice(given(), { skuId: "nothing" }),
    STATE_CHANGED: () => setPrice(given(), { sinceVersion: 7 }),
    INPUT_INVALID: () => setPrice(given(), { levels: { 1: 1_001 } }),
    PUBLISH_DENIED: () => setPrice(given(), { costFen: 1_001 }),
  },
  "operatorCatalog.changeStock": {
    NOT_FOUND: () => {
      const change = { skuId: "nothing", delta: 1, reason };
      return given().exchange.call("operatorCatalog", "changeStock", change, by(given()));
    },
    SOLD_OUT: () => {
      const change = { skuId: "scarce", delta: -100, reason };
      return given().exchange.call("operatorCatalog", "changeStock", change, by(given()));
    },
  },
  "operatorCatalog.switchSku": {
    NOT_FOUND: () => {
      const input = { skuId: "nothing", isOn: false, reason };
      return given().exchange.call("operatorCatalog", "switchSku", input, by(given()));
    },
  },
});

const draft = (templateId: string, rules: object) => ({
  templateId,
  title: "立减券",
  look: "plain" as const,
  scopeText: "全场",
  tips: [],
  useAt: {},
  rules: { type: "amount" as const, ...rules },
  audience: {},
  perMember: 1,
  validity: { mode: "claim" as const, days: 7 },
  isListed: false,
  sort: 0,
});
/** Creates a campaign, and submits it if `isSubmitted`. */
async function campaign(at: RefusalContext, isSubmitted = false): Promise<Campaign> {
  const templateId = `by-hand-${++made}`;
  await at.exchange.call(
    "operatorCampaigns",
    "create",
    draft(templateId, { valueFen: 100 }),
    by(at),
  );
  const on = { templateId, reason };
  if (isSubmitted) await at.exchange.call("operatorCampaigns", "submit", on, by(at));
  return on;
}
const nothing = { templateId: "nothing", reason };

/** A campaign of an earlier version, whose rules no campaign may have today. */
async function unlistable(at: RefusalContext): Promise<string> {
  const { templateId } = await campaign(at);
  const text =
    "UPDATE coupon_template SET rules = rules || '{\"thresholdFen\": 1}' WHERE template_id = $1";
  await asOwner(at.testEnv, text, [templateId]);
  return templateId;
}

const grantRefusalCases = (given: () => RefusalContext): RefusalCases => {
  const give = (templateId: string, memberId = given().operators[1].memberId) => {
    const gift = { templateId, memberIds: [memberId], ref: "gift", reason };
    return given().exchange.call("operatorCampaigns", "give", gift, by(given()));
  };
  return {
    "operatorCampaigns.give": {
      NOT_FOUND: () => give("nothing"),
      INPUT_INVALID: () => {
        const gift = { templateId: "nothing", ref: "gift", reason };
        return given().exchange.call("operatorCampaigns", "give", gift, by(given()));
      },
      CLAIM_OVER: async () => give(await given().exchange.campaign(0)),
      OWN_ACCOUNT: async () =>
        give(await given().exchange.campaign(0), given().operators[0].memberId),
    },
  };
};

const campaignRefusalCases = (given: () => RefusalContext): RefusalCases => {
  const run = (name: "pause" | "resume") => ({
    NOT_FOUND: () => given().exchange.call("operatorCampaigns", name, nothing, by(given())),
    STATE_CHANGED: async () =>
      given().exchange.call("operatorCampaigns", name, await campaign(given()), by(given())),
  });
  const stop = (on: Campaign) =>
    given().exchange.call("operatorCampaigns", "stop", { ...on, how: "keep" }, by(given()));
  const change = (templateId: string, sinceVersion: number, rules: object = { valueFen: 200 }) => {
    const input = { ...draft(templateId, rules), sinceVersion };
    return given().exchange.call("operatorCampaigns", "change", input, by(given()));
  };
  const raise = (templateId: string) =>
    given().exchange.call(
      "operatorCampaigns",
      "proposeBudget",
      { templateId, addFen: 1, reason },
      by(given()),
    );
  const copy = (templateId: string, newId: string) =>
    given().exchange.call("operatorCampaigns", "copy", { templateId, newId }, by(given()));
  return {
    "operatorCampaigns.create": {
      INPUT_INVALID: () =>
        given().exchange.call("operatorCampaigns", "create", draft("no-value", {}), by(given())),
      STATE_CHANGED: async () => {
        const { templateId } = await campaign(given());
        const again = draft(templateId, { valueFen: 100 });
        return given().exchange.call("operatorCampaigns", "create", again, by(given()));
      },
    },
    "operatorCampaigns.simulate": {
      INPUT_INVALID: () => {
        const rules = { type: "amount" as const, valueFen: 100, cities: ["999999"] };
        return given().exchange.call(
          "operatorCampaigns",
          "simulate",
          { rules, days: 1 },
          by(given()),
        );
      },
    },
    "operatorCampaigns.detail": {
      NOT_FOUND: () =>
        given().exchange.call(
          "operatorCampaigns",
          "detail",
          { templateId: "nothing" },
          by(given()),
        ),
    },
    "operatorCampaigns.members": {
      NOT_FOUND: () =>
        given().exchange.call(
          "operatorCampaigns",
          "members",
          { templateId: "nothing" },
          by(given()),
        ),
    },
    "operatorCampaigns.proposeBudget": {
      NOT_FOUND: () => raise("nothing"),
      INPUT_INVALID: async () => raise(await given().exchange.campaign(1)),
      STATE_CHANGED: async () => raise((await campaign(given())).templateId),
    },
    "operatorCampaigns.change": {
      NOT_FOUND: () => change("nothing", 1),
      INPUT_INVALID: async () => change((await campaign(given())).templateId, 1, {}),
      STATE_CHANGED: async () => change((await campaign(given())).templateId, 2),
    },
    "operatorCampaigns.copy": {
      NOT_FOUND: () => copy("nothing", "nothing-2"),
      INPUT_INVALID: async () => copy(await unlistable(given()), "cannot-be-made"),
      STATE_CHANGED: async () => {
        const { templateId } = await campaign(given());
        return copy(templateId, templateId);
      },
    },
    "operatorCampaigns.submit": {
      NOT_FOUND: () => given().exchange.call("operatorCampaigns", "submit", nothing, by(given())),
      STATE_CHANGED: async () =>
        given().exchange.call(
          "operatorCampaigns",
          "submit",
          await campaign(given(), true),
          by(given()),
        ),
      TWO_PERSONS: async () =>
        given().exchange.call(
          "operatorCampaigns",
          "submit",
          await campaign(given()),
          byOther(given()),
        ),
    },
    "operatorCampaigns.pause": run("pause"),
    "operatorCampaigns.resume": run("resume"),
    "operatorCampaigns.stop": {
      NOT_FOUND: () => stop(nothing),
      STATE_CHANGED: async () => stop(await campaign(given())),
    },
    ...grantRefusalCases(given),
  };
};

const pointsRefusalCases = (given: () => RefusalContext): RefusalCases => {
  const change = (changes: object) => {
    const rule = { ruleId: "nickname" as const, sinceVersion: 1, isOn: true, points: [30], reason };
    return given().exchange.call(
      "operatorPoints",
      "changeRule",
      { ...rule, ...changes },
      by(given()),
    );
  };
  return {
    "operatorPoints.changeRule": {
      INPUT_INVALID: () => change({ points: [1, 2] }),
      STATE_CHANGED: () => change({ sinceVersion: 7 }),
    },
  };
};

const billRefusalCases = (given: () => RefusalContext): RefusalCases => ({
  "operatorBills.ask": {
    NOT_FOUND: () => {
      const unknownTrade = { outTradeNo: "P0000000", reason };
      return given().exchange.call("operatorBills", "ask", unknownTrade, by(given()));
    },
  },
  "operatorBills.refetch": {
    NOT_FOUND: () => {
      const never = { source: "wechatpay", day: "2020-01-01", reason };
      return given().exchange.call("operatorBills", "refetch", never, by(given()));
    },
  },
});

export const operatorRefusalCases = (given: () => RefusalContext): RefusalCases => ({
  ...reconciliationRefusalCases(given),
  ...guessRefusalCases(given),
  ...catalogRefusalCases(given),
  ...exportRefusalCases(given),
  ...goodsRefusalCases(given),
  ...homePageRefusalCases(given),
  ...systemRefusalCases(given),
  ...campaignRefusalCases(given),
  ...pointsRefusalCases(given),
  ...operatorRefundRefusalCases(given),
  ...operatorOrderRefusalCases(given),
  ...operatorQueueRefusalCases(given),
  ...billRefusalCases(given),
});
