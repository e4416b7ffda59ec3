/** A message that operators write to many members: in the app alone, as an announcement is. */
import type { Context } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/database/pool.ts";
import { inducementText } from "../../../platform/member-text.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { isOwnPath } from "../model.ts";
import { createMessage } from "./create.ts";

export type WrittenMessage = {
  readonly title: string;
  readonly text: string;
  readonly link?: string | undefined;
};

/**
 * Refuses a text that members must not read, with the given code and {field, text}: a link outside
 * the app, or wording that WeChat forbids.
 */
export function refuseBadMessage(
  wanted: WrittenMessage,
  code: "BAD_REQUEST" | "INPUT_INVALID",
): void {
  const { link } = wanted;
  if (link !== undefined && !isOwnPath(link))
    throw new Refusal(code, { field: "link", text: "只能填本站的地址，以 /pages/ 开头" });
  for (const field of ["title", "text"] as const) {
    const fault = inducementText(wanted[field]);
    if (fault !== undefined) throw new Refusal(code, { field, text: fault });
  }
}

/**
 * Creates the message of a bulk send in the caller's transaction, which leaves out members who
 * refused advertising in the app. No channel outside the app is used: no member has agreed to
 * advertising by SMS or WeChat. Returns false when the member has it
 * from an earlier send with the same reference.
 */
export async function createBulkMessage(
  context: Context,
  tx: Tx,
  {
    memberId,
    ref,
    title,
    text,
    link,
  }: WrittenMessage & { readonly memberId: string; readonly ref: string },
): Promise<boolean> {
  const draft = {
    memberId,
    dedupeKey: `bulk:${ref}`,
    kind: "campaign.message",
    topic: "campaign",
    title,
    text,
    link,
    facts: {},
  } as const;
  return (
    (await createMessage(context, tx, draft, { sms: "never", urgency: "daytime" })) !== undefined
  );
}
