/** Member commands: register, read own data, and try to read another member's data. */
import { expectSame, mustPick, pick } from "../model.ts";
import type { Run } from "../run.ts";
import { always, type Commands, hasMembers } from "./command.ts";

const MEMBERS_MAX = 4;

async function inviteCodeOf(run: Run, at: number): Promise<string | undefined> {
  const inviter = pick(run.model.members, at);
  if (!inviter) return undefined;
  const { code, data } = await run.callAsMember(inviter, "member", "me", {});
  expectSame("who I am", code, "DONE");
  return data.inviteCode;
}

async function register(run: Run, { a, b }: { a: number; b: number }): Promise<string> {
  const { server, model } = run;
  const index = model.members.length;
  const phone = `1390000000${index}`;
  const inviteCode = b % 2 === 0 ? await inviteCodeOf(run, a) : undefined;
  const sent = await server.call("passport", "smsSend", { phone, scene: "login" });
  expectSame("a code is sent", sent.code, "DONE");
  await server.dispatchOutbox();
  const code = server.externalSystems.fakes.inbox.get(phone) ?? "";
  const { challengeId } = sent.data;
  const login = { challengeId, phone, code, termsVersion: "1" };
  const response = await server.call("passport", "smsLogin", {
    ...login,
    ...(inviteCode === undefined ? {} : { inviteCode }),
  });
  expectSame("login", [response.code, response.data.isNew], ["DONE", true]);
  const inviter = inviteCode === undefined ? undefined : a % index;
  model.members.push({
    index,
    phone,
    memberId: response.data.uid,
    inviter,
    fen: 0,
    points: 0,
    given: [],
  });
  return inviter === undefined ? `member ${index}` : `member ${index} by ${inviter}`;
}

export const memberCommands: Commands = {
  register: {
    weight: 4,
    isPossible: ({ model }) => model.members.length < MEMBERS_MAX,
    run: register,
  },
  readBalance: {
    weight: 2,
    isPossible: hasMembers,
    run: async (run, { a }) => {
      const member = mustPick(run.model.members, a);
      const wallet = await run.callAsMember(member, "wallet", "summary", {});
      const points = await run.callAsMember(member, "points", "summary", {});
      expectSame("reading one's own", [wallet.code, points.code], ["DONE", "DONE"]);
      const { totalFen, held } = wallet.data;
      const heldFen = held.reduce((sum, { fen }) => sum + fen, 0);
      run.lastShownMoney = {
        memberId: member.memberId,
        fen: totalFen + heldFen + wallet.data.frozenRewardFen,
      };
      run.lastUsedPoints = { memberId: member.memberId, points: points.data.available };
      return `${totalFen}+${heldFen} fen, ${points.data.available} points`;
    },
  },
  readOthers: {
    weight: 1,
    isPossible: ({ model }) => model.orders.length > 0 && model.members.length > 1,
    run: async (run, { a, b }) => {
      const order = mustPick(run.model.orders, a);
      const others = run.model.members.filter(({ index }) => index !== order.memberIndex);
      const stranger = mustPick(others, b);
      const { no: orderNo } = order;
      const responses = [
        await run.callAsMember(stranger, "orders", "detail", { orderNo }),
        await run.callAsMember(stranger, "refunds", "sheet", { orderNo }),
        await run.callAsMember(stranger, "buying", "payment", { orderNo }),
      ];
      const codes = responses.map(({ code }) => code);
      expectSame("another's order", codes, ["NOT_FOUND", "NOT_FOUND", "NOT_FOUND"]);
      return "nothing";
    },
  },
  restart: {
    weight: 3,
    isPossible: ({ restartsLeft }) => restartsLeft > 0,
    run: async (run) => {
      run.restartsLeft -= 1;
      await run.server.restart();
      return "up again";
    },
  },
  crash: {
    weight: 5,
    isPossible: always,
    run: async (run, { a }) => {
      run.crashAt = 1 + (a % 6);
      return `at statement ${run.crashAt} of the next request`;
    },
  },
  retryOldKey: {
    weight: 3,
    isPossible: ({ model, now }) =>
      model.completedRequests.some(({ at }) => now - at < IDEMPOTENCY_REPEAT_MS),
    run: async ({ model, now }, { a }) => {
      const repeatable = mustPick(
        model.completedRequests.filter(({ at }) => now - at < IDEMPOTENCY_REPEAT_MS),
        a,
      );
      await repeatable.repeat();
      return repeatable.name;
    },
  },
  retryOtherBody: {
    weight: 2,
    isPossible: ({ model, now }) =>
      model.completedRequests.some(
        ({ at, repeatWithOtherInput }) => repeatWithOtherInput && now - at < IDEMPOTENCY_REPEAT_MS,
      ),
    run: async ({ model, now }, { a }) => {
      const repeatable = mustPick(
        model.completedRequests.filter(
          ({ at, repeatWithOtherInput }) =>
            repeatWithOtherInput && now - at < IDEMPOTENCY_REPEAT_MS,
        ),
        a,
      );
      const code = await repeatable.repeatWithOtherInput?.();
      if (code === undefined) return `${repeatable.name}: no other body`;
      expectSame(`${repeatable.name} with another body`, code, "KEY_REUSED");
      return repeatable.name;
    },
  },
};

/**
 * Idempotency keys are kept for seven days; close to the end the cleanup may already have deleted
 * them.
 */
const IDEMPOTENCY_REPEAT_MS = 6 * 24 * 3_600_000;
