/** Hook with the member's choice for a benefit: SKU, quantity and form input. */
import { ownValue } from "@yunjing/contract/own-value";
import { normalizedValue, fieldError } from "@yunjing/contract/benefit-form";
import type { BenefitDetail, FormField, SkuView } from "@yunjing/contract/schemas/benefit";
import { useState } from "react";
import { removeEntry, writeEntry, readEntry } from "../../../device/storage.ts";

type Draft = {
  readonly skuId: string;
  readonly quantity: number;
  readonly input: Readonly<Record<string, string>>;
};

/** A saved account chosen instead of filling in the form. Its text is masked. */
export type PickedAccount = { readonly savedAccountId: string; readonly text: string };

/** Long enough to log in and return. */
const DRAFT_MS = 15 * 60_000;
export const draftKey = (benefitId: string): string => `buying:${benefitId}`;

const isDraft = (value: unknown): value is Draft =>
  typeof value === "object" &&
  value !== null &&
  "skuId" in value &&
  typeof value.skuId === "string" &&
  "quantity" in value &&
  typeof value.quantity === "number" &&
  "input" in value &&
  typeof value.input === "object" &&
  value.input !== null &&
  Object.values(value.input).every((each) => typeof each === "string");

/** Groups the digits of a phone number for display: 138 0000 6027. */
export const shownInput = ({ kind }: FormField, value: string): string =>
  kind === "phone"
    ? value
        .replace(/\D/g, "")
        .replace(/^(\d{3})(\d{1,4})?(\d{1,4})?.*$/, (_all, ...found) =>
          found.slice(0, 3).filter(Boolean).join(" "),
        )
    : value;

const canBuy = (sku: SkuView): boolean => sku.isOn && sku.stock !== "none";

/**
 * Returns the maximum quantity of one order: the lowest of the SKU's maximum, the limits and the
 * stock.
 */
export function quantityMaxOf({ limits, limitLeft }: BenefitDetail, sku: SkuView): number {
  const caps = [sku.quantityMax, limits.perOrder, limitLeft, sku.left];
  return Math.min(...caps.filter((cap) => cap !== undefined));
}

/** Returns why the benefit cannot be bought here now; `undefined` when it can. */
function unavailableReason(benefit: BenefitDetail, sku: SkuView | undefined): string | undefined {
  if (benefit.state === "not_here" || !benefit.region.isHere) return "当前城市不可用";
  if (benefit.state === "sold_out" || !sku) return "已售罄";
  if (!canBuy(sku)) return sku.unavailable ?? "该规格已售罄";
  if (benefit.limitLeft === 0) return "已达购买上限";
  return undefined;
}

function firstDraft({ benefitId, skus }: BenefitDetail, wantedSkuId: string | undefined): Draft {
  const stored = readEntry(draftKey(benefitId), isDraft);
  if (stored && skus.some(({ skuId }) => skuId === stored.skuId)) {
    removeEntry(draftKey(benefitId));
    return stored;
  }
  const wanted = skus.find((each) => each.skuId === wantedSkuId && canBuy(each));
  const sku = wanted ?? skus.find(canBuy) ?? skus[0];
  return { skuId: sku?.skuId ?? "", quantity: sku?.quantityMin ?? 1, input: {} };
}

/** `wantedSkuId`: the SKU of the link that led here. */
export function useChoice(benefit: BenefitDetail, wantedSkuId?: string) {
  const [draft, setDraft] = useState(() => firstDraft(benefit, wantedSkuId));
  const [saved, setSaved] = useState<PickedAccount>();
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const { skus, form } = benefit;
  const sku = skus.find(({ skuId }) => skuId === draft.skuId);
  const max = sku ? Math.max(quantityMaxOf(benefit, sku), sku.quantityMin) : 1;
  const quantity = Math.min(Math.max(draft.quantity, sku?.quantityMin ?? 1), max);
  const errorOf = (name: string): string | undefined => {
    const field = form.find((each) => each.name === name);
    return field && touched.has(name) ? fieldError(field, ownValue(draft.input, name)) : undefined;
  };
  /**
   * Returns true when all input is valid. Otherwise shows every error and focuses the first invalid
   * field.
   */
  const check = (): boolean => {
    if (saved) return true;
    const wrong = form.find(
      (field) => fieldError(field, ownValue(draft.input, field.name)) !== undefined,
    );
    if (!wrong) return true;
    setTouched(new Set(form.map(({ name }) => name)));
    document.querySelector<HTMLElement>(`[name="${CSS.escape(wrong.name)}"]`)?.focus();
    return false;
  };
  const input = Object.fromEntries(
    form.map((field) => [
      field.name,
      normalizedValue(field, ownValue(draft.input, field.name) ?? ""),
    ]),
  );
  return {
    sku,
    quantity,
    max,
    shut: unavailableReason(benefit, sku),
    values: draft.input,
    /** The form's input, normalised, as sent to the server. */
    input,
    /** The normalised input, or the selected saved account instead of it. */
    filled: saved ? { savedAccountId: saved.savedAccountId } : { input },
    saved,
    /** Selects a saved account for the form, or none. */
    pick: setSaved,
    /** The entered values as shown to the member. */
    inputs: saved
      ? [{ label: form.map(({ label }) => label).join("、"), text: saved.text }]
      : form.map((field) => ({
          label: field.label,
          text: shownInput(field, ownValue(draft.input, field.name) ?? ""),
        })),
    errorOf,
    check,
    choose: (skuId: string) => setDraft({ ...draft, skuId }),
    count: (count: number) => setDraft({ ...draft, quantity: count }),
    fill: (name: string, value: string) =>
      setDraft({ ...draft, input: { ...draft.input, [name]: value } }),
    /** Marks a field as touched; its error is shown from now on. */
    leave: (name: string) => setTouched(new Set([...touched, name])),
    /** Stores the choice during a login. */
    keep: () => writeEntry(draftKey(benefit.benefitId), draft, Date.now() + DRAFT_MS),
  };
}

export type ChoiceView = ReturnType<typeof useChoice>;
