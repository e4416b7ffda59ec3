/** Provokes each refusal of the operators' operations. */
import { reconciliationRefusalCases } from "./reconciliation-refusals.fixture.ts";
import { exportRefusalCases } from "./export-inputs.fixture.ts";
import { homePageRefusalCases } from "./home-page-refusals.fixture.ts";
import { goodsRefusalCases } from "./goods-refusals.fixture.ts";
import { systemRefusalCases } from "./system-refusals.fixture.ts";
import { approveOneOfTwo, operatorOrderRefusalCases } from "./operator-order-refusals.fixture.ts";
import { operatorQueueRefusalCases } from "./operator-desk-refusals.fixture.ts";
import { asOwner } from "./backdate.fixture.ts";
import type { Buyer, ShopFixture } from "./shop.fixture.ts";
import type { CallResult, ExchangeFixture } from "./exchange.fixture.ts";
import type { HttpTestEnv, Login } from "./test-env.fixture.ts";
import { queryWithoutTriggers } from "../../server/src/platform/database/superuser.fixture.ts";

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

async function approveExpired(at: RefusalContext): PendingResult {
  const on = await campaign(at, true);
  const text =
    "UPDATE coupon_template SET submitted_at = submitted_at - interval '25 hours' WHERE template_id = $1";
  await asOwner(at.testEnv, text, [on.templateId]);
  return at.exchange.call("operatorCampaigns", "approve", on, byOther(at));
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
  const decide = (name: "approve" | "reject") => ({
    NOT_FOUND: () => given().exchange.call("operatorCampaigns", name, nothing, by(given())),
    STATE_CHANGED: async () =>
      given().exchange.call("operatorCampaigns", name, await campaign(given()), byOther(given())),
    TWO_PERSONS: async () =>
      given().exchange.call("operatorCampaigns", name, await campaign(given(), true), by(given())),
  });
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
    "operatorCampaigns.approve": {
      ...decide("approve"),
      APPROVAL_EXPIRED: () => approveExpired(given()),
    },
    "operatorCampaigns.reject": decide("reject"),
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

/** Creates a refund of 600 fen to the balance in this state, for an existing order. */
async function refund(
  at: RefusalContext,
  state: "APPLIED" | "SUCCESS",
  of?: Buyer,
): Promise<string> {
  const refundNo = `RT${String(++made).padStart(8, "0")}`;
  const buyer = of ?? (await at.shop.buyer({ principalFen: 5_000 }));
  const orderNo = await at.shop.order(buyer, at.shop.one("card"));
  const ended = state === "SUCCESS" ? "now()" : "NULL";
  await queryWithoutTriggers(
    at.testEnv.db.$client,
    `WITH one AS (
       INSERT INTO refund (member_id, id, order_id, refund_no, reason, applicant, state, cash_fen, balance_fen, points,
                           created_at, ended_at)
       SELECT member_id, gen_random_uuid(), id, $1, '不想要了', 'member', $2, 0, 60000, 0, now(), ${ended}
       FROM orders WHERE order_no = $3 RETURNING member_id, id)
     INSERT INTO refund_no (refund_no, owner_id, refund_id) SELECT $1, member_id, id FROM one`,
    [refundNo, state, orderNo],
  );
  return refundNo;
}

const refundRefusalCases = (given: () => RefusalContext): RefusalCases => {
  const decide = (name: "approve" | "reject" | "retry", refundNo: string) =>
    given().exchange.call("operatorRefunds", name, { refundNo, reason }, by(given()));
  const handOver = (refundNo: string, toId = given().operators[1].memberId) => {
    const wanted = { refundNo, toId, reason };
    return given().exchange.call("operatorRefunds", "handOver", wanted, by(given()));
  };
  const usual = (name: "approve" | "reject" | "retry") => ({
    NOT_FOUND: () => decide(name, "RT99999999"),
    STATE_CHANGED: async () => decide(name, await refund(given(), "SUCCESS")),
  });
  return {
    "operatorRefunds.approve": {
      ...usual("approve"),
      REFUND_DENIED: () => approveOneOfTwo(given(), "SUBMITTED"),
      REFUND_CHANGED: () => approveOneOfTwo(given(), "DONE"),
      INPUT_INVALID: async () => {
        const refundNo = await refund(given(), "APPLIED");
        const items = [{ itemId: "00000000-0000-7000-8000-000000000000", quantity: 1 }];
        const input = { refundNo, reason, items };
        return given().exchange.call("operatorRefunds", "approve", input, by(given()));
      },
      TWO_PERSONS: async () => {
        const refundNo = await refund(given(), "APPLIED");
        await decide("approve", refundNo);
        return decide("approve", refundNo);
      },
      OWN_ACCOUNT: async () => {
        const own = await given().shop.operator({ principalFen: 5_000 });
        const refundNo = await refund(given(), "APPLIED", own);
        const input = { refundNo, reason };
        return given().exchange.call("operatorRefunds", "approve", input, {
          token: own.consoleToken,
        });
      },
    },
    "operatorRefunds.handOver": {
      NOT_FOUND: () => handOver("RT99999999"),
      STATE_CHANGED: async () => handOver(await refund(given(), "SUCCESS")),
      INPUT_INVALID: async () =>
        handOver(await refund(given(), "APPLIED"), "00000000-0000-7000-8000-000000000000"),
      OWN_ACCOUNT: async () => {
        const own = await given().shop.operator({ principalFen: 5_000 });
        return handOver(await refund(given(), "APPLIED", own), own.memberId);
      },
    },
    "operatorRefunds.reject": usual("reject"),
    "operatorRefunds.retry": usual("retry"),
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
  ...refundRefusalCases(given),
  ...operatorOrderRefusalCases(given),
  ...operatorQueueRefusalCases(given),
  ...billRefusalCases(given),
});
