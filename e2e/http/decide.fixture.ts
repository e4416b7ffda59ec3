/** Decides a proposal as the console does: in the approvals inbox, with what the operator sees there. */
import type { CallResult, ExchangeFixture } from "./exchange.fixture.ts";

type Call = ExchangeFixture["call"];

/** `approvalId` is `<kind>.<ref>`, such as `adjust.0199…`. */
export async function decideInInbox(
  call: Call,
  approvalId: string,
  who: { readonly token: string },
  action: "approve" | "reject" = "approve",
): Promise<CallResult<Record<string, string>>> {
  const seen = await call("operatorApprovals", "detail", { approvalId }, who);
  const decision = { approvalId, etag: seen.data?.["etag"] ?? "0".repeat(32), reason: "核实无误" };
  return call("operatorApprovals", action, decision, who);
}
