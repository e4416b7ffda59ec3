/** What operators do about risk: they change rules and lists, and decide cases. */
import { isIP } from "node:net";
import { MOBILE } from "@yunjing/contract/phone";
import type { Input } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { findNamedMember } from "../../members/actions.ts";
import { maskPhone } from "../../members/model.ts";
import {
  figureFault,
  hashedName,
  type ListKind,
  networkSubject,
  phoneSubject,
  type RuleCode,
  ruleCodes,
  ruleOf,
  type Subject,
  subjectParts,
} from "../model.ts";
import { notifyRisk } from "../store.ts";
import { decideCase, findCase, resetCounter } from "../store/cases.ts";
import { endEntryRow, insertEntry, isOfMember, subjectOfEntry } from "../store/entries.ts";
import { storeRule } from "../store/rules.ts";

/** The latest end of an entry. */
const END_MAX_MS = 366 * 86_400_000;
/** The name of a device or a network, as cases and the page 防猜码 show it. */
const NAME = /^[0-9a-f]{12}$/;

type By = { readonly operatorId: string };

const invalid = (field: string, text: string): Refusal =>
  new Refusal("INPUT_INVALID", { field, text });

/**
 * Changes a rule; it is in force on every process within five seconds. Returns the new version.
 * Refuses NOT_FOUND, INPUT_INVALID at a field, and STATE_CHANGED for another version.
 */
export async function setRule(
  context: Context,
  db: Db,
  { code, ...input }: Input<"operatorRisk", "setRule"> & By,
): Promise<number> {
  const rule = ruleOf(code);
  if (!rule) throw new Refusal("NOT_FOUND");
  if (!rule.verdicts.includes(input.verdict)) throw invalid("verdict", "这条规则没有这个处理");
  for (const figure of rule.figures) {
    const fault = figureFault(figure, input[figure.name]);
    if (fault !== undefined) throw invalid(figure.name, fault);
  }
  const known = ruleCodes.find((one) => one === code) as RuleCode;
  const figures = Object.fromEntries(rule.figures.map(({ name }) => [name, input[name]]));
  return transaction(db, async (tx) => {
    const version = await storeRule(tx, { ...input, code: known, figures }, context.clock.sql());
    if (version === undefined) throw new Refusal("STATE_CHANGED");
    await notifyRisk(tx);
    return version;
  });
}

type Named = { readonly subject: Subject; readonly label: string };

/** Returns the subject that an operator typed. Refuses INPUT_INVALID at `subject`. */
async function namedSubject(
  context: Context,
  db: Db,
  { subjectKind, subject: typed }: Input<"operatorRisk", "list">,
): Promise<Named> {
  const text = typed.trim();
  switch (subjectKind) {
    case "member": {
      const memberId = await findNamedMember(db, { memberNo: text });
      if (memberId === undefined) throw invalid("subject", "没有这个会员，请核对会员号");
      return { subject: `member:${memberId}`, label: text };
    }
    case "phone":
      if (!MOBILE.test(text)) throw invalid("subject", "请填 11 位手机号");
      return { subject: phoneSubject(context, text), label: maskPhone(text) };
    case "device":
      if (!NAME.test(text)) throw invalid("subject", "请填案件里的设备代号，12 位");
      return { subject: `device:${text}`, label: text };
    case "network": {
      if (NAME.test(text)) return { subject: `network:${text}`, label: text };
      if (isIP(text) === 0) throw invalid("subject", "请填网络地址，或 12 位网络代号");
      return { subject: `network:${hashedName(context, networkSubject(text))}`, label: text };
    }
  }
}

/** Refuses INPUT_INVALID at `endsAt` for an end that has passed or is too far. */
function checkEnd({ clock }: Context, endsAt: number | undefined): void {
  const now = clock.now().getTime();
  if (endsAt === undefined) return;
  if (endsAt <= now || endsAt > now + END_MAX_MS)
    throw invalid("endsAt", "请填以后的时间，最远 366 天；不填则一直有效");
}

async function refuseOwn(tx: Tx, { subject, operatorId }: By & { readonly subject: string }) {
  if (await isOfMember(tx, { subject, memberId: operatorId })) throw new Refusal("OWN_ACCOUNT");
}

type Listing = Named &
  By & {
    readonly kind: ListKind;
    readonly reason: string;
    readonly endsAt: number | undefined;
    readonly caseId?: string;
  };

async function enter(context: Context, tx: Tx, listing: Listing): Promise<string> {
  const entryId = context.ids.next();
  await refuseOwn(tx, listing);
  const isEntered = await insertEntry(tx, { entryId, ...listing }, context.clock.sql());
  if (!isEntered) throw new Refusal("STATE_CHANGED");
  await notifyRisk(tx);
  return entryId;
}

/**
 * Puts a subject on a list in the place of the entry that it has; returns the entry's id. Refuses
 * INPUT_INVALID at a field, OWN_ACCOUNT for the operator's own account, and STATE_CHANGED when
 * another operator lists it at once or 5,000 entries are in force.
 */
export async function listSubject(
  context: Context,
  db: Db,
  input: Input<"operatorRisk", "list"> & By,
): Promise<string> {
  const named = await namedSubject(context, db, input);
  const { kind, reason, endsAt, operatorId } = input;
  checkEnd(context, endsAt);
  return transaction(db, (tx) =>
    enter(context, tx, { ...named, kind, reason, endsAt, operatorId }),
  );
}

/** Ends an entry. Refuses OWN_ACCOUNT, and STATE_CHANGED when it is not in force. */
export async function endEntry(
  context: Context,
  db: Db,
  input: Input<"operatorRisk", "endEntry"> & By,
): Promise<void> {
  await transaction(db, async (tx) => {
    const subject = await subjectOfEntry(tx, input.entryId);
    if (subject === undefined) throw new Refusal("STATE_CHANGED");
    await refuseOwn(tx, { subject, operatorId: input.operatorId });
    if (!(await endEntryRow(tx, input, context.clock.sql()))) throw new Refusal("STATE_CHANGED");
    await notifyRisk(tx);
  });
}

/**
 * Decides a case: `release` begins the rule's count for the subject anew, every other decision puts
 * the subject on that list. Refuses NOT_FOUND, INPUT_INVALID, OWN_ACCOUNT, and STATE_CHANGED when it
 * is decided already.
 */
export async function decideRiskCase(
  context: Context,
  db: Db,
  { caseId, decision, endsAt, reason, operatorId }: Input<"operatorRisk", "decide"> & By,
): Promise<void> {
  checkEnd(context, endsAt);
  await transaction(db, async (tx) => {
    const found = await findCase(tx, caseId);
    if (!found) throw new Refusal("NOT_FOUND");
    const { subject, rule, label } = found;
    await refuseOwn(tx, { subject, operatorId });
    const deciding = { subject, caseId, decision, reason, operatorId };
    if (!(await decideCase(tx, deciding, context.clock.sql()))) throw new Refusal("STATE_CHANGED");
    await resetCounter(tx, { subject, rule });
    if (decision === "release") return;
    const { kind, name } = subjectParts(subject);
    const named = { subject: `${kind}:${name}` as const, label };
    await enter(context, tx, { ...named, kind: decision, reason, endsAt, operatorId, caseId });
  });
}
