/** What a member wants to hear by SMS and in WeChat, and whether a page may ask. */
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
  /** Only of the pretend WeChat: where an answer is kept there too. */
  readonly answerUrl?: (openid: string, templateId: string) => string;
};
type Consents = Output<"messages", "consents">;

/** SMS costs money and patience: only what must be known at the counter. */
const BY_SMS: readonly Subject[] = ["pickup"];

/** Never asked, or a one-time subscription that is used up; whoever refused or looked away is left alone. */
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
    const unsaid: ConsentState = mode === "template" ? "accepted" : "none";
    const state = row?.state ?? unsaid;
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

/** Keeps what the member said. To have been asked is kept too, so that no page asks again. */
export async function storeConsent(
  context: Context,
  db: Db,
  deps: ConsentDeps,
  { memberId, ...said }: Input<"messages", "consent"> & { readonly memberId: string },
): Promise<Consents> {
  await upsertConsent(db, memberId, { ...said, by: "member", now: context.clock.sql() });
  return consentsView(context, db, deps, memberId);
}
