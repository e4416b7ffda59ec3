/** A waiting approval for the gallery and for tests. */
import type { ApprovalDetail } from "./decide.ts";

const SAMPLE_AT = 1_795_000_000_000;

export const sampleApproval: ApprovalDetail = {
  approvalId: "adjust.0199dddd-0000-7000-8000-000000000001",
  kind: "adjust",
  title: "给会员加 2,000 积分",
  subject: "100000001",
  amountFen: 2_000,
  maker: { id: "0199dddd-0000-7000-8000-00000000000a", name: "沈若溪" },
  reason: "补偿第二单",
  state: "waiting",
  createdAt: SAMPLE_AT,
  expiresAt: SAMPLE_AT + 86_400_000,
  changes: [{ field: "可用积分", before: "12,480", after: "14,480" }],
  postings: [
    { debit: "expense:compensation", credit: "order:clearing", amount: 2_000, asset: "CNY" },
  ],
  checks: [
    { text: "在单人额度以内", isGood: true },
    { text: "会员 30 天内已补偿一次", isGood: false },
  ],
  evidence: [],
  etag: "0".repeat(32),
  may: ["approve", "reject"],
};
