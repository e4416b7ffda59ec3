/** Provokes RISK_REFUSED at every place where members are judged, and the refusals of risk's operators. */
import type { Input } from "@yunjing/contract/operations";
import { sentCode } from "@yunjing/server/domain/members/sent-code.fixture";
import { createIdentityActors, wechatIdentity } from "./identity-actors.fixture.ts";
import type { CallResult, ExchangeFixture } from "./exchange.fixture.ts";
import { openBrowser } from "../passport/wechat.fixture.ts";
import type { ShopFixture } from "./shop.fixture.ts";
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
const NAME = "0123456789ab";

/** Returns the table with the refusals of risk added to the operations that have others. */
export const withRisk = (cases: RefusalCases, risk: RefusalCases): RefusalCases => ({
  ...cases,
  ...Object.fromEntries(
    Object.entries(risk).map(([operation, added]) => [
      operation,
      { ...cases[operation], ...added },
    ]),
  ),
});

const numberOf = async ({ db }: HttpTestEnv, memberId: string): Promise<string> => {
  const text = "SELECT member_no AS no FROM member WHERE member_id = $1";
  return (await db.$client.query<{ no: string }>(text, [memberId])).rows[0]?.no ?? "";
};

export function riskRefusalCases(given: () => RefusalContext): RefusalCases {
  const actors = createIdentityActors(given);
  const by = () => ({ token: given().operators[0].consoleToken });
  const list = (input: Partial<Input<"operatorRisk", "list">>) => {
    const entry = { kind: "block", subjectKind: "device", subject: NAME, reason } as const;
    return given().exchange.call("operatorRisk", "list", { ...entry, ...input }, by());
  };
  const end = (entryId: string) =>
    given().exchange.call("operatorRisk", "endEntry", { entryId, reason }, by());
  /** Runs a call while the network of these tests is blocked. */
  const blocked = (run: () => PendingResult) => async () => {
    const { data } = await list({ subjectKind: "network", subject: "127.0.0.1" });
    return run().finally(() => end(data["entryId"] ?? ""));
  };
  const own = async () => {
    const [{ memberId }] = given().operators;
    return { subjectKind: "member", subject: await numberOf(given().testEnv, memberId) } as const;
  };
  const rule = (input: Partial<Input<"operatorRisk", "setRule">>) => {
    const wanted = { code: "coupon_device", mode: "dry", verdict: "watch", limit: 20 } as const;
    const change = { ...wanted, sinceVersion: 0, reason, ...input };
    return given().exchange.call("operatorRisk", "setRule", change, by());
  };
  /** Adds an open case of a subject and decides it; `times` more than once. */
  const decide = async (subject: string, times: number, endsAt?: number): PendingResult => {
    const { db, context } = given().testEnv;
    const caseId = context.ids.next();
    const text = `INSERT INTO risk_case (subject, id, rule, label, state, opened_at, last_hit_at)
                  VALUES ($1, $2, 'coupon_device', 'x', 'OPEN', now(), now())`;
    await db.$client.query(text, [subject, caseId]);
    const input = {
      caseId,
      decision: "release",
      reason,
      ...(endsAt === undefined ? {} : { endsAt }),
    };
    const call = () =>
      given().exchange.call(
        "operatorRisk",
        "decide",
        input as Input<"operatorRisk", "decide">,
        by(),
      );
    for (let n = 1; n < times; n++) await call();
    return call();
  };
  const claim = async () => {
    const { exchange, shop } = given();
    const templateId = await exchange.campaign(10);
    return exchange.call("coupons", "claim", { templateId }, await shop.buyer());
  };
  return {
    "passport.smsLogin": {
      RISK_REFUSED: blocked(async () => {
        const { testEnv, exchange } = given();
        const phone = actors.phone();
        const sent = await exchange.call("passport", "smsSend", { phone, scene: "login" });
        const { challengeId = "" } = sent.data;
        const code = await sentCode(testEnv.context, testEnv.db, challengeId);
        return exchange.call("passport", "smsLogin", {
          challengeId,
          phone,
          code,
          termsVersion: "1",
        });
      }),
    },
    "passport.wechatLogin": {
      RISK_REFUSED: blocked(() =>
        actors.logIn(openBrowser(given().testEnv), wechatIdentity("o-new-and-blocked")),
      ),
    },
    "coupons.claim": { RISK_REFUSED: blocked(claim) },
    "exchange.open": {
      RISK_REFUSED: blocked(async () => {
        const code = await given().exchange.code("points-500");
        return given().exchange.call("exchange", "open", { code });
      }),
    },
    "buying.pay": {
      RISK_REFUSED: blocked(async () => {
        const { shop } = given();
        const buyer = await shop.buyer();
        return shop.pay(buyer, await shop.order(buyer, shop.one("card")), "wechat");
      }),
    },
    "wallet.topUp": {
      RISK_REFUSED: blocked(async () => {
        const { exchange, shop } = given();
        return exchange.call("wallet", "topUp", { amountFen: 10_000 }, await shop.buyer());
      }),
    },
    "withdrawals.create": {
      RISK_REFUSED: blocked(async () => {
        const { exchange, shop } = given();
        return exchange.call("withdrawals", "create", { amountFen: 100 }, await shop.buyer());
      }),
    },
    "operatorRisk.setRule": {
      INPUT_INVALID: () => rule({ limit: 0 }),
      STATE_CHANGED: () => rule({ sinceVersion: 9 }),
    },
    "operatorRisk.list": {
      INPUT_INVALID: () => list({ subject: "nothing" }),
      // The subject is entered by another operator whose transaction has not ended.
      STATE_CHANGED: async () => {
        const client = await given().testEnv.db.$client.connect();
        await client.query("BEGIN");
        const text = `INSERT INTO risk_entry (entry_id, kind, subject, label, reason, operator_id, created_at)
                      VALUES ($1, 'watch', $2, 'x', '试一试', $1, now())`;
        await client.query(text, [given().testEnv.context.ids.next(), `device:${NAME}`]);
        const waiting = list({});
        for (let isWaiting = false; !isWaiting; ) {
          const { rows } = await client.query<{ isWaiting: boolean }>(
            `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database()
                            AND wait_event_type = 'Lock') AS "isWaiting"`,
          );
          isWaiting = rows[0]?.isWaiting ?? false;
        }
        await client.query("COMMIT");
        client.release();
        return waiting;
      },
      OWN_ACCOUNT: async () => list({ kind: "allow", ...(await own()) }),
    },
    "operatorRisk.endEntry": {
      STATE_CHANGED: () => end(UNKNOWN_ID),
      OWN_ACCOUNT: async () => {
        const { exchange, operators } = given();
        const other = { token: operators[1].consoleToken };
        const entry = { kind: "watch", ...(await own()), reason } as const;
        const { data } = await exchange.call("operatorRisk", "list", entry, other);
        return end(data["entryId"] ?? "").finally(() =>
          exchange.call(
            "operatorRisk",
            "endEntry",
            { entryId: data["entryId"] ?? "", reason },
            other,
          ),
        );
      },
    },
    "operatorRisk.decide": {
      INPUT_INVALID: () => decide("device:1", 1, 1),
      STATE_CHANGED: () => decide("device:2", 2),
      OWN_ACCOUNT: () => decide(`member:${given().operators[0].memberId}`, 1),
    },
  };
}
