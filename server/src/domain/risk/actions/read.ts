/** What operators read about risk: rules with what they did, lists, and cases with their evidence. */
import type { Input, Output } from "@yunjing/contract/operations";
import type {
  RiskCaseLine,
  RiskEntryLine,
  RiskHit,
  RiskRuleLine,
} from "@yunjing/contract/schemas/operators/risk";
import type { Context } from "../../../platform/context.ts";
import { keysetPageOf, keysetResult } from "../../../platform/database/keyset.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { withoutNulls } from "../../../platform/http/fields.ts";
import type { NamesOf } from "../../../platform/person-names.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { shanghaiDay, shanghaiDayStart } from "../../../platform/shanghai.ts";
import { memberLabels } from "../../members/actions.ts";
import { ruleLabel, rulesInForce, subjectParts } from "../model.ts";
import { readRules } from "../store.ts";
import {
  findCase,
  hitsOfCase,
  listCases,
  type StoredCase,
  type StoredHit,
} from "../store/cases.ts";
import { listEntries, type StoredEntry } from "../store/entries.ts";
import { hitsSince } from "../store/days.ts";
import { lastChanges } from "../store/rules.ts";

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
const EVIDENCE_MAX = 50;
const caseStates = { open: "OPEN", released: "RELEASED", listed: "LISTED" } as const;
const shownStates = { OPEN: "open", RELEASED: "released", LISTED: "listed" } as const;

type Labels = Awaited<ReturnType<typeof memberLabels>>;
type NameOf = (memberId: string) => string;

const memberIn = (labels: Labels, memberId: string | null) => {
  const found = memberId === null ? undefined : labels.get(memberId);
  if (!found) return {};
  return {
    member: { memberNo: found.memberNo, nickname: found.nickname, phone: found.phone },
  };
};

function subjectIn(labels: Labels, { subject, label }: { subject: string; label: string }) {
  const { kind, name } = subjectParts(subject);
  const member = memberIn(labels, kind === "member" ? name : null);
  return { subjectKind: kind, label: member.member?.memberNo ?? label, ...member };
}

const labelsOf = (db: Db, rows: readonly { readonly subject: string }[]) =>
  memberLabels(
    db,
    rows.map(({ subject }) => subjectParts(subject).name),
  );

const person = (nameOf: NameOf, id: string) => ({ id, name: nameOf(id) });

function entryLine(row: StoredEntry, labels: Labels, nameOf: NameOf, nowMs: number): RiskEntryLine {
  const { id: entryId, kind, reason, createdAt, createdBy, endsAt, endedAt, endedBy } = row;
  return {
    entryId,
    kind,
    ...subjectIn(labels, row),
    reason,
    createdAt,
    createdBy: person(nameOf, createdBy),
    isInForce: endedAt === null && (endsAt === null || endsAt > nowMs),
    ...withoutNulls({ endsAt, endedAt, endReason: row.endReason }),
    ...(endedBy === null ? {} : { endedBy: person(nameOf, endedBy) }),
  };
}

function caseLine(row: StoredCase, labels: Labels, nameOf: NameOf): RiskCaseLine {
  const { id: caseId, state, rule, hits, openedAt, lastHitAt, decidedBy } = row;
  return {
    caseId,
    state: shownStates[state],
    rule,
    ruleLabel: ruleLabel(rule),
    ...subjectIn(labels, row),
    hits,
    openedAt,
    lastHitAt,
    ...withoutNulls({ decidedAt: row.decidedAt, decision: row.decision, reason: row.reason }),
    ...(decidedBy === null ? {} : { decidedBy: person(nameOf, decidedBy) }),
  };
}

const hitLine = (
  { memberId, at, place, verdict, ...rest }: StoredHit,
  labels: Labels,
): RiskHit => ({
  at,
  place,
  verdict,
  ...withoutNulls(rest),
  ...memberIn(labels, memberId),
});

/** Returns every rule with its figures, and what it did or would have done on the last seven days with today. */
export async function readRiskRules(
  context: Context,
  db: Db,
  namesOf: NamesOf,
): Promise<RiskRuleLine[]> {
  const from = shanghaiDayStart(context.clock.now().getTime()) - (WEEK_DAYS - 1) * DAY_MS;
  const [stored, changes, weeks] = await Promise.all([
    readRules(db),
    lastChanges(db),
    hitsSince(db, { day: shanghaiDay(from), from }),
  ]);
  const nameOf = await namesOf(
    db,
    changes.map(({ changedBy }) => changedBy),
  );
  return rulesInForce(stored).map((rule): RiskRuleLine => {
    const { code, label, place, mode, verdict, verdicts, version, values } = rule;
    const changed = changes.find((one) => one.code === code);
    const { acted = 0, dry = 0, subjects = 0 } = weeks.find((one) => one.rule === code) ?? {};
    const figures = rule.figures.map(({ start, ...figure }) => ({
      ...figure,
      value: values[figure.name] ?? start,
    }));
    return {
      code,
      label,
      place,
      mode,
      verdict,
      verdicts: [...verdicts],
      figures,
      week: { acted, dry, subjects },
      version,
      ...(changed && {
        reason: changed.reason,
        changedAt: changed.changedAt,
        changedBy: person(nameOf, changed.changedBy),
      }),
    };
  });
}

const namesIn = (db: Db, namesOf: NamesOf, ids: readonly (string | null)[]) =>
  namesOf(
    db,
    ids.filter((id) => id !== null),
  );

/** Returns a page of the lists, the newest entry first. */
export async function pageOfEntries(
  context: Context,
  db: Db,
  namesOf: NamesOf,
  { kind, subjectKind, state, ...paging }: Input<"operatorRisk", "lists">,
): Promise<Output<"operatorRisk", "lists">> {
  const page = keysetPageOf(paging);
  const rows = await listEntries(db, { kind, subjectKind, isEnded: state === "ended" }, page);
  const persons = rows.flatMap(({ createdBy, endedBy }) => [createdBy, endedBy]);
  const [labels, nameOf] = await Promise.all([labelsOf(db, rows), namesIn(db, namesOf, persons)]);
  const nowMs = context.clock.now().getTime();
  return keysetResult(rows, page, (row) => entryLine(row, labels, nameOf, nowMs));
}

/** Returns a page of cases, the latest hit first. */
export async function pageOfCases(
  db: Db,
  namesOf: NamesOf,
  { state = "open", ...paging }: Input<"operatorRisk", "cases">,
): Promise<Output<"operatorRisk", "cases">> {
  const page = keysetPageOf(paging);
  const rows = await listCases(db, caseStates[state], page);
  const persons = rows.map(({ decidedBy }) => decidedBy);
  const [labels, nameOf] = await Promise.all([labelsOf(db, rows), namesIn(db, namesOf, persons)]);
  return keysetResult(rows, page, (row) => caseLine(row, labels, nameOf));
}

/** Returns a case with its latest hits. Refuses NOT_FOUND. */
export async function readRiskCase(
  db: Db,
  namesOf: NamesOf,
  caseId: string,
): Promise<Output<"operatorRisk", "caseDetail">> {
  const found = await findCase(db, caseId);
  if (!found) throw new Refusal("NOT_FOUND");
  const hits = await hitsOfCase(db, caseId, EVIDENCE_MAX);
  const ids = [...hits.map(({ memberId }) => memberId ?? ""), subjectParts(found.subject).name];
  const [labels, nameOf] = await Promise.all([
    memberLabels(db, ids),
    namesIn(db, namesOf, [found.decidedBy]),
  ]);
  const evidence = hits.map((hit) => hitLine(hit, labels));
  return { ...caseLine(found, labels, nameOf), evidence };
}
