/**
 * Judges acts by the rules and lists in force: they are in the memory of each process, and an act
 * takes one statement at most.
 */
import type { RiskPlace } from "@yunjing/contract/schemas/operators/risk";
import type { Context } from "../../../platform/context.ts";
import { createFollower, type Follower } from "../../../platform/database/follower.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { isSharedDevice } from "../../../platform/http/call.ts";
import { Refusal } from "../../../platform/refusal.ts";
import {
  type Entry,
  entryOf,
  hashedName,
  LIST_RULE,
  networkSubject,
  phoneSubject,
  refusedTexts,
  type RuleInForce,
  rulesInForce,
  type Subject,
  type SubjectKind,
  subjectParts,
} from "../model.ts";
import type { RiskCaller, RiskGuard } from "../port.ts";
import {
  callJudge,
  callRecord,
  type CountedRule,
  type Hit,
  type Judgement,
  judgingCall,
  readEntries,
  readRules,
  refusingHits,
  RISK_CHANNEL,
} from "../store.ts";

/** How often a process reads rules and lists without a notification, in ms. */
const POLL_MS = 4_000;
const HOUR_MS = 3_600_000;

type InForce = {
  readonly rules: readonly RuleInForce[];
  readonly entries: ReadonlyMap<string, Entry>;
};

/** The guard, and the rules and lists that it keeps in memory. */
export type LiveRisk = RiskGuard & Pick<Follower<InForce>, "refresh" | "follow">;

/** RISK_REFUSED with what is recorded about it after the rollback; members see the sentence only. */
class RiskRefusal extends Refusal {
  readonly judgement: Judgement;
  readonly hits: readonly Hit[];

  constructor({ member, at }: Judgement, hits: readonly Hit[]) {
    super("RISK_REFUSED", { text: refusedTexts[at.place] });
    // The member of a refused registration does not exist.
    this.judgement = { member: at.place === "registration" ? null : member, at };
    this.hits = hits;
  }
}

type Subjects = Readonly<Partial<Record<SubjectKind, Subject>>>;
type Act = {
  readonly place: RiskPlace;
  readonly caller: RiskCaller;
  readonly phone?: string | undefined;
};

function subjectsOf(context: Context, { caller, phone }: Act): Subjects {
  const { device, address, memberId } = caller;
  return {
    network: `network:${hashedName(context, networkSubject(address))}`,
    ...(isSharedDevice(device)
      ? {}
      : { device: `device:${hashedName(context, `device:${device}`)}` as const }),
    ...(memberId === undefined ? {} : { member: `member:${memberId}` as const }),
    ...(phone === undefined ? {} : { phone: phoneSubject(context, phone) }),
  };
}

function judgementOf({ place, caller }: Act, subjects: Subjects): Judgement {
  const nameOf = (subject = "") => subjectParts(subject).name;
  const device = subjects.device && nameOf(subjects.device);
  return {
    member: caller.memberId ?? null,
    at: { place, network: nameOf(subjects.network), ...(device ? { device } : {}) },
  };
}

const isRefused = (hits: readonly Hit[]): boolean =>
  hits.some(({ mode, verdict }) => mode === "on" && verdict === "refuse");

type Judging = {
  /** Whether this act counts, or is only compared with what was counted before. */
  readonly isCounted: boolean;
  /** Whether a watched subject opens a case. */
  readonly listsCount: boolean;
  readonly applies: (rule: RuleInForce) => boolean;
};
const WHOLE: Judging = { isCounted: false, listsCount: true, applies: () => true };

/** Creates the guard of a process; `refresh` reads what is in force, `follow` keeps it fresh. */
export function createLiveRisk(context: Context): LiveRisk {
  const { clock, ids, log } = context;
  const { newest, refresh, follow } = createFollower<InForce>({
    first: { rules: rulesInForce([]), entries: new Map() },
    read: async (db) => {
      const [stored, entries] = await Promise.all([readRules(db), readEntries(db, clock.sql())]);
      return { rules: rulesInForce(stored), entries };
    },
    channel: RISK_CHANNEL,
    pollMs: POLL_MS,
    log,
    what: "risk rules",
  });

  const newHit = () => ({ hitId: ids.next(), caseId: ids.next() });

  function countedRule(
    { code, measure, subject: kind, windowMs, values, mode, verdict }: RuleInForce,
    subjects: Subjects,
    isCounted: boolean,
  ): readonly CountedRule[] {
    const subject = subjects[kind];
    if (subject === undefined || mode === "off") return [];
    const { limit, withinHours } = values;
    const figure = (measure === "phone_age" ? withinHours : limit) ?? 0;
    const withinMs = withinHours === undefined ? {} : { withinMs: withinHours * HOUR_MS };
    const { name: label } = subjectParts(subject);
    const what = { rule: code, measure, subject, label, windowMs, figure, ...withinMs };
    return [{ ...what, isCounted, mode, verdict, ...newHit() }];
  }

  /** Returns the hit of the list that the act's subjects are on; `allow` when no rule applies. */
  function listedHit(subjects: Subjects): Hit | "allow" | undefined {
    const found = entryOf(newest().entries, subjects, clock.now().getTime());
    if (!found) return undefined;
    const { subject, entry } = found;
    if (entry.kind === "allow") return "allow";
    const verdict = entry.kind === "block" ? "refuse" : "watch";
    return { rule: LIST_RULE, subject, label: entry.label, mode: "on", verdict, ...newHit() };
  }

  const rulesOf = (
    { place }: Act,
    subjects: Subjects,
    { isCounted, applies }: Pick<Judging, "isCounted" | "applies">,
  ): readonly CountedRule[] =>
    newest()
      .rules.filter((rule) => rule.place === place && applies(rule))
      .flatMap((rule) => countedRule(rule, subjects, isCounted));

  /** Returns the hits of an act that stands. Refuses RISK_REFUSED. */
  async function hitsOf(db: Db | Tx, act: Act, judging: Judging): Promise<readonly Hit[]> {
    const subjects = subjectsOf(context, act);
    const listed = listedHit(subjects);
    if (listed === "allow") return [];
    const judgement = judgementOf(act, subjects);
    if (listed && isRefused([listed])) throw new RiskRefusal(judgement, [listed]);
    const rules = rulesOf(act, subjects, judging);
    const watched = listed && judging.listsCount ? [listed] : [];
    if (rules.length + watched.length === 0) return [];
    const given = { rules, listed: watched, now: clock.sql() };
    const hits = await callJudge(db, judgement, given);
    if (isRefused(hits)) throw new RiskRefusal(judgement, hits);
    return hits;
  }

  const refuses = ({ mode, verdict }: RuleInForce) => mode === "on" && verdict === "refuse";
  return {
    refresh,
    follow,
    inStatement: (act) => {
      const subjects = subjectsOf(context, act);
      const listed = listedHit(subjects);
      if (listed === "allow") return undefined;
      const rules = rulesOf(act, subjects, { ...WHOLE, isCounted: true });
      if (rules.length === 0 && !listed) return undefined;
      const judgement = judgementOf(act, subjects);
      const given = { rules, listed: listed ? [listed] : [], now: clock.sql() };
      return {
        ...judgingCall(judgement, given),
        refusalOf: (error) => {
          const hits = refusingHits(error);
          return hits && new RiskRefusal(judgement, hits);
        },
      };
    },
    judge: async (tx, act) => {
      const hits = await hitsOf(tx, act, { ...WHOLE, isCounted: true });
      const isHeld = hits.some(({ mode, verdict }) => mode === "on" && verdict === "review");
      return isHeld ? "review" : "pass";
    },
    judgeTry: async (db, caller) => {
      await hitsOf(db, { place: "code", caller }, { ...WHOLE, applies: refuses });
    },
    countWrong: async (db, caller) => {
      await hitsOf(db, { place: "code", caller }, { ...WHOLE, isCounted: true, listsCount: false });
    },
    recording: async (db, work) => {
      // The hits are written after the rollback, by a statement of their own.
      try {
        return await work();
      } catch (error) {
        if (error instanceof RiskRefusal) {
          const { judgement, hits } = error;
          await callRecord(db, judgement, { hits, now: clock.sql() });
        }
        throw error;
      }
    },
  };
}
