/** Provokes each refusal of the operators' invitation operations over HTTP. */
import type { Input, Name } from "@yunjing/contract/operations";
import { bindNewcomer, codeOf } from "@yunjing/server/domain/invitations/actions";
import { findOrCreateMemberByPhone } from "@yunjing/server/domain/members/actions";
import { transaction } from "@yunjing/server/platform/database/transaction";
import { queryWithoutTriggers } from "../../server/src/platform/database/superuser.fixture.ts";
import { asOwner } from "./backdate.fixture.ts";
import type { CallResult, ExchangeFixture } from "./exchange.fixture.ts";
import type { HttpTestEnv, Login } from "./test-env.fixture.ts";

type PendingResult = Promise<CallResult<unknown>>;
type RefusalCases = Readonly<Record<string, Readonly<Record<string, () => PendingResult>>>>;
type RefusalContext = {
  readonly testEnv: HttpTestEnv;
  readonly exchange: ExchangeFixture;
  readonly member: Login;
  readonly operators: readonly [Login, Login];
};

const UNKNOWN_ID = "00000000-0000-7000-8000-000000000000";
const reason = "核实无误";
const none = { kind: "none" } as const;
const draft = {
  name: "邀请",
  startsAt: 1_000,
  endsAt: 2_000,
  budgetFen: 100,
  monthCap: 50,
  inviter: none,
  invitee: none,
  reason,
};

let phones = 0;
const OLDER = "UPDATE member SET created_at = created_at - interval '1 day' WHERE member_id = $1";
/** Creates a new member invited by the given member, who is older: the tests' time stands still. */
async function createBinding({
  testEnv,
  member,
}: RefusalContext): Promise<{ memberId: string; bindingId: string }> {
  const { context, db } = testEnv;
  await asOwner(testEnv, OLDER, [member.memberId]);
  const inviteCode = await codeOf(context, db, member.memberId);
  const phone = `1370077${String(++phones).padStart(4, "0")}`;
  return transaction(db, async (tx) => {
    const { memberId } = await findOrCreateMemberByPhone(context, tx, phone);
    const from = { channel: "sms", device: phone, address: "10.0.0.7" } as const;
    const bound = await bindNewcomer(context, tx, { memberId, inviteCode, ...from });
    if ("why" in bound) throw new Error(`not bound: ${bound.why}`);
    return { memberId, ...bound };
  });
}

type RewardSetup = {
  readonly state: "HELD" | "CANCELLED" | "REJECTED";
  readonly reason?: string;
  /** Days since the freeze and the reward ended. */
  readonly daysAgo?: number;
};

/** Creates a reward of the member in the given state; its amount requires two-person approval. */
async function createReward(
  { testEnv, member }: RefusalContext,
  setup: RewardSetup,
): Promise<string> {
  const { state, reason: why = "", daysAgo = 0 } = setup;
  const at = new Date(Date.now() - daysAgo * 86_400_000);
  const id = testEnv.context.ids.next();
  const amount = state === "HELD" ? 3_000 : 0;
  await queryWithoutTriggers(
    testEnv.db.$client,
    `INSERT INTO invite_reward (member_id, id, binding_id, rule, trigger_id, campaign_id, rule_version, invitee_id,
       order_id, friend, kind, terms, first_amount, amount, base_fen, cost_fen, bucket, state, reason, freeze_until, created_at,
       ended_at)
     VALUES ($1, $2, $2, 'inviter', 'first_order', $3, 1, $3, $2, '友', 'points',
       '{"kind":"points","points":3000,"firstBaseFen":1}', 3000, $4, 1, $4, $5, $6, $7, $8, $8, $9)`,
    [
      member.memberId,
      id,
      UNKNOWN_ID,
      amount,
      amount > 0 ? 0 : null,
      state,
      why,
      at,
      amount > 0 ? null : at,
    ],
  );
  return id;
}

/** Creates the friend's first order, paid with 1 fen; the order has the reward's ID. */
async function paidFor({ testEnv }: RefusalContext, orderId: string): Promise<void> {
  await testEnv.db.$client.query(
    `INSERT INTO orders (member_id, id, order_no, kind, source, title, artwork, order_state, pay_state, fulfil_state,
       goods_fen, payable_fen, cash_fen, paid_fen, snapshot, created_at, paid_at, finished_at)
     VALUES ($1, $2, $3, 'topup', 'shop', '话费', 'bag', 'DONE', 'PAID', 'DONE', 1, 1, 1, 1, '{}', now(), now(), now())`,
    [UNKNOWN_ID, orderId, String(30_000_000_000 + ++phones)],
  );
}

type Call = <N extends Name<"operatorInvitations">>(
  name: N,
  input: Input<"operatorInvitations", N>,
  operatorIndex?: 0 | 1,
) => Promise<CallResult<Record<string, string>>>;

function campaignRefusalCases(call: Call): RefusalCases {
  const change = (campaignId: string, changes: { endsAt?: number; sinceVersion?: number }) =>
    call("change", { ...draft, campaignId, isOn: true, sinceVersion: 1, ...changes });
  return {
    "operatorInvitations.create": {
      INPUT_INVALID: () => call("create", { ...draft, endsAt: 500 }),
    },
    "operatorInvitations.change": {
      NOT_FOUND: () => change(UNKNOWN_ID, {}),
      INPUT_INVALID: () => change(UNKNOWN_ID, { endsAt: 500 }),
      STATE_CHANGED: async () => {
        const { data } = await call("create", draft);
        return change(data.campaignId ?? "", { sinceVersion: 7 });
      },
    },
  };
}

function bindingRefusalCases(call: Call, given: () => RefusalContext): RefusalCases {
  const dead = async () => {
    const binding = await createBinding(given());
    await call("reject", { ...binding, reason });
    return binding;
  };
  const unknownBinding = { bindingId: UNKNOWN_ID, memberId: UNKNOWN_ID, reason };
  return {
    "operatorInvitations.transfer": {
      NOT_FOUND: () => call("transfer", { ...unknownBinding, inviterId: UNKNOWN_ID }),
      INPUT_INVALID: () => call("transfer", unknownBinding),
      STATE_CHANGED: async () =>
        call("transfer", { ...(await dead()), inviterId: UNKNOWN_ID, reason }),
      INVITE_DENIED: async () => {
        const binding = await createBinding(given());
        return call("transfer", { ...binding, inviterId: binding.memberId, reason });
      },
      OWN_ACCOUNT: async () => {
        const inviterId = given().operators[0].memberId;
        return call("transfer", { ...(await createBinding(given())), inviterId, reason });
      },
    },
    "operatorInvitations.reject": {
      NOT_FOUND: () => call("reject", unknownBinding),
      INPUT_INVALID: () => call("reject", { ...unknownBinding, reason: "分享得现金" }),
      STATE_CHANGED: async () => call("reject", { ...(await dead()), reason }),
    },
  };
}

const appeal = ({ exchange, member }: RefusalContext, rewardId: string, text = "都是真实好友") =>
  exchange.call("invite", "appeal", { rewardId, words: text }, { token: member.token });

const RISK_REASON = { state: "REJECTED", reason: "risk_rejected" } as const;

/** Creates a reward that the risk check rejected and the member appealed. */
async function createAppeal(given: () => RefusalContext): Promise<string> {
  const id = await createReward(given(), RISK_REASON);
  await appeal(given(), id);
  return id;
}

function appealRefusalCases(call: Call, given: () => RefusalContext): RefusalCases {
  const decision = (rewardId: string, isGranted: boolean) => ({
    rewardId,
    memberId: given().member.memberId,
    isGranted,
    reason,
  });
  const appealOf = async (setup: RewardSetup) =>
    appeal(given(), await createReward(given(), setup));
  return {
    "invite.appeal": {
      NOT_FOUND: () => appeal(given(), UNKNOWN_ID),
      INPUT_INVALID: () => appeal(given(), UNKNOWN_ID, " \u200b "),
      APPEAL_NONE: () => appealOf({ state: "CANCELLED", reason: "refund" }),
      APPEAL_DECIDED: () => appealOf({ state: "REJECTED", reason }),
      APPEAL_LATE: () => appealOf({ ...RISK_REASON, daysAgo: 31 }),
    },
    "operatorInvitations.decideAppeal": {
      NOT_FOUND: () => call("decideAppeal", decision(UNKNOWN_ID, false)),
      INPUT_INVALID: () =>
        call("decideAppeal", { ...decision(UNKNOWN_ID, false), reason: "分享得现金" }),
      STATE_CHANGED: async () => {
        const denial = decision(await createAppeal(given), false);
        await call("decideAppeal", denial);
        return call("decideAppeal", denial);
      },
      INVITE_DENIED: async () => call("decideAppeal", decision(await createAppeal(given), true)),
      OWN_ACCOUNT: () => {
        const own = { ...decision(UNKNOWN_ID, true), memberId: given().operators[0].memberId };
        return call("decideAppeal", own);
      },
    },
  };
}

/** Proposes to grant an appeal whose inviter has spent the order's cash; returns the approval's id. */
export async function proposeDeniedAppeal(given: () => RefusalContext): Promise<string> {
  const id = await createAppeal(given);
  await paidFor(given(), id);
  const { member, operators, exchange } = given();
  const granted = { rewardId: id, memberId: member.memberId, isGranted: true, reason };
  const token = operators[0].consoleToken;
  const made = await exchange.call("operatorInvitations", "decideAppeal", granted, { token });
  const { approvalId = "" } = made.data as { approvalId?: string };
  return approvalId;
}

function rewardRefusalCases(call: Call, given: () => RefusalContext): RefusalCases {
  const decision = (rewardId: string) => ({
    rewardId,
    memberId: given().member.memberId,
    reason,
  });
  const decideCancelled = async () => decision(await createReward(given(), { state: "CANCELLED" }));
  return {
    "operatorInvitations.approveReward": {
      NOT_FOUND: () => call("approveReward", decision(UNKNOWN_ID)),
      STATE_CHANGED: async () => call("approveReward", await decideCancelled()),
      OWN_ACCOUNT: () =>
        call("approveReward", { ...decision(UNKNOWN_ID), memberId: given().operators[0].memberId }),
    },
    "operatorInvitations.rejectReward": {
      NOT_FOUND: () => call("rejectReward", decision(UNKNOWN_ID)),
      INPUT_INVALID: () => call("rejectReward", { ...decision(UNKNOWN_ID), reason: "分享得现金" }),
      STATE_CHANGED: async () => call("rejectReward", await decideCancelled()),
    },
  };
}

export function invitationRefusalCases(given: () => RefusalContext): RefusalCases {
  const call: Call = (name, input, operatorIndex = 0) =>
    given().exchange.call("operatorInvitations", name, input, {
      token: given().operators[operatorIndex].consoleToken,
    });
  return {
    "invite.face": {
      NOT_FOUND: () => given().exchange.call("invite", "face", { inviteCode: "nobodys0" }),
    },
    ...campaignRefusalCases(call),
    ...bindingRefusalCases(call, given),
    ...rewardRefusalCases(call, given),
    ...appealRefusalCases(call, given),
  };
}
