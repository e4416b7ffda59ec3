/**
 * Operator commands: one operator proposes an adjustment of a member's ledger, another approves it.
 */
import { pickPreferring, expectSame, givePoints, mustPick } from "../model.ts";
import type { Run } from "../run.ts";
import { type Commands, hasMembers } from "./command.ts";

const AMOUNTS = [1_000, 2_500, -500, -2_000] as const;

/** How long a proposal can be approved, in ms. */
const PROPOSAL_MS = 24 * 60 * 60 * 1000;

async function approve(run: Run, { a, b }: { a: number; b: number }): Promise<string> {
  const proposal = pickPreferring(run.model.proposals, a, ({ state }) => state === "waiting");
  const member = mustPick(run.model.members, proposal.memberIndex);
  const isOwn = b % 4 === 0;
  const isExpired = run.now - proposal.at >= PROPOSAL_MS;
  const who = isOwn ? run.operators.maker : run.operators.checker;
  const token = await run.token(who, "console");
  const { code } = await run.agree(`adjust.${proposal.id}`, token);
  if (isOwn) {
    expectSame("the maker approves", code, "TWO_PERSONS");
    return code;
  }
  if (proposal.state === "waiting" && isExpired) {
    expectSame("approving too late", code, "APPROVAL_EXPIRED");
    return code;
  }
  if (proposal.state !== "waiting") {
    expectSame("approving twice", code, "STATE_CHANGED");
    return code;
  }
  // A member cannot go below zero; the proposal then stays open.
  const short = proposal.asset === "fen" ? "BALANCE_SHORT" : "POINTS_SHORT";
  if (proposal.amount < 0 && code === short) return code;
  expectSame("approving", code, "DONE");
  proposal.state = "approved";
  const { asset, amount } = proposal;
  if (asset === "points" && amount > 0) givePoints(member, amount, run.now);
  else member[asset] += amount;
  return `${proposal.amount} ${proposal.asset} to ${proposal.memberIndex}`;
}

export const operatorCommands: Commands = {
  propose: {
    weight: 4,
    isPossible: hasMembers,
    run: async (run, { a, b, c }) => {
      const member = mustPick(run.model.members, a);
      const asset = b % 2 === 0 ? "fen" : "points";
      const account = asset === "fen" ? "principal" : "available";
      const amount = mustPick(AMOUNTS, c);
      const { memberId, index } = member;
      const input = { memberId, account, amount, reason: "补偿" } as const;
      const response = await run.callIdempotent(
        ...([run.operators.maker, "operatorAdjustments", "propose", input] as const),
        {
          resultOf: ({ approvalId }) => approvalId,
          otherInput: async () => ({ ...input, amount: amount + 1 }),
        },
        "console",
      );
      expectSame("proposing", response.code, "DONE");
      const { approvalId: id } = response.data;
      run.model.proposals.push({
        id,
        memberIndex: index,
        asset,
        amount,
        state: "waiting",
        at: run.now,
      });
      return `${amount} ${asset} for ${index}`;
    },
  },
  approve: {
    weight: 4,
    isPossible: ({ model }) => model.proposals.length > 0,
    run: approve,
  },
};
