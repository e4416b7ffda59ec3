/** What operators do with campaigns: a maker writes one, another person lets it live, and each move is written down. */
import type { Context } from "../../../platform/context.ts";
import { deterministicUuid } from "../../../platform/random.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { writeHistoryEntry } from "../../../platform/entity-history.ts";
import { Refusal } from "../../../platform/refusal.ts";
import {
  insertBuckets,
  insertTemplate,
  isCampaignExpired,
  updateCampaignState,
} from "../campaign-store.ts";
import { type CampaignState, canTransition } from "../machine.ts";
import { findTemplate, type TemplateDraft } from "../template-store.ts";

export type CampaignWanted = {
  readonly actorId: string;
  readonly draft: TemplateDraft;
  /** How many coupons there are; without an end when left out. */
  readonly total?: number;
  /** What they may take off together, in fen; without an end when left out. */
  readonly budgetFen?: number;
};

const BUCKETS_MAX = 16;
/** A bucket holds at least so many coupons, or the largest off so many times: fewer buckets waste less at the end. */
const BUCKET_HOLDS = 20;
/** The off of an exchange without a cap is not known beforehand. */
const OFF_UNKNOWN_FEN = 5_000;

function spread(whole: number | undefined, unit: number): (number | null)[] {
  if (whole === undefined) return Array.from({ length: BUCKETS_MAX }, () => null);
  const count = Math.min(BUCKETS_MAX, Math.max(1, Math.floor(whole / (unit * BUCKET_HOLDS))));
  const share = Math.floor(whole / count);
  const rest = whole - share * count;
  return Array.from({ length: count }, (_, at) => share + (at < rest ? 1 : 0));
}

const isCount = (value: number, most = 1_000_000_000): boolean =>
  Number.isInteger(value) && value >= 1 && value <= most;

function areRulesValid({ rules }: TemplateDraft): boolean {
  const { type, valueFen = 0, percent = 0, capFen = 0 } = rules;
  if (type === "percent") return isCount(percent, 99) && isCount(capFen);
  if (type === "amount") return isCount(valueFen);
  return type === "exchange" || valueFen >= 0;
}

function isValidDraft(draft: TemplateDraft): boolean {
  const { validity, limits, claimFrom, claimUntil } = draft;
  const isSpan =
    validity.mode === "fixed" ? validity.from < validity.until : isCount(validity.days, 3_650);
  const isTime = !claimFrom || !claimUntil || claimFrom < claimUntil;
  return areRulesValid(draft) && isSpan && isTime && isCount(limits.perMember, 10_000);
}

/** A campaign's id in the history of whoever acts on it: the template's own id is a word. */
const entityOf = (templateId: string): string => deterministicUuid(`coupon_template:${templateId}`);

type Noted = { readonly actorId: string; readonly name: string; readonly reason?: string };

const recordEvent = (
  context: Context,
  tx: Tx,
  templateId: string,
  { actorId, name, reason, ...states }: Noted & { from?: CampaignState; to: CampaignState },
) =>
  writeHistoryEntry(context, tx, {
    memberId: actorId,
    entity: "coupon_template",
    entityId: entityOf(templateId),
    name,
    ...states,
    actor: { kind: "operator", id: actorId },
    data: { templateId },
    ...(reason === undefined ? {} : { reason }),
  });

/** False when the id is taken; whoever was writing it at the same time has written it by then. */
async function create(
  context: Context,
  tx: Tx,
  { actorId, draft, total, budgetFen }: CampaignWanted,
): Promise<boolean> {
  if (!isValidDraft(draft)) throw new Refusal("INPUT_INVALID");
  const made = { makerId: actorId, now: context.clock.sql() };
  if (!(await insertTemplate(tx, draft, made))) return false;
  const { capFen, valueFen } = draft.rules;
  await insertBuckets(tx, draft.templateId, {
    stock: spread(total, 1),
    spend: spread(budgetFen, capFen ?? (valueFen || OFF_UNKNOWN_FEN)),
  });
  await recordEvent(context, tx, draft.templateId, { actorId, name: "created", to: "draft" });
  return true;
}

/** A draft with its buckets. Refuses INPUT_INVALID for rules that are not whole, STATE_CHANGED for an id that is taken. */
export const createCampaign = (context: Context, db: Db, wanted: CampaignWanted): Promise<void> =>
  transaction(db, async (tx) => {
    if (!(await create(context, tx, wanted))) throw new Refusal("STATE_CHANGED");
  });

type Transition = {
  readonly name: string;
  readonly from: readonly CampaignState[];
  readonly to: CampaignState;
  /** Who may: the maker alone, anybody but the maker, or anybody. */
  readonly by?: "maker" | "another";
  readonly endedHow?: "keep" | "unclaimed" | "unused";
  /** Handing it over starts its 24 hours; approving it must happen within them. */
  readonly time?: "starts" | "must last";
};

export type CampaignAction = {
  readonly actorId: string;
  readonly templateId: string;
  readonly reason?: string;
};

/**
 * Refuses NOT_FOUND, TWO_PERSONS, STATE_CHANGED when the campaign is not where the move begins, and APPROVAL_EXPIRED when
 * it waited longer than 24 hours. One that did may be submitted anew.
 */
async function changeState(
  context: Context,
  tx: Tx,
  on: CampaignAction,
  step: Transition,
): Promise<void> {
  const { actorId, templateId, reason } = on;
  const { name, from, to, by, endedHow, time } = step;
  const template = await findTemplate(tx, templateId);
  if (!template) throw new Refusal("NOT_FOUND");
  const isMaker = template.makerId === actorId;
  if (by && isMaker !== (by === "maker")) throw new Refusal("TWO_PERSONS");
  const now = context.clock.sql();
  const isExpired = await isCampaignExpired(tx, templateId, now);
  if (isExpired && time === "must last") throw new Refusal("APPROVAL_EXPIRED");
  const isAnew = isExpired && time === "starts";
  const isThere = isAnew || (from.includes(template.status) && canTransition(template.status, to));
  const why = reason === undefined ? {} : { reason };
  const moved =
    isThere &&
    (await updateCampaignState(tx, templateId, {
      from: template.status,
      to,
      now,
      ...(time ? { time } : {}),
      ...(by === "another" ? { checkerId: actorId } : {}),
      ...(endedHow ? { endedHow } : {}),
      ...why,
    }));
  if (!moved) throw new Refusal("STATE_CHANGED");
  await recordEvent(context, tx, templateId, { actorId, name, from: template.status, to, ...why });
}

const transitions = {
  submit: { name: "submitted", from: ["draft"], to: "review", by: "maker", time: "starts" },
  approve: {
    name: "approved",
    from: ["review"],
    to: "active",
    by: "another",
    time: "must last",
  },
  reject: { name: "rejected", from: ["review"], to: "draft", by: "another" },
  pause: { name: "paused", from: ["active"], to: "paused" },
  resume: { name: "resumed", from: ["paused"], to: "active" },
} as const satisfies Record<string, Transition>;

const transitionAction = (step: Transition) => (context: Context, db: Db, on: CampaignAction) =>
  transaction(db, (tx) => changeState(context, tx, on, step));

export const submitCampaign = transitionAction(transitions.submit);
/** Another person lets it live, within 24 hours. */
export const approveCampaign = transitionAction(transitions.approve);
/** Another person hands it back to its maker. */
export const rejectCampaign = transitionAction(transitions.reject);
/** Nobody can claim meanwhile; coupons that were issued, bought or promised are not touched. */
export const pauseCampaign = transitionAction(transitions.pause);
export const resumeCampaign = transitionAction(transitions.resume);

/** A campaign that both hands have let live, in one step; one that is there already stays as it is. */
export const createActiveCampaign = (
  context: Context,
  db: Db,
  wanted: CampaignWanted & { readonly checkerId: string },
): Promise<void> =>
  transaction(db, async (tx) => {
    if (!(await create(context, tx, wanted))) return;
    const { actorId, checkerId } = wanted;
    const { templateId } = wanted.draft;
    await changeState(context, tx, { actorId, templateId }, transitions.submit);
    await changeState(context, tx, { actorId: checkerId, templateId }, transitions.approve);
  });

/**
 * Ends a campaign for good. `keep`: only claiming ends, what was bought or promised is still given. `unclaimed`: nothing
 * more is given to anybody. `unused`: besides, every coupon that is not used is void from now on; one that an order
 * holds may still be paid.
 */
export const stopCampaign = (
  context: Context,
  db: Db,
  { how, ...on }: CampaignAction & { readonly how: "keep" | "unclaimed" | "unused" },
): Promise<void> =>
  transitionAction({
    name: `stopped, ${how}`,
    from: ["active", "paused"],
    to: "ended",
    endedHow: how,
  })(context, db, on);
