/** Hook for an address draft: input, validation and request. */
import { MOBILE } from "@yunjing/contract/phone";
import type { Address, Recognised } from "@yunjing/contract/schemas/addresses";
import { useState } from "react";
import { api } from "../../../../api.ts";

export type Draft = {
  readonly name: string;
  readonly phone: string;
  readonly regionCodes: readonly string[];
  readonly region: string;
  readonly isRegionWhole: boolean;
  readonly detail: string;
  readonly tag: string;
  readonly isDefault: boolean;
};
export type FieldName = "name" | "phone" | "region" | "detail";

const EMPTY_DRAFT: Draft = {
  name: "",
  phone: "",
  regionCodes: [],
  region: "",
  isRegionWhole: false,
  detail: "",
  tag: "",
  isDefault: false,
};

/** Returns only the digits, without the country code. */
export const phoneOf = (typed: string): string =>
  typed.replace(/\D/g, "").replace(/^(?:00)?86(?=1\d{10}$)/, "");

/** Returns the first error of each field. A stored phone may be left empty. */
export function draftErrors(draft: Draft, hasPhone: boolean): Partial<Record<FieldName, string>> {
  const { name, phone, isRegionWhole, region, detail } = draft;
  const isPhoneUnchanged = hasPhone && phone === "";
  return {
    ...(name === "" ? { name: "请填写收货人" } : {}),
    ...(isPhoneUnchanged || MOBILE.test(phone) ? {} : { phone: "请填写 11 位手机号" }),
    ...(isRegionWhole ? {} : { region: region === "" ? "请选择所在地区" : "请选到最后一级的区县" }),
    ...(detail.length < 2 ? { detail: "请填写街道、楼栋和门牌" } : {}),
  };
}

/** Removes the selected regions from the start of the detail, so that 朝阳区朝阳区 does not occur. */
export const withoutRegion = (detail: string, names: readonly string[]): string => {
  const rest = names.reduce((left, name) => {
    const trimmed = left.trimStart();
    return trimmed.startsWith(name) ? trimmed.slice(name.length) : trimmed;
  }, detail);
  return rest.trim() === "" ? detail : rest.trim();
};

/** Returns the draft with the recognised parts; the other fields stay unchanged. */
export const mergeRecognised = (draft: Draft, found: Recognised): Draft => ({
  ...draft,
  ...(found.name === undefined ? {} : { name: found.name }),
  ...(found.phone === undefined ? {} : { phone: found.phone }),
  ...(found.detail === undefined ? {} : { detail: found.detail }),
  ...(found.regionCodes.length === 0
    ? {}
    : {
        regionCodes: found.regionCodes,
        region: found.region,
        isRegionWhole: found.isRegionWhole,
      }),
});

export function useDraft(address: Address | undefined) {
  const [draft, setDraft] = useState<Draft>(() =>
    address ? { ...address, phone: "", isRegionWhole: true } : EMPTY_DRAFT,
  );
  const [isTried, setTried] = useState(false);
  const faults = draftErrors(draft, address !== undefined);
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  /**
   * Sends the address. Returns `undefined` while a field is invalid; errors are shown from then on.
   */
  const send = (): Promise<Address> | undefined => {
    setTried(true);
    if (Object.keys(faults).length > 0) return undefined;
    const { name, phone, detail, tag, isDefault } = draft;
    const written = { name, detail, tag, regionCodes: [...draft.regionCodes] };
    if (!address) return api.addresses.add({ ...written, phone, isDefault });
    return api.addresses.change({
      ...written,
      addressId: address.addressId,
      ...(phone === "" ? {} : { phone }),
      ...(isDefault === address.isDefault ? {} : { isDefault }),
    });
  };
  return {
    draft,
    change,
    send,
    /** Sets the selected region path, from the province down. */
    settle: (chain: readonly { readonly code: string; readonly name: string }[]) => {
      const names = [...new Set(chain.map(({ name }) => name))];
      change({
        regionCodes: chain.map(({ code }) => code),
        region: names.join(" "),
        isRegionWhole: true,
        detail: withoutRegion(draft.detail, names),
      });
    },
    /**
     * Fills in what was recognised in a pasted text, and from then on shows errors for the missing
     * fields.
     */
    fill: (found: Recognised) => {
      setDraft((before) => mergeRecognised(before, found));
      setTried(true);
    },
    errorOf: (name: FieldName): string | undefined => (isTried ? faults[name] : undefined),
  };
}

export type DraftView = ReturnType<typeof useDraft>;
