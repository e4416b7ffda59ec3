/** Members: they come, read what is theirs, and try to read what is not. */
import { expectSame, mustPick, pick } from "../model.ts";
import type { Run } from "../run.ts";
import { always, type Commands, hasMembers } from "./command.ts";

const MEMBERS_MAX = 4;

async function inviteCodeOf(run: Run, at: number): Promise<string | undefined> {
  const inviter = pick(run.model.members, at);
  if (!inviter) return undefined;
  const { code, data } = await run.ask(inviter, "member", "me", {});
  expectSame("who I am", code, "DONE");
  return data.inviteCode;
}

async function register(run: Run, { a, b }: { a: number; b: number }): Promise<string> {
  const { world, model } = run;
  const seat = model.members.length;
  const phone = `1390000000${seat}`;
  const inviteCode = b % 2 === 0 ? await inviteCodeOf(run, a) : undefined;
  const asked = await world.call("passport", "smsSend", { phone, scene: "login" });
  expectSame("a code is sent", asked.code, "DONE");
  await world.carry();
  const code = world.outside.now.inbox.get(phone) ?? "";
  const { challengeId } = asked.data;
  const login = { challengeId, phone, code, termsVersion: "1" };
  const said = await world.call("passport", "smsLogin", {
    ...login,
    ...(inviteCode === undefined ? {} : { inviteCode }),
  });
  expectSame("login", [said.code, said.data.isNew], ["DONE", true]);
  const inviter = inviteCode === undefined ? undefined : a % seat;
  model.members.push({
    seat,
    phone,
    memberId: said.data.uid,
    inviter,
    fen: 0,
    points: 0,
    given: [],
  });
  return inviter === undefined ? `member ${seat}` : `member ${seat} by ${inviter}`;
}

export const people: Commands = {
  register: {
    weight: 4,
    can: ({ model }) => model.members.length < MEMBERS_MAX,
    act: register,
  },
  readBalance: {
    weight: 2,
    can: hasMembers,
    act: async (run, { a }) => {
      const member = mustPick(run.model.members, a);
      const wallet = await run.ask(member, "wallet", "summary", {});
      const points = await run.ask(member, "points", "summary", {});
      expectSame("reading one's own", [wallet.code, points.code], ["DONE", "DONE"]);
      const { totalFen, held } = wallet.data;
      const heldFen = held.reduce((sum, { fen }) => sum + fen, 0);
      run.shown = {
        memberId: member.memberId,
        fen: totalFen + heldFen + wallet.data.frozenRewardFen,
      };
      run.used = { memberId: member.memberId, points: points.data.available };
      return `${totalFen}+${heldFen} fen, ${points.data.available} points`;
    },
  },
  readOthers: {
    weight: 1,
    can: ({ model }) => model.orders.length > 0 && model.members.length > 1,
    act: async (run, { a, b }) => {
      const order = mustPick(run.model.orders, a);
      const others = run.model.members.filter(({ seat }) => seat !== order.seat);
      const stranger = mustPick(others, b);
      const { no: orderNo } = order;
      const said = [
        await run.ask(stranger, "orders", "detail", { orderNo }),
        await run.ask(stranger, "refunds", "sheet", { orderNo }),
        await run.ask(stranger, "buying", "payment", { orderNo }),
      ];
      const codes = said.map(({ code }) => code);
      expectSame("another's order", codes, ["NOT_FOUND", "NOT_FOUND", "NOT_FOUND"]);
      return "nothing";
    },
  },
  restart: {
    weight: 3,
    can: ({ restartsLeft }) => restartsLeft > 0,
    act: async (run) => {
      run.restartsLeft -= 1;
      await run.world.restart();
      return "up again";
    },
  },
  crash: {
    weight: 5,
    can: always,
    act: async (run, { a }) => {
      run.crashAt = 1 + (a % 6);
      return `at statement ${run.crashAt} of the next request`;
    },
  },
  retryOldKey: {
    weight: 3,
    can: ({ model, now }) => model.kept.some(({ at }) => now - at < KEPT_MS),
    act: async ({ model, now }, { a }) => {
      const kept = mustPick(
        model.kept.filter(({ at }) => now - at < KEPT_MS),
        a,
      );
      await kept.again();
      return kept.name;
    },
  },
  retryOtherBody: {
    weight: 2,
    can: ({ model, now }) => model.kept.some(({ at, other }) => other && now - at < KEPT_MS),
    act: async ({ model, now }, { a }) => {
      const kept = mustPick(
        model.kept.filter(({ at, other }) => other && now - at < KEPT_MS),
        a,
      );
      const code = await kept.other?.();
      if (code === undefined) return `${kept.name}: no other body`;
      expectSame(`${kept.name} with another body`, code, "KEY_REUSED");
      return kept.name;
    },
  },
};

/** Keys are kept for seven days; near their end a sweep may have been. */
const KEPT_MS = 6 * 24 * 3_600_000;
