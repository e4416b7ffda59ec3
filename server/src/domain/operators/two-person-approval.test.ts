/**
 * Tests that every two-person approval expires after 24 hours; the cases are generated from the
 * list of kinds.
 */
import { operations } from "@yunjing/contract/operations";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Refusal } from "../../platform/refusal.ts";
import type { TestContext } from "../../platform/testing.ts";
import { type TwoPersonApproval, twoPersonApprovals } from "../approvals/model.ts";
import type { ApprovalScenario, Proposal } from "./two-person-approval-codes.fixture.ts";
import { approvalScenarios } from "./two-person-approval.fixture.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the outcome of a decision: `done`, `first`, or the code of its refusal. */
const refusalCodeOf = (decision: Promise<unknown>): Promise<string> =>
  decision.then(
    (answer) => (answer === "first" ? "first" : "done"),
    (error: unknown) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );

/**
 * For these, an expired second approval counts as a new first approval; for all others it is
 * refused.
 */
const startsAnew: readonly TwoPersonApproval[] = ["refund", "withdrawal"];

describe.each(twoPersonApprovals)("%s", (name) => {
  let act: ApprovalScenario;
  let context: TestContext;
  beforeAll(async () => {
    act = await approvalScenarios[name]();
    context = act.context;
  });
  afterAll(() => act.close());

  test("is executed when a second person approves a millisecond before the 24 hours end", async () => {
    const proposal = await act.propose();
    expect(await proposal.isDone()).toBe(false);
    context.clock.advance(DAY_MS - 1);
    expect(await proposal.isShownExpired()).toBe(false);
    expect(await refusalCodeOf(proposal.agree())).toBe("done");
    expect(await proposal.isDone()).toBe(true);
  });

  test("is not executed after the 24 hours, is shown as expired, and can be proposed again", async () => {
    const proposal: Proposal = await act.propose();
    context.clock.advance(DAY_MS);
    expect(await proposal.isShownExpired()).toBe(true);
    const late = startsAnew.includes(name) ? "first" : "APPROVAL_EXPIRED";
    expect(await refusalCodeOf(proposal.agree())).toBe(late);
    expect(await proposal.isDone()).toBe(false);
    const again = await proposal.again();
    expect(await again.isShownExpired()).toBe(false);
    expect(await refusalCodeOf(again.agree())).toBe("done");
    expect(await again.isDone()).toBe(true);
  });
});

/** Operations that can refuse TWO_PERSONS but never expire, and why. */
const neverLate: Readonly<Record<string, string>> = {
  "operatorCampaigns.submit": "proposes",
  "operatorRefunds.approve": "a late second approval counts as a first one",
  "operatorWithdrawals.approve": "a late second approval counts as a first one",
};

test("every two-person operation declares its expiry refusal, or has a documented reason", () => {
  const late = operations
    .filter(({ refusals }) => refusals.includes("TWO_PERSONS"))
    .filter(({ refusals }) => !refusals.includes("APPROVAL_EXPIRED"))
    .map(({ topic, name }) => `${topic}.${name}`);
  expect(late.toSorted()).toEqual(Object.keys(neverLate).toSorted());
});
