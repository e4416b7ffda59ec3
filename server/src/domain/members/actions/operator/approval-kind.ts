/** Another phone for a member, in the approvals inbox. */
import { storedKind } from "../../../approvals/actions.ts";
import { findMember } from "../../store.ts";
import { REBIND, rebindHandler } from "./rebind.ts";

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

export const rebindApprovals = storedKind({
  kind: REBIND,
  permissions: ["members:edit"],
  handler: rebindHandler,
  headlines: (_context, db, approvals) =>
    Promise.all(
      approvals.map(async ({ subject, payload }) => {
        const member = await findMember(db, subject);
        const name = member ? `${member.nickname} · 会员号 ${member.member_no}` : subject;
        return {
          title: `人工换绑为 ${textOf(payload["phoneMask"])}`,
          subject: name,
          amountFen: null,
        };
      }),
    ),
  async detail(_context, db, { subject, payload }) {
    const member = await findMember(db, subject);
    const hasPhone = (member?.phone_mask ?? "") !== "";
    return {
      changes: [
        {
          field: "手机号",
          before: member?.phone_mask ?? "—",
          after: textOf(payload["phoneMask"]),
        },
        { field: "登录", before: "保持登录", after: "全部下线，旧手机号会收到短信" },
      ],
      postings: [],
      checks: [{ text: hasPhone ? "会员已绑定手机号" : "会员没有手机号", isGood: hasPhone }],
    };
  },
});
