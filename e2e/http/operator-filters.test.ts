/**
 * What the operators' lists find by a member's number, and to whom a ticket can be passed, over
 * HTTP.
 */
import { operatorPermissions } from "@yunjing/contract/permissions";
import { bindNewcomer, codeOf } from "@yunjing/server/domain/invitations/actions";
import { findOrCreateMemberByPhone } from "@yunjing/server/domain/members/actions";
import { transaction } from "@yunjing/server/platform/database/transaction";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asOwner } from "./backdate.fixture.ts";
import { createCaller } from "./exchange.fixture.ts";
import { type HttpTestEnv, type Login, openHttpTestEnv } from "./test-env.fixture.ts";

const reason = "请财务核对";
const UNKNOWN_NO = "999999999";

let testEnv: HttpTestEnv;
let call: ReturnType<typeof createCaller>;
let anna: Login;
beforeAll(async () => {
  testEnv = await openHttpTestEnv();
  call = createCaller(testEnv);
  anna = await testEnv.logIn("13733300031", operatorPermissions);
}, 60_000);
afterAll(() => testEnv.close());

const at = ({ consoleToken: token }: Login) => ({ token });

async function numberOf(memberId: string): Promise<string> {
  const { rows } = await testEnv.db.$client.query<{ no: string }>(
    "SELECT member_no AS no FROM member WHERE member_id = $1",
    [memberId],
  );
  return rows[0]?.no ?? "";
}

type Rows = { readonly list: readonly Readonly<Record<string, string>>[] };

test("reconciliation cases are found by the member's number, and a number that nobody has is refused", async () => {
  const { memberId } = await testEnv.logIn("13733300032");
  const other = await testEnv.logIn("13733300033");
  for (const [n, id] of [memberId, other.memberId].entries()) {
    const run = testEnv.context.ids.next();
    await asOwner(
      testEnv,
      "INSERT INTO recon_run (id, kind, started_at) VALUES ($1, 'balance', now())",
      [run],
    );
    await asOwner(
      testEnv,
      `INSERT INTO recon_case (id, run_id, class, subject, member_id, expected, actual, state, opened_at, seen_at)
       VALUES ($1, $2, 'balance', $3, $4, '{}', '{}', 'open', now(), now())`,
      [testEnv.context.ids.next(), run, `subject-${n}`, id],
    );
  }
  const memberNo = await numberOf(memberId);
  const found = await call<"operatorBooks", "cases", Rows>(
    "operatorBooks",
    "cases",
    { memberNo },
    at(anna),
  );
  expect(found.data.list).toEqual([expect.objectContaining({ memberNo })]);
  const none = await call<"operatorBooks", "cases", Rows>(
    "operatorBooks",
    "cases",
    { memberNo: UNKNOWN_NO },
    at(anna),
  );
  expect(none.code).toBe("NOT_FOUND");
});

test("bindings are found by the number of the invited member and of the inviter", async () => {
  const { context, db } = testEnv;
  const inviter = await testEnv.logIn("13733300034");
  await asOwner(
    testEnv,
    "UPDATE member SET created_at = created_at - interval '1 day' WHERE member_id = $1",
    [inviter.memberId],
  );
  const inviteCode = await codeOf(context, db, inviter.memberId);
  const memberId = await transaction(db, async (tx) => {
    const made = await findOrCreateMemberByPhone(context, tx, "13733300035");
    const from = { channel: "sms", device: "a phone", address: "10.0.0.8" } as const;
    await bindNewcomer(context, tx, { memberId: made.memberId, inviteCode, ...from });
    return made.memberId;
  });
  const memberNo = await numberOf(memberId);
  const inviterNo = await numberOf(inviter.memberId);
  const find = async (filter: { memberNo?: string; inviterNo?: string }) =>
    (
      await call<"operatorInvitations", "bindings", Rows>(
        "operatorInvitations",
        "bindings",
        filter,
        at(anna),
      )
    ).data.list.map((row) => [row["memberNo"], row["inviterNo"]]);
  expect(await find({ memberNo })).toEqual([[memberNo, inviterNo]]);
  expect(await find({ inviterNo })).toEqual([[memberNo, inviterNo]]);
  expect(await find({ memberNo: inviterNo })).toEqual([]);
  expect(await find({ inviterNo: UNKNOWN_NO })).toEqual([]);
  const friends = [memberId];
  for (const phone of ["13733300051", "13733300052"]) {
    const friend = await transaction(db, async (tx) => {
      const made = await findOrCreateMemberByPhone(context, tx, phone);
      const from = { channel: "sms", device: phone, address: "10.0.0.9" } as const;
      await bindNewcomer(context, tx, { memberId: made.memberId, inviteCode, ...from });
      return made.memberId;
    });
    friends.push(friend);
  }
  const paged: string[] = [];
  let cursor: string | undefined;
  do {
    const { data } = await call<
      "operatorInvitations",
      "bindings",
      { list: readonly { memberId: string }[]; nextCursor?: string }
    >(
      "operatorInvitations",
      "bindings",
      { inviterNo, pageSize: 2, ...(cursor && { cursor }) },
      at(anna),
    );
    expect(data.list.length).toBeLessThanOrEqual(2);
    paged.push(...data.list.map((row) => row.memberId));
    cursor = data.nextCursor;
  } while (cursor);
  expect(paged.length).toBe(friends.length);
  expect(new Set(paged)).toEqual(new Set(friends));
});

test("a ticket is passed only to an operator who may answer it, whose badge then counts it", async () => {
  const ben = await testEnv.logIn("13733300036", ["tickets:handle"]);
  const clara = await testEnv.logIn("13733300037", ["audit:read"]);
  const member = await testEnv.logIn("13733300038");
  const question = { topic: "other", text: "余额怎么少了", smsWanted: false } as const;
  const asked = await call("tickets", "open", question, { token: member.token });
  const ticketId = asked.data["ticketId"] ?? "";
  await call("operatorTickets", "take", { ticketId }, at(anna));
  const pass = (toId: string) =>
    call("operatorTickets", "handOver", { ticketId, toId, reason }, at(anna));
  const badge = async () =>
    (
      await call<"operatorQueues", "pulse", { counts: { tickets?: number } }>(
        "operatorQueues",
        "pulse",
        {},
        at(ben),
      )
    ).data.counts.tickets;
  const { data } = await call<"operatorTickets", "colleagues", Rows>(
    "operatorTickets",
    "colleagues",
    {},
    at(ben),
  );
  expect(new Set(data.list.map(({ id }) => id))).toEqual(new Set([anna.memberId, ben.memberId]));
  expect(await badge()).toBe(0);
  expect((await pass(clara.memberId)).code).toBe("INPUT_INVALID");
  const nobody = await testEnv.logIn("13733300039");
  expect((await pass(nobody.memberId)).code).toBe("INPUT_INVALID");
  expect((await pass(ben.memberId)).code).toBe("DONE");
  expect(await badge()).toBe(1);
  const answer = { ticketId, text: "已为您核对" };
  expect((await call("operatorTickets", "answer", answer, at(anna))).code).toBe(
    "DESK_CLAIM_NEEDED",
  );
  expect((await call("operatorTickets", "answer", answer, at(ben))).code).toBe("DONE");
  expect(await badge()).toBe(0);
});
