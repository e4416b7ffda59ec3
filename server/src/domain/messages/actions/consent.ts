/** Members' consent to SMS and WeChat messages by subject, and whether a page may request it. */
import type { Input, Output } from "@yunjing/contract/operations";
import type { ConsentState } from "@yunjing/contract/schemas/messages";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import type { Channel, Subject } from "../model.ts";
import type { MemberContacts } from "../port.ts";
import { type ConsentRow, consentsOf, upsertConsent } from "../store/consent.ts";
import { subjectNames, subjects } from "../subjects.ts";

export type ConsentDeps = {
  readonly contacts: Pick<MemberContacts, "openidOf">;
  /** Only for the WeChat sandbox: the URL where an answer is stored there too. */
  readonly answerUrl?: (openid: string, templateId: string) => string;
};
type Consents = Output<"messages", "consents">;

/** SMS costs money and disturbs members: only what they need at pickup. */
const BY_SMS: readonly Subject[] = ["pickup"];

/**
 * True when the member was never asked, or a one-time subscription is used up. Members who refused
 * or dismissed the request get no second one.
 */
const mayAsk = (row: ConsentRow | undefined): boolean =>
  row === undefined || (row.state === "accepted" && row.credits === 0);

export async function consentsView(
  context: Context,
  db: Db,
  { contacts, answerUrl }: ConsentDeps,
  memberId: string,
): Promise<Consents> {
  const [rows, openid] = await Promise.all([consentsOf(db, memberId), contacts.openidOf(memberId)]);
  const rowOf = (channel: Channel, subject: Subject) =>
    rows.find((row) => row.channel === channel && row.subject === subject);
  const shown = (channel: Channel, subject: Subject) => {
    const { name, text } = subjects[subject];
    const state: ConsentState = rowOf(channel, subject)?.state ?? "none";
    return { channel, subject, name, text, state, mayAsk: false };
  };
  const inWechat = (subject: Subject) => {
    const { mode, template } = subjects[subject];
    const templateId = template(context.settings);
    const url = openid === undefined ? undefined : answerUrl?.(openid, templateId);
    const row = rowOf("wechat", subject);
    const defaultState: ConsentState = mode === "template" ? "accepted" : "none";
    const state = row?.state ?? defaultState;
    return {
      ...shown("wechat", subject),
      state,
      templateId,
      mayAsk: mode === "subscribe" && openid !== undefined && mayAsk(row),
      ...(url === undefined ? {} : { answerUrl: url }),
    };
  };
  return {
    list: [
      ...BY_SMS.map((subject) => shown("sms", subject)),
      ...subjectNames.map((subject) => inWechat(subject)),
    ],
  };
}

/** Stores the member's answer. An unanswered request is stored too, so that no page repeats it. */
export async function storeConsent(
  context: Context,
  db: Db,
  deps: ConsentDeps,
  { memberId, ...answer }: Input<"messages", "consent"> & { readonly memberId: string },
): Promise<Consents> {
  await upsertConsent(db, memberId, { ...answer, by: "member", now: context.clock.sql() });
  return consentsView(context, db, deps, memberId);
}
