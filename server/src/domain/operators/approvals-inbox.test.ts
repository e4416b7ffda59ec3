/**
 * Tests of the approvals inbox: every kind of two-person approval is listed, read, decided and
 * withdrawn through it, with the rules of its own module.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { approvalKindsOf } from "../../app/approval-kinds.ts";
import { Refusal } from "../../platform/refusal.ts";
import {
  approvalObject,
  decideInInbox,
  findInInbox,
  type InboxDeps,
  listInbox,
  passOnInInbox,
  readAssignees,
} from "../approvals/actions.ts";
import type { InboxDecision } from "../approvals/actions/inbox.ts";
import { twoPersonApprovals } from "../approvals/model.ts";
import type { ApprovalScenario, Proposal } from "./two-person-approval-codes.fixture.ts";
import { approvalScenarios } from "./two-person-approval.fixture.ts";
import { defaults } from "../../platform/settings.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const reason = "核实无误";
const approvalKinds = approvalKindsOf(defaults);
const deps: InboxDeps = { kinds: approvalKinds, wake: async () => undefined };
const readerOf = (memberId: string, permissions: readonly string[]) => ({
  memberId,
  roles: [],
  permissions,
});
/** A checker who has made none of the proposals. */
const CHECKER = "0199cccc-0000-7000-8000-0000000000ff";
let keys = 0;

const codeOf = (decision: Promise<{ readonly state: string }>): Promise<string> =>
  decision.then(
    ({ state }) => state,
    (error: unknown) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );

describe.each(twoPersonApprovals)("%s", (kind) => {
  const source = approvalKinds[kind];
  const checker = readerOf(CHECKER, source.permissions);
  let scenario: ApprovalScenario;
  beforeAll(async () => {
    scenario = await approvalScenarios[kind]();
  });
  afterAll(() => scenario.close());

  const list = async (reader: typeof checker, box: "mine" | "made" | "decided") => {
    const wanted = { reader, box, kind, cursor: undefined, pageSize: 50 };
    return (await listInbox(scenario.context, scenario.db, deps, wanted)).list;
  };
  const find = (id: string, reader = checker) =>
    findInInbox(scenario.context, scenario.db, deps, { reader, id });
  const decide = (
    decision: Pick<InboxDecision, "id" | "etag" | "action"> & { reader?: typeof checker },
  ) =>
    codeOf(
      decideInInbox(scenario.context, scenario.db, deps, {
        reader: checker,
        key: `inbox-key-${++keys}`,
        reason,
        ...decision,
      }),
    );
  const seen = new Set<string>();
  /** A new proposal as the checker reads it. */
  async function proposed(): Promise<Proposal & { id: string; etag: string; maker: string }> {
    const proposal = await scenario.propose();
    const line = (await list(checker, "mine")).find((one) => !seen.has(one.id));
    seen.add(line?.id ?? "none");
    const { id, etag, maker } = await find(line?.id ?? "none");
    return { ...proposal, id, etag, maker };
  }

  test("is listed for who may decide it, and for no one else; its maker sees it as the own one", async () => {
    const { id, maker } = await proposed();
    const stranger = readerOf(CHECKER, ["catalog:edit"]);
    const own = readerOf(maker, source.permissions);
    expect(await list(stranger, "mine")).toEqual([]);
    expect((await list(own, "mine")).map((line) => line.id)).not.toContain(id);
    expect((await list(own, "made")).map((line) => line.id)).toContain(id);
    await expect(find(id, stranger)).rejects.toThrow(new Refusal("NO_PERMISSION"));
    const detail = await find(id);
    expect(detail.title).not.toBe("");
    expect(detail.changes.length).toBeGreaterThan(0);
    expect(detail.may).toEqual(source.actions.filter((action) => action !== "withdraw"));
    expect((await find(id, own)).may).toEqual(
      source.actions.filter((action) => action === "withdraw"),
    );
  });

  test("is executed once a second person approves what the fingerprint says", async () => {
    const { id, etag, maker, isDone } = await proposed();
    const own = readerOf(maker, source.permissions);
    expect(await decide({ id, etag, action: "approve", reader: own })).toBe("TWO_PERSONS");
    const stranger = readerOf(CHECKER, ["catalog:edit"]);
    expect(await decide({ id, etag, action: "approve", reader: stranger })).toBe("NO_PERMISSION");
    const other = "0".repeat(32);
    expect(await decide({ id, etag: other, action: "approve" })).toBe("STATE_CHANGED");
    expect(await isDone()).toBe(false);
    expect(await decide({ id, etag, action: "approve" })).toBe("approved");
    expect(await isDone()).toBe(true);
    expect(await decide({ id, etag, action: "approve" })).toBe("STATE_CHANGED");
    expect((await list(checker, "decided")).map((line) => line.id)).toContain(id);
  });

  test("is refused after its 24 hours, and listed no more", async () => {
    const { id, etag, isDone } = await proposed();
    scenario.context.clock.advance(DAY_MS);
    expect(await decide({ id, etag, action: "approve" })).toBe("APPROVAL_EXPIRED");
    expect((await list(checker, "mine")).map((line) => line.id)).not.toContain(id);
    expect(await isDone()).toBe(false);
  });

  const has = (action: "withdraw" | "reject") => source.actions.includes(action);

  test(`${has("withdraw") ? "is" : "cannot be"} taken back, and only by its maker`, async () => {
    const { id, etag, maker, isDone } = await proposed();
    const own = readerOf(maker, []);
    expect(await decide({ id, etag, action: "withdraw" })).toBe("NO_PERMISSION");
    const [taken, later] = has("withdraw")
      ? ["withdrawn", ["STATE_CHANGED", "NOT_FOUND"]]
      : ["NOT_FOUND", ["approved"]];
    expect(await decide({ id, etag, action: "withdraw", reader: own })).toBe(taken);
    expect(later).toContain(await decide({ id, etag, action: "approve" }));
    expect(await isDone()).toBe(!has("withdraw"));
  });

  test(`${has("reject") ? "is" : "cannot be"} rejected by a second person`, async () => {
    const { id, etag } = await proposed();
    const [rejected, later, state] = has("reject")
      ? ["rejected", "STATE_CHANGED", "rejected"]
      : ["NOT_FOUND", "approved", "approved"];
    expect(await decide({ id, etag, action: "reject" })).toBe(rejected);
    expect(await decide({ id, etag, action: "approve" })).toBe(later);
    const line = (await list(checker, "decided")).find((one) => one.id === id);
    expect(line?.state ?? state).toBe(state);
  });

  test("is passed on to a colleague who may decide it, and the others may still decide it", async () => {
    const { id, etag, maker } = await proposed();
    const colleague = {
      ...readerOf(scenario.context.ids.next(), source.permissions),
      name: "同事",
    };
    const stranger = { ...readerOf(scenario.context.ids.next(), []), name: "外人" };
    const everyone = [colleague, stranger, { ...colleague, memberId: maker }];
    const pass = (toId: string) =>
      passOnInInbox(scenario.context, scenario.db, deps, {
        reader: checker,
        key: `inbox-key-${++keys}`,
        id,
        etag,
        reason,
        toId,
        colleagues: async (_db, ids) =>
          everyone.filter(({ memberId }) => ids?.includes(memberId) ?? true),
      });
    const wrong = { code: "INPUT_INVALID" };
    await expect(pass(stranger.memberId)).rejects.toMatchObject(wrong);
    await expect(pass(maker)).rejects.toMatchObject(wrong);
    await expect(pass(CHECKER)).rejects.toMatchObject(wrong);
    await pass(colleague.memberId);
    const object = approvalObject(id);
    expect((await readAssignees(scenario.db, [object])).get(object)).toBe(colleague.memberId);
    const notices = await scenario.db.$client.query(
      "SELECT to_id AS to, by_id AS by FROM handover WHERE object = $1",
      [object],
    );
    expect(notices.rows).toEqual([{ to: colleague.memberId, by: CHECKER }]);
    if (!source.actions.includes("reject")) return;
    expect(await decide({ id, etag, action: "reject" })).toBe("rejected");
    await expect(pass(colleague.memberId)).rejects.toMatchObject({ code: "STATE_CHANGED" });
  });
});
