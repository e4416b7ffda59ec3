/** Members with logins, invitations, closings and merges; operators' approvals; announcements. */
import {
  requestClosing,
  withdrawClosing,
  closeDue,
  closingOf,
} from "@yunjing/server/domain/closing/actions";
import {
  bindNewcomer,
  codeOf,
  settleRewards,
  recordClick,
} from "@yunjing/server/domain/invitations/actions";
import { post } from "@yunjing/server/domain/ledger/actions";
import {
  findOrCreateMemberByPhone,
  findOrCreateMemberByWechat,
} from "@yunjing/server/domain/members/actions";
import { sentCode } from "@yunjing/server/domain/members/sent-code.fixture";
import { mergeMembers } from "@yunjing/server/domain/merging/actions";
import { issueProof, setPayPassword } from "@yunjing/server/domain/security/actions";
import { transaction } from "@yunjing/server/platform/database/transaction";
import { openBrowser } from "../passport/wechat.fixture.ts";
import { decideInInbox } from "../http/decide.fixture.ts";
import {
  asOperator,
  DAY_MS,
  MINUTE_MS,
  must,
  type Past,
  payAtChannel,
  rows,
  untilDelivered,
} from "./past.fixture.ts";

const reason = "核实无误";

/** A member who logged in by phone, as a browser does: an access token and a refresh cookie. */
export async function fillLogins({ testEnv, facts }: Past): Promise<void> {
  const { context, db } = testEnv;
  const browser = openBrowser(testEnv);
  const phone = "13911110001";
  const { data: sent } = await browser.call("passport", "smsSend", { phone, scene: "login" });
  const challengeId = String(sent["challengeId"]);
  const code = await sentCode(context, db, challengeId);
  const login = { challengeId, phone, code, termsVersion: "1" };
  const data = await must(browser.call("passport", "smsLogin", login));
  facts["login"] = { token: data["token"], cookies: [...browser.cookies] };
}

/** A member with a pay password, and proofs of every kind. */
export async function fillProofs({ testEnv, shop, facts }: Past): Promise<void> {
  const { context, db } = testEnv;
  const { memberId, token } = await shop.buyer({ principalFen: 100_000 });
  const proof = (
    purpose: Parameters<typeof issueProof>[2]["purpose"],
    method: "sms" | "password",
  ) => transaction(db, (tx) => issueProof(context, tx, { memberId, purpose, method }));
  const password = "470913";
  const { stepUp } = await proof("pay_password", "sms");
  await setPayPassword(context, db, { memberId, password, stepUp });
  facts["payPassword"] = { memberId, token, password };
  for (const purpose of ["pay", "withdraw", "identity", "phone", "close"] as const)
    await proof(purpose, "sms");
  facts["payProof"] = (await proof("pay", "password")).stepUp;
}

/** The friend of an inviter buys something, and has it delivered. */
async function friendBuys(past: Past, phone: string): Promise<{ orderNo: string; token: string }> {
  const { testEnv, shop, exchange } = past;
  const buyer = await testEnv.logIn(phone);
  const orderNo = await shop.order(buyer, shop.one("card"));
  const input = { orderNo, channel: "wechat" as const };
  const { outTradeNo = "" } = await must(exchange.call("buying", "pay", input, buyer));
  await payAtChannel(testEnv, outTradeNo);
  await must(exchange.call("buying", "payment", { orderNo }, buyer));
  await testEnv.dispatchAll();
  await untilDelivered(past, orderNo);
  await testEnv.dispatchAll();
  return { orderNo, token: buyer.token };
}

/** Rewards that are frozen, cancelled by a refund, taken back, or appealed. */
export async function fillRewards(past: Past): Promise<void> {
  const { testEnv, exchange } = past;
  const { context, db } = testEnv;
  const inviter = await testEnv.logIn("13922220003");
  const { memberId: inviterId } = inviter;
  const brings = async (n: number) => {
    const phone = `139222210${n}`;
    await friend(past, { phone, inviterId, device: `device 1${n}` });
    return friendBuys(past, phone);
  };
  const refund = async ({ orderNo, token }: { orderNo: string; token: string }) => {
    await must(exchange.call("refunds", "apply", { orderNo, reason: "不想要了" }, { token }));
    await testEnv.dispatchAll();
    await new Promise((decided) => setTimeout(decided, 100));
    testEnv.clock.advance(30_000);
    await testEnv.runJob("refund-poller");
    await testEnv.dispatchAll();
  };
  const settled = await brings(10);
  const settle = async (decision: "pass" | "hold" | "reject") => {
    testEnv.clock.advance(8 * DAY_MS);
    const riskAssessor = { assess: async () => ({ score: 0, reasons: [], decision }) };
    await settleRewards(context, db, { riskCheck: riskAssessor });
  };
  await settle("pass");
  const fresh = { ...settled, token: (await testEnv.logIn("13922221010")).token };
  await refund(fresh);
  await refund(await brings(11));
  await brings(12);
  await settle("hold");
  for (const n of [13, 14, 15]) await brings(n);
  await settle("reject");
  await fillAppeals(past, "13922220003");
}

/** The inviter appeals three rejections: one is granted, one denied, one waits. */
async function fillAppeals(past: Past, phone: string): Promise<void> {
  const { testEnv, exchange } = past;
  const { memberId, token } = await testEnv.logIn(phone);
  const rejected = await rows<{ id: string }>(
    testEnv,
    "SELECT id FROM invite_reward WHERE member_id = $1 AND state = 'REJECTED' ORDER BY id",
    [memberId],
  );
  for (const [place, { id: rewardId }] of rejected.entries()) {
    const appealText = "都是真实好友";
    await must(exchange.call("invite", "appeal", { rewardId, words: appealText }, { token }));
    if (place === 0) past.facts["appeal"] = { rewardId, memberId };
    else {
      const decision = { rewardId, memberId, isGranted: place === 1, reason };
      const by = await asOperator(past, "maker");
      await must(exchange.call("operatorInvitations", "decideAppeal", decision, by));
    }
  }
}

/** A friend whose reward is frozen, and clicks on invitations that are not used yet. */
export async function fillOpenRewards(past: Past): Promise<void> {
  const { testEnv } = past;
  const { context, db } = testEnv;
  const { memberId: inviterId } = await testEnv.logIn("13922220004");
  const inviteCode = await codeOf(context, db, inviterId);
  for (const from of ["poster", "link", "code"]) {
    const device = `phone of ${from}`;
    await recordClick(context, db, { inviteCode, from, device, address: "10.8.0.1" });
    if (from === "code") continue;
    await friend(past, { phone: `1392222201${from.length}`, inviterId, device });
    await recordClick(context, db, {
      inviteCode,
      from,
      device: `${device} 2`,
      address: "10.8.0.1",
    });
  }
  await friend(past, { phone: "13922222019", inviterId, device: "device 19" });
  await friendBuys(past, "13922222019");
}

type Newcomer = { readonly phone: string; readonly inviterId: string; readonly device: string };
async function friend({ testEnv }: Past, { phone, inviterId, device }: Newcomer) {
  const { context, db, clock } = testEnv;
  const inviteCode = await codeOf(context, db, inviterId);
  clock.advance(1_000);
  return transaction(db, async (tx) => {
    const { memberId } = await findOrCreateMemberByPhone(context, tx, phone);
    const from = { channel: "sms", device, address: "10.9.0.1" } as const;
    const bound = await bindNewcomer(context, tx, { memberId, inviteCode, ...from });
    return { memberId, bindingId: "bindingId" in bound ? bound.bindingId : "" };
  });
}

/** Inviters whose friends bought, were moved, turned down, or wait for a decision. */
export async function fillInvitations(past: Past): Promise<void> {
  const { testEnv, exchange } = past;
  const inviter = await testEnv.logIn("13922220001");
  const second = await testEnv.logIn("13922220002");
  const { inviterId } = { inviterId: inviter.memberId };
  const people = [];
  for (let n = 10; n < 16; n += 1) {
    const phone = `139222200${n}`;
    people.push({ phone, ...(await friend(past, { phone, inviterId, device: `device ${n}` })) });
  }
  for (const { phone } of people.slice(0, 4)) await friendBuys(past, phone);
  const by = await asOperator(past, "maker");
  const [, , , , moved, turnedDown] = people;
  const call = exchange.call;
  await must(
    call(
      "operatorInvitations",
      "transfer",
      {
        bindingId: moved?.bindingId ?? "",
        memberId: moved?.memberId ?? "",
        inviterId: second.memberId,
        reason,
      },
      by,
    ),
  );
  await must(
    call(
      "operatorInvitations",
      "reject",
      {
        bindingId: turnedDown?.bindingId ?? "",
        memberId: turnedDown?.memberId ?? "",
        reason,
      },
      by,
    ),
  );
  await testEnv.dispatchAll();
}

async function askClosing({ testEnv }: Past, memberId: string): Promise<void> {
  const { context, db } = testEnv;
  const { forfeits } = await closingOf(context, db, memberId);
  const purpose = { memberId, purpose: "close", method: "sms" } as const;
  const { stepUp } = await transaction(db, (tx) => issueProof(context, tx, purpose));
  const key = context.ids.next();
  await requestClosing(context, db, { memberId, key, forfeits, stepUp });
}

/** Closed accounts and withdrawn requests; a week must pass between the two steps. */
export async function fillClosings(past: Past): Promise<() => Promise<void>> {
  const { testEnv, shop } = past;
  const { context, db } = testEnv;
  const closing = await shop.buyer({ points: 30 });
  await askClosing(past, closing.memberId);
  const staying = await shop.buyer();
  await askClosing(past, staying.memberId);
  await withdrawClosing(context, db, { memberId: staying.memberId, key: context.ids.next() });
  return async () => {
    await closeDue(context, db, closing.memberId);
    past.facts["closedMember"] = closing.memberId;
  };
}

export async function fillOpenClosing(past: Past): Promise<void> {
  const { memberId, token } = await past.shop.buyer({ points: 30 });
  await askClosing(past, memberId);
  past.facts["closingMember"] = { memberId, token };
}

/** Two accounts of one person are merged; a late payment reaches the merged account. */
export async function mergedWithLateMoney({ testEnv, facts }: Past, turn: number): Promise<void> {
  const { context, db } = testEnv;
  const identity = { appId: "wx", openid: `o-twice-${turn}`, unionid: undefined };
  const { memberId: from } = await transaction(db, (tx) =>
    findOrCreateMemberByWechat(context, tx, identity),
  );
  testEnv.clock.advance(1_000);
  const { memberId: into } = await transaction(db, (tx) =>
    findOrCreateMemberByPhone(context, tx, `1393333000${turn}`),
  );
  await transaction(db, (tx) => mergeMembers(context, tx, { from, into }));
  await transaction(db, (tx) =>
    post(context, tx, {
      memberId: from,
      kind: "adjust",
      ref: context.ids.next(),
      actor: "system",
      transfers: [{ asset: "CNY", debit: "expense", credit: "principal", amount: 120 }],
    }),
  );
  facts["lateMoney"] = { from, into, fen: 120 };
}

/** Proposals of operators: decided, expired, and open. */
export async function fillApprovals(past: Past): Promise<void> {
  const { shop, exchange } = past;
  const { memberId } = await shop.buyer();
  const propose = async (amount: number) => {
    const entry = { memberId, account: "principal" as const, amount, reason };
    const by = await asOperator(past, "maker");
    return (
      (await must(exchange.call("operatorAdjustments", "propose", entry, by)))["approvalId"] ?? ""
    );
  };
  const decide = async (name: "approve" | "reject", approvalId: string) => {
    const by = await asOperator(past, "checker");
    await must(decideInInbox(exchange.call, `adjust.${approvalId}`, by, name));
  };
  await decide("approve", await propose(300));
  await decide("reject", await propose(301));
  await propose(302);
  past.testEnv.clock.advance(DAY_MS + MINUTE_MS);
  past.facts["approval"] = { memberId, approvalId: await propose(303), amount: 303 };
}

export async function fillAnnouncements(past: Past): Promise<void> {
  const { exchange, testEnv, shop } = past;
  const by = await asOperator(past, "maker");
  const untilAt = testEnv.clock.now().getTime() + 30 * DAY_MS;
  for (const topic of ["campaign", "security", "asset", "order", "invite"] as const) {
    const announcement = { topic, title: "公告", text: "系统升级", reason, untilAt };
    await must(exchange.call("operatorMessages", "announce", announcement, by));
  }
  const buyer = await shop.buyer();
  for (const [subject, answer] of [
    ["pickup", "accepted"],
    ["refund", "refused"],
    ["withdrawal", "asked"],
    ["expiring", "accepted"],
  ] as const)
    for (const channel of ["sms", "wechat"] as const)
      await must(exchange.call("messages", "consent", { channel, subject, answer }, buyer));
}
