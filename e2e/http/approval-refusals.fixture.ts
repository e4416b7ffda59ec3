/** Provokes each refusal of the approvals inbox, of saved views, of alerts and of dead messages. */
import type { Output } from "@yunjing/contract/operations";
import { raiseAlert } from "@yunjing/server/platform/alerts";
import { asOwner, backdateApproval } from "./backdate.fixture.ts";
import type { CallResult, ExchangeFixture } from "./exchange.fixture.ts";
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
type Action = "approve" | "reject" | "withdraw";
type AlertList = Output<"operatorQueues", "alerts">;
type Seen = { readonly approvalId: string; readonly etag: string };

const reason = "核实无误";
const UNKNOWN_ID = "00000000-0000-7000-8000-000000000000";
const unknown: Seen = { approvalId: `adjust.${UNKNOWN_ID}`, etag: "0".repeat(32) };
let alerts = 0;
let phones = 0;

const byMaker = ({ operators: [maker] }: RefusalContext) => ({ token: maker.consoleToken });
const byChecker = ({ operators: [, checker] }: RefusalContext) => ({ token: checker.consoleToken });

const decide = (
  at: RefusalContext,
  action: Action,
  seen: Seen,
  who = action === "withdraw" ? byMaker(at) : byChecker(at),
) => at.exchange.call("operatorApprovals", action, { ...seen, reason }, who);

/** Proposes an adjustment and returns its id and fingerprint. */
async function proposed(
  at: RefusalContext,
  entry: { memberId?: string; account?: "principal" | "available"; amount?: number } = {},
): Promise<Seen> {
  const memberId = entry.memberId ?? (await at.shop.buyer()).memberId;
  const wanted = { account: "principal", amount: 100, ...entry, memberId, reason } as const;
  const made = await at.exchange.call("operatorAdjustments", "propose", wanted, byMaker(at));
  const approvalId = `adjust.${made.data["approvalId"] ?? ""}`;
  return seenNow(at, approvalId);
}

async function seenNow(at: RefusalContext, approvalId: string): Promise<Seen> {
  const read = await at.exchange.call("operatorApprovals", "detail", { approvalId }, byChecker(at));
  return { approvalId, etag: read.data["etag"] ?? "" };
}

const expired = async (at: RefusalContext): Promise<Seen> => {
  const seen = await proposed(at);
  await backdateApproval(at.testEnv, seen.approvalId.replace("adjust.", ""));
  return seen;
};

/** Proposes another phone for a new member. */
async function proposedPhone(at: RefusalContext) {
  const [old, phone] = [1, 2].map((n) => `1596${String(phones + n).padStart(7, "0")}`);
  phones += 2;
  const { memberId } = await at.testEnv.logIn(old ?? "");
  const text = "SELECT member_no AS no FROM member WHERE member_id = $1";
  const { rows } = await at.testEnv.db.$client.query<{ no: string }>(text, [memberId]);
  const wanted = { memberNo: rows[0]?.no ?? "", phone: phone ?? "", reason };
  const made = await at.exchange.call("operatorMembers", "rebind", wanted, byMaker(at));
  const seen = await seenNow(at, `member_rebind.${made.data["approvalId"] ?? ""}`);
  return { seen, memberId, phone: phone ?? "" };
}

/** Passes on to an operator who may not decide it: the maker, where none is named. */
const passOn = (at: RefusalContext, seen: Seen, who = byChecker(at)) => {
  const toId = at.operators[0].memberId;
  return at.exchange.call("operatorApprovals", "passOn", { ...seen, reason, toId }, who);
};

const passOnCases = (given: () => RefusalContext): RefusalCases[string] => ({
  NOT_FOUND: () => passOn(given(), unknown),
  INPUT_INVALID: async () => passOn(given(), await proposed(given())),
  TWO_PERSONS: async () => passOn(given(), await proposed(given()), byMaker(given())),
  APPROVAL_EXPIRED: async () => passOn(given(), await expired(given())),
  STATE_CHANGED: async () => {
    const seen = await proposed(given());
    await decide(given(), "reject", seen);
    return passOn(given(), seen);
  },
  OWN_ACCOUNT: async () => {
    const { memberId } = given().operators[1];
    return passOn(given(), await proposed(given(), { memberId }));
  },
});

const inboxCases = (
  given: () => RefusalContext,
  proposeDeniedAppeal: () => Promise<string>,
): RefusalCases => {
  const usual = (action: Action) => ({
    NOT_FOUND: () => decide(given(), action, unknown),
    STATE_CHANGED: async () => {
      const seen = await proposed(given());
      await decide(given(), action, seen);
      return decide(given(), action, seen);
    },
    APPROVAL_EXPIRED: async () => decide(given(), action, await expired(given())),
  });
  const byAnother = (action: Action) => ({
    TWO_PERSONS: async () => decide(given(), action, await proposed(given()), byMaker(given())),
    OWN_ACCOUNT: async () => {
      const { memberId } = given().operators[1];
      return decide(given(), action, await proposed(given(), { memberId }));
    },
  });
  return {
    "operatorApprovals.detail": {
      NOT_FOUND: () => {
        const { approvalId } = unknown;
        return given().exchange.call(
          "operatorApprovals",
          "detail",
          { approvalId },
          byChecker(given()),
        );
      },
    },
    "operatorApprovals.approve": {
      ...usual("approve"),
      ...byAnother("approve"),
      BALANCE_SHORT: async () =>
        decide(given(), "approve", await proposed(given(), { amount: -100 })),
      INVITE_DENIED: async () => {
        const approvalId = `invite_appeal.${await proposeDeniedAppeal()}`;
        return decide(given(), "approve", await seenNow(given(), approvalId));
      },
      POINTS_SHORT: async () => {
        const taken = { account: "available", amount: -100 } as const;
        return decide(given(), "approve", await proposed(given(), taken));
      },
      ADJUST_LIMIT: async () => {
        const seen = await proposed(given(), { account: "available", amount: 50_000 });
        const full = `INSERT INTO limit_counter (subject, window_start, used)
          VALUES ('adjust:PTS', date_trunc('day', now(), 'Asia/Shanghai'), 500000)
          ON CONFLICT (subject, window_start) DO UPDATE SET used = 500000`;
        await asOwner(given().testEnv, full);
        return decide(given(), "approve", seen);
      },
      PHONE_TAKEN: async () => {
        const { seen, phone } = await proposedPhone(given());
        await given().testEnv.logIn(phone);
        return decide(given(), "approve", seen);
      },
      PHONE_SAME: async () => {
        const { seen, phone, memberId } = await proposedPhone(given());
        const hash = given().testEnv.context.secrets.mac("phone-lookup", phone);
        const text = "UPDATE member SET phone_hash = $1 WHERE member_id = $2";
        await given().testEnv.db.$client.query(text, [hash, memberId]);
        return decide(given(), "approve", seen);
      },
    },
    "operatorApprovals.colleagues": {
      NOT_FOUND: () => {
        const { approvalId } = unknown;
        const wanted = { approvalId };
        return given().exchange.call("operatorApprovals", "colleagues", wanted, byChecker(given()));
      },
    },
    "operatorApprovals.passOn": passOnCases(given),
    "operatorApprovals.reject": { ...usual("reject"), ...byAnother("reject") },
    "operatorApprovals.withdraw": usual("withdraw"),
  };
};

const queueCases = (given: () => RefusalContext): RefusalCases => {
  const handle = (name: "acknowledge" | "assign", alertId: string) =>
    given().exchange.call("operatorQueues", name, { alertId }, byMaker(given()));
  /** Raises an alert and returns its id. */
  async function raised(): Promise<string> {
    const alert = { kind: "desk_late", subject: `refusal ${++alerts}`, text: "超时" } as const;
    await raiseAlert(given().testEnv.db, { ...alert, now: null });
    const read = await given().exchange.call<"operatorQueues", "alerts", AlertList>(
      "operatorQueues",
      "alerts",
      {},
      byMaker(given()),
    );
    return read.data.list.find(({ subject }) => subject === alert.subject)?.alertId ?? "";
  }
  const usual = (name: "acknowledge" | "assign") => ({
    NOT_FOUND: () => handle(name, "0".repeat(32)),
    STATE_CHANGED: async () => {
      const alertId = await raised();
      await handle("acknowledge", alertId);
      return handle(name, alertId);
    },
  });
  return {
    "operatorQueues.acknowledge": usual("acknowledge"),
    "operatorQueues.assign": usual("assign"),
    "operatorQueues.resend": {
      STATE_CHANGED: () => {
        const wanted = { messageId: UNKNOWN_ID, reason };
        return given().exchange.call("operatorQueues", "resend", wanted, byMaker(given()));
      },
    },
    "operatorQueues.saveView": {
      STATE_CHANGED: async () => {
        const save = (n: number) => {
          const view = { page: "refunds", name: `视图 ${n}`, search: "state=waiting" };
          return given().exchange.call("operatorQueues", "saveView", view, byMaker(given()));
        };
        for (let n = 0; n < 20; n++) await save(n);
        return save(20);
      },
    },
    "operatorQueues.deleteView": {
      NOT_FOUND: () => {
        const view = { page: "refunds", name: "没有" };
        return given().exchange.call("operatorQueues", "deleteView", view, byMaker(given()));
      },
    },
  };
};

/** `proposeDeniedAppeal` proposes a grant that cannot be paid any more, and returns its id. */
export const approvalRefusalCases = (
  given: () => RefusalContext,
  proposeDeniedAppeal: () => Promise<string>,
): RefusalCases => ({
  ...inboxCases(given, proposeDeniedAppeal),
  ...queueCases(given),
});
