/**
 * Operators' actions on campaigns: one person creates a campaign, another approves it, and each
 * change is recorded.
 */
import type { Context } from "../../../platform/context.ts";
import { inducementText } from "../../../platform/member-text.ts";
import { deterministicUuid } from "../../../platform/random.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { writeHistoryEntry } from "../../../platform/entity-history.ts";
import { Refusal } from "../../../platform/refusal.ts";
import {
  insertBuckets,
  insertTemplate,
  spreadBuckets,
  updateDraft,
  isCampaignExpired,
  updateCampaignState,
} from "../store/campaigns.ts";
import { type CampaignState, canTransition } from "../lifecycle.ts";
import { isPack, largestOffFen, packFault, packSize } from "../pack.ts";
import { findDraft, findTemplate, type TemplateDraft } from "../store/templates.ts";
import { PARTS_FIELD } from "./pack.ts";

export type CampaignWanted = {
  readonly actorId: string;
  readonly draft: TemplateDraft;
  /** Number of coupons, or of packs; unlimited when absent. */
  readonly total?: number;
  /** Total discount budget in fen; unlimited when absent. */
  readonly budgetFen?: number;
};

const BUCKETS_MAX = 16;
/**
 * Minimum number of coupons, or of largest discounts, in one bucket: fewer buckets leave less
 * unused at the end.
 */
const BUCKET_HOLDS = 20;
/** Assumed discount in fen of an exchange without a cap, which is not known beforehand. */
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

/** The console's page for a new campaign has its place among the campaigns. */
const RESERVED_ID = "new";

/** A field of the operation's input by its path, and what is wrong with it. */
type Fault = { readonly field: string; readonly text: string };

function ruleFault({ rules }: TemplateDraft): Fault | undefined {
  if (isPack(rules)) {
    const text = packFault(rules);
    return text === undefined ? undefined : { field: PARTS_FIELD, text };
  }
  const { type, valueFen = 0, percent = 0, capFen = 0 } = rules;
  if (type === "percent" && !isCount(percent, 99))
    return { field: "rules.percent", text: "请填 1 至 99 的整数" };
  if (type === "percent" && !isCount(capFen))
    return { field: "rules.capFen", text: "折扣券要有最多减多少，请填写" };
  if (type === "amount" && !isCount(valueFen))
    return { field: "rules.valueFen", text: "请填写减多少" };
  if (type === "amount" && rules.thresholdFen !== undefined && rules.thresholdFen < valueFen)
    return { field: "rules.thresholdFen", text: "门槛不能低于减的金额" };
  return undefined;
}

/** Returns the first text with words that members must not read. */
function textFault({ title, looks: { scopeText, tips } }: TemplateDraft): Fault | undefined {
  const texts = [["title", title] as const, ["scopeText", scopeText] as const];
  for (const [field, text] of [...texts, ...tips.map((tip) => ["tips", tip] as const)]) {
    const fault = inducementText(text);
    if (fault !== undefined) return { field, text: fault };
  }
  return undefined;
}

/** Returns the first field that does not fit the others; undefined for a draft that can be kept. */
function faultOf(draft: TemplateDraft): Fault | undefined {
  const { validity, limits, claimFrom, claimUntil } = draft;
  if (draft.templateId === RESERVED_ID)
    return { field: "templateId", text: "这个编号不能用，请换一个" };
  const fault = textFault(draft) ?? ruleFault(draft);
  if (fault) return fault;
  if (validity.mode === "fixed" && validity.from >= validity.until)
    return { field: "validity.until", text: "结束要晚于开始，请重选" };
  if (validity.mode !== "fixed" && !isCount(validity.days, 3_650))
    return { field: "validity.days", text: "请填 1 至 3650 天" };
  if (claimFrom && claimUntil && claimFrom >= claimUntil)
    return { field: "claimUntil", text: "领取结束要晚于开始，请重选" };
  if (!isCount(limits.perMember, 10_000)) return { field: "perMember", text: "请填 1 至 10000 张" };
  if (limits.perDay !== undefined && limits.perDay > limits.perMember)
    return { field: "perDay", text: "每天的张数不能多于每人的张数" };
  if (draft.givenOn && draft.isListed)
    return { field: "isListed", text: "自动发放的券不在领券中心展示，请关掉" };
  return undefined;
}

/** Returns the campaign's entity id (uuid) in the history: the template's own id is a word. */
export const campaignEntity = (templateId: string): string =>
  deterministicUuid(`coupon_template:${templateId}`);

type HistoryNote = { readonly actorId: string; readonly name: string; readonly reason?: string };

const recordEvent = (
  context: Context,
  tx: Tx,
  templateId: string,
  { actorId, name, reason, ...states }: HistoryNote & { from?: CampaignState; to?: CampaignState },
) =>
  writeHistoryEntry(context, tx, {
    memberId: actorId,
    entity: "coupon_template",
    entityId: campaignEntity(templateId),
    name,
    ...states,
    actor: { kind: "operator", id: actorId },
    data: { templateId },
    ...(reason === undefined ? {} : { reason }),
  });

/** Returns false when the id exists; waits for a concurrent creation of the same id. */
async function create(
  context: Context,
  tx: Tx,
  { actorId, draft, total, budgetFen }: CampaignWanted,
): Promise<boolean> {
  const fault = faultOf(draft);
  if (fault) throw new Refusal("INPUT_INVALID", fault);
  const made = { makerId: actorId, now: context.clock.sql() };
  if (!(await insertTemplate(tx, draft, made))) return false;
  await insertBuckets(tx, draft.templateId, bucketsOf(draft, { total, budgetFen }));
  await recordEvent(context, tx, draft.templateId, { actorId, name: "created", to: "draft" });
  return true;
}

type Limited = { readonly total: number | undefined; readonly budgetFen: number | undefined };

/** A bucket holds whole packs, so that no coupons of a part of one are left over. */
const bucketsOf = ({ rules }: TemplateDraft, limited: Limited) => ({
  stock: spread(limited.total, 1).map((packs) => packs && packs * packSize(rules)),
  spend: spread(limited.budgetFen, largestOffFen(rules, OFF_UNKNOWN_FEN)),
});

const ID_TAKEN = { field: "templateId", text: "这个活动编号已经用过，请换一个" };

/**
 * Creates a draft with its buckets. Refuses INPUT_INVALID {field, text} for a draft that does not
 * fit together, STATE_CHANGED {field, text} for an id that exists.
 */
export const createCampaign = (context: Context, db: Db, wanted: CampaignWanted): Promise<void> =>
  transaction(db, async (tx) => {
    if (!(await create(context, tx, wanted))) throw new Refusal("STATE_CHANGED", ID_TAKEN);
  });

/**
 * Changes a draft as a whole; only its maker may. Returns its new version. Refuses NOT_FOUND,
 * NO_PERMISSION {text} for another operator, INPUT_INVALID {field, text}, and STATE_CHANGED when it
 * is no draft any more, or another page saved it after `sinceVersion`.
 */
export const changeCampaign = (
  context: Context,
  db: Db,
  { actorId, draft, total, budgetFen, sinceVersion }: CampaignWanted & { sinceVersion: number },
): Promise<number> =>
  transaction(db, async (tx) => {
    const { templateId } = draft;
    const template = await findTemplate(tx, templateId);
    if (!template) throw new Refusal("NOT_FOUND");
    if (template.makerId !== actorId)
      throw new Refusal("NO_PERMISSION", { text: "只有创建人能改这份草稿，可以复制一份再改" });
    const fault = faultOf(draft);
    if (fault) throw new Refusal("INPUT_INVALID", fault);
    const version = await updateDraft(tx, draft, sinceVersion);
    if (version === undefined)
      throw new Refusal("STATE_CHANGED", {
        text: "草稿已在别的页面改过或已提交，请刷新后再改",
      });
    await spreadBuckets(tx, templateId, bucketsOf(draft, { total, budgetFen }));
    await recordEvent(context, tx, templateId, { actorId, name: "changed" });
    return version;
  });

/**
 * Makes a draft of any campaign under another id, without its dates to claim, which are over or
 * soon will be. Refuses NOT_FOUND, INPUT_INVALID {field, text} when it could not be created today,
 * and STATE_CHANGED {field, text} for an id that exists.
 */
export const copyCampaign = (
  context: Context,
  db: Db,
  { actorId, templateId, newId }: CampaignAction & { readonly newId: string },
): Promise<void> =>
  transaction(db, async (tx) => {
    const found = await findDraft(tx, templateId);
    if (!found) throw new Refusal("NOT_FOUND");
    const { total, budgetFen } = found;
    const { claimFrom: _from, claimUntil: _until, ...kept } = found.draft;
    const draft = { ...kept, templateId: newId };
    const made = await create(context, tx, {
      actorId,
      draft,
      ...(total === null ? {} : { total }),
      ...(budgetFen === null ? {} : { budgetFen }),
    });
    if (!made) throw new Refusal("STATE_CHANGED", { ...ID_TAKEN, field: "newId" });
  });

type Transition = {
  readonly name: string;
  readonly from: readonly CampaignState[];
  readonly to: CampaignState;
  /** Who may do it: only the maker, only a person other than the maker, or any operator. */
  readonly by?: "maker" | "another";
  readonly endedHow?: "keep" | "unclaimed" | "unused";
  /** Submitting starts the 24 hours; approving must happen within them. */
  readonly time?: "starts" | "must last";
};

export type CampaignAction = {
  readonly actorId: string;
  readonly templateId: string;
  readonly reason?: string;
};

/**
 * Refuses NOT_FOUND, TWO_PERSONS, STATE_CHANGED when the transition does not start from the
 * campaign's state, and APPROVAL_EXPIRED when it waited longer than 24 hours. An expired campaign
 * may be submitted again.
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
  withdraw: { name: "withdrawn", from: ["review"], to: "draft", by: "maker" },
  pause: { name: "paused", from: ["active"], to: "paused" },
  resume: { name: "resumed", from: ["paused"], to: "active" },
} as const satisfies Record<string, Transition>;

const transitionAction =
  (step: Transition) => (context: Context, db: Db | Tx, on: CampaignAction) =>
    transaction(db, (tx) => changeState(context, tx, on, step));

export const submitCampaign = transitionAction(transitions.submit);
/** Activates the campaign; by a person other than the maker, within 24 hours. */
export const approveCampaign = transitionAction(transitions.approve);
/** Returns the campaign to draft; by a person other than the maker. */
export const rejectCampaign = transitionAction(transitions.reject);
/** Its maker takes it back to draft. */
export const withdrawCampaign = transitionAction(transitions.withdraw);
/** Stops claiming for now; coupons that were issued, bought or promised are not affected. */
export const pauseCampaign = transitionAction(transitions.pause);
export const resumeCampaign = transitionAction(transitions.resume);

/** Creates an approved, active campaign in one step; an existing one stays unchanged. */
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
 * Ends a campaign for good. `keep`: only claiming ends, bought or promised coupons are still
 * granted. `unclaimed`: no more coupons are granted. `unused`: in addition, every unused coupon is
 * void from now on; one that an order has locked may still be paid.
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
