/** Makes a campaign's draft from the values of its fields, and the values from a draft. */
import type { FieldValue } from "../../parts/form/check-field.ts";
import {
  type CampaignDraft,
  type CampaignType,
  typeWords,
  type Values,
} from "./campaign-fields.ts";

type Rules = CampaignDraft["rules"];

const listOf = (value: FieldValue): string[] =>
  typeof value === "object" ? [...value] : typeof value === "string" ? [value] : [];
const given = (values: Values, ...names: readonly string[]): Values =>
  Object.fromEntries(
    names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
  );
/** The lists that have an entry. */
const filled = <T extends Readonly<Record<string, readonly unknown[]>>>(lists: T): Partial<T> =>
  Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)) as Partial<T>;

function validityOf(values: Values): CampaignDraft["validity"] {
  if (values["mode"] === "fixed") {
    const { fixedFrom: from, fixedUntil: until } = values;
    return {
      mode: "fixed",
      from: `${String(from)}T00:00:00+08:00`,
      until: `${String(until)}T23:59:59+08:00`,
    };
  }
  const mode = values["mode"] === "next_day" ? "next_day" : "claim";
  return { mode, days: Number(values["days"]) };
}

/** The rules of the fields; what has no field (hours, brands, SKUs) stays as it was. */
export function rulesOf(values: Values, before?: Rules): Rules {
  const type = Object.keys(typeWords).find((one) => one === values["type"]) as CampaignType;
  const valueFen = values["valueFen"] ?? values["priceFen"];
  const only = {
    ...before?.only,
    categories: listOf(values["categories"]),
    benefits: listOf(values["benefits"]),
  };
  const except = { ...before?.except, benefits: listOf(values["notBenefits"]) };
  const [keptOnly, keptExcept] = [filled(only), filled(except)];
  return {
    type,
    ...(valueFen === undefined ? {} : { valueFen: Number(valueFen) }),
    ...given(values, "percent", "capFen", "thresholdFen", "stackGroup"),
    ...(before?.hours && { hours: before.hours }),
    ...(Object.keys(keptOnly).length > 0 && { only: keptOnly }),
    ...(Object.keys(keptExcept).length > 0 && { except: keptExcept }),
    ...filled({
      weekdays: listOf(values["weekdays"]).map(Number),
      cities: listOf(values["cities"]),
      stacksWith: listOf(values["stacksWith"]),
    }),
    ...(values["channel"] === undefined
      ? {}
      : { channels: [values["channel"] as "web" | "wechat"] }),
    ...(values["firstOrder"] === true && { firstOrder: true }),
    ...(values["oncePerPerson"] === true && { oncePerPerson: true }),
    withLevelPrice: values["withLevelPrice"] === true,
    withPoints: values["withoutPoints"] !== true,
  };
}

/** The coupons of a pack. */
type Parts = NonNullable<Rules["parts"]>;

/** The rules of a coupon, or the coupons of a pack, which has no rules of its own. */
const campaignRules = (values: Values, before: Rules | undefined, parts: Parts): Rules =>
  values["type"] === "pack"
    ? { type: "pack", ...(parts.length > 0 && { parts: [...parts] }) }
    : rulesOf(values, before);

/**
 * Makes the operation's input from the fields; what was left empty is left out. `parts` are the
 * coupons of a pack.
 */
export function campaignInput(
  values: Values,
  before?: CampaignDraft,
  parts: Parts = before?.rules.parts ?? [],
): CampaignDraft {
  const grades = listOf(values["grades"]).map(Number);
  const [benefitId] = listOf(values["benefits"]);
  const [categoryCode] = listOf(values["categories"]);
  const { how } = values;
  const isAutomatic = how === "register" || how === "first_order" || how === "birthday";
  return {
    templateId: String(values["templateId"] ?? before?.templateId ?? ""),
    title: String(values["title"] ?? ""),
    look: grades.length > 0 ? "member" : "plain",
    scopeText: String(values["scopeText"] ?? ""),
    tips: String(values["tips"] ?? "")
      .split("\n")
      .map((tip) => tip.trim())
      .filter(Boolean),
    useAt: {
      ...(benefitId !== undefined && { benefitId }),
      ...(benefitId === undefined && categoryCode !== undefined && { categoryCode }),
    },
    rules: campaignRules(values, before?.rules, parts),
    validity: validityOf(values),
    audience: {
      ...(grades.length > 0 && { grades }),
      ...given(values, "joinedWithinDays"),
    },
    perMember: Number(values["perMember"]),
    isListed: how === "centre",
    sort: before?.sort ?? 100,
    ...(isAutomatic && { givenOn: how }),
    ...given(values, "perDay", "claimFrom", "claimUntil", "total", "budgetFen"),
  };
}

const dayOf = (instant: string): string =>
  new Date(Date.parse(instant) + 8 * 3_600_000).toISOString().slice(0, 10);

/** Returns what stands in the fields of a draft. */
export function campaignValues(draft: CampaignDraft): Values {
  const { rules, validity, audience, isListed, givenOn, ...rest } = draft;
  const { type, valueFen, percent, capFen, thresholdFen, only, except, channels } = rules;
  const price = type === "fixed_price" ? { priceFen: valueFen } : { valueFen };
  const dates =
    validity.mode === "fixed"
      ? { fixedFrom: dayOf(validity.from), fixedUntil: dayOf(validity.until) }
      : { days: validity.days };
  return {
    templateId: rest.templateId,
    title: rest.title,
    scopeText: rest.scopeText,
    tips: rest.tips.join("\n"),
    type,
    ...price,
    percent,
    capFen,
    thresholdFen,
    mode: validity.mode,
    ...dates,
    categories: only?.categories,
    benefits: only?.benefits,
    notBenefits: except?.benefits,
    weekdays: rules.weekdays?.map(String),
    cities: rules.cities,
    channel: channels?.[0],
    firstOrder: rules.firstOrder,
    oncePerPerson: rules.oncePerPerson,
    stackGroup: rules.stackGroup,
    stacksWith: rules.stacksWith,
    withLevelPrice: rules.withLevelPrice,
    withoutPoints: rules.withPoints === false,
    grades: audience.grades?.map(String),
    joinedWithinDays: audience.joinedWithinDays,
    how: givenOn ?? (isListed ? "centre" : "hidden"),
    perMember: rest.perMember,
    perDay: rest.perDay,
    claimFrom: rest.claimFrom,
    claimUntil: rest.claimUntil,
    total: rest.total,
    budgetFen: rest.budgetFen,
  };
}
