/**
 * Tests codes, clicks and bindings: the first valid click counts; members cannot invite themselves,
 * older members or in a circle.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { transaction } from "../../platform/database/transaction.ts";
import { codeOf, newcomerListener } from "./actions.ts";
import { type InvitationTestEnv, createInvitationTestEnv } from "./test-env.fixture.ts";

const DAY_MS = 86_400_000;
let testEnv: InvitationTestEnv;
beforeAll(async () => {
  testEnv = await createInvitationTestEnv("1391");
}, 60_000);
afterAll(() => testEnv.close());

const codeFor = (memberId: string) => codeOf(testEnv.context, testEnv.db, memberId);
const bindingRowsOf = (memberId: string) =>
  testEnv.query<{ inviter_id: string; channel: string; state: string; visit_ms: number | null }>(
    "SELECT inviter_id, channel, state, visit_ms FROM invite_binding WHERE member_id = $1",
    [memberId],
  );

describe("an invitation code", () => {
  test("is created once, even when it is first requested twenty times concurrently", async () => {
    const memberId = await testEnv.member();
    const codes = await Promise.all(Array.from({ length: 20 }, () => codeFor(memberId)));
    expect(new Set(codes).size).toBe(1);
    expect(codes[0]).toMatch(/^[0-9a-z]{8}$/);
    const owners = await testEnv.query(
      "SELECT FROM invite_code WHERE owner_id = $1 AND code = $2",
      [memberId, codes[0]],
    );
    expect(owners).toHaveLength(1);
  });
});

describe("a click", () => {
  test("has one visit for all its repeats, and a new one after thirty days", async () => {
    const code = await codeFor(await testEnv.member());
    const first = await testEnv.click(code, "tablet", "poster");
    testEnv.context.clock.advance(DAY_MS);
    expect(await testEnv.click(code.toUpperCase(), "tablet")).toBe(first);
    testEnv.context.clock.advance(30 * DAY_MS);
    expect(await testEnv.click(code, "tablet")).not.toBe(first);
  });
  test("on an unknown code is no visit", async () => {
    expect(await testEnv.click("zzzzzzzz", "tablet")).toBeUndefined();
    expect(await testEnv.click("<script>", "tablet")).toBeUndefined();
  });
});

describe("a newcomer", () => {
  test("is bound to the inviter whose link the device clicked first, and the inviter sees a masked name", async () => {
    const [one, other] = [await testEnv.member(), await testEnv.member()];
    await testEnv.click(await codeFor(one), "phone-1", "poster");
    testEnv.context.clock.advance(60_000);
    await testEnv.click(await codeFor(other), "phone-1");
    const memberId = await testEnv.member();
    await testEnv.bindTo(memberId, await codeFor(other), { device: "phone-1" });
    const [binding] = await bindingRowsOf(memberId);
    expect(binding).toMatchObject({ inviter_id: one, channel: "poster", state: "BOUND" });
    expect(binding?.visit_ms).toBe(61_000);
    const friends = await testEnv.query<{ friend: string }>(
      "SELECT friend FROM invite_friend WHERE member_id = $1",
      [one],
    );
    expect(friends).toEqual([{ friend: expect.stringMatching(/^尾号\d{4}的朋友$/) }]);
  });
  test("registers without an inviter while invitations are paused", async () => {
    const { context, db } = testEnv;
    const inviteCode = await codeFor(await testEnv.member());
    const register = async (isPaused: boolean) => {
      const memberId = await testEnv.member();
      const newcomer = {
        memberId,
        inviteCode,
        channel: "sms",
        device: memberId,
        address: "",
      } as const;
      const { onRegistered } = newcomerListener(context, () => isPaused);
      await transaction(db, (tx) => onRegistered(tx, newcomer));
      return (await bindingRowsOf(memberId)).length;
    };
    expect([await register(true), await register(false)]).toEqual([0, 1]);
  });
  test("uses up the clicks of the device: the next newcomer on it has another inviter", async () => {
    const [one, other] = [await testEnv.member(), await testEnv.member()];
    await testEnv.click(await codeFor(one), "family");
    await testEnv.bindTo(await testEnv.member(), await codeFor(one), { device: "family" });
    const memberId = await testEnv.member();
    await testEnv.bindTo(memberId, await codeFor(other), { device: "family" });
    expect((await bindingRowsOf(memberId))[0]?.inviter_id).toBe(other);
  });
  test("whose click is too old is not bound", async () => {
    const code = await codeFor(await testEnv.member());
    await testEnv.click(code, "drawer");
    testEnv.context.clock.advance(30 * DAY_MS + 1);
    const bound = await testEnv.bindTo(await testEnv.member(), code, { device: "drawer" });
    expect(bound).toEqual({ why: "late" });
  });
  test("without a code, or with an unknown one, becomes a member all the same", async () => {
    expect(await testEnv.bindTo(await testEnv.member(), undefined)).toEqual({ why: "no_code" });
    expect(await testEnv.bindTo(await testEnv.member(), "zzzzzzzz")).toEqual({
      why: "unknown_code",
    });
  });
  test("cannot be invited by themselves, by a newer member, or by a member who is not active", async () => {
    const older = await testEnv.member();
    expect(await testEnv.bindTo(older, await codeFor(older))).toEqual({ why: "self" });
    const younger = await testEnv.member();
    expect(await testEnv.bindTo(older, await codeFor(younger))).toEqual({ why: "inviter_younger" });
    await testEnv.query("UPDATE member SET status = 'RESTRICTED' WHERE member_id = $1", [older]);
    expect(await testEnv.bindTo(younger, await codeFor(older))).toEqual({
      why: "inviter_inactive",
    });
  });
});
