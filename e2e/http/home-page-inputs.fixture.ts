/** Valid inputs that name no existing object, for the operations on the home page and its texts. */
import { builtInShareTexts } from "@yunjing/contract/built-in-share-texts";
import type { Input, Name } from "@yunjing/contract/operations";

type Topic =
  | "operatorAgreements"
  | "operatorContracts"
  | "operatorContent"
  | "operatorDining"
  | "operatorHomePage";
type Inputs = { readonly [T in Topic]: { readonly [N in Name<T>]: Input<T, N> } };

const reason = "试一试";
const terms: Input<"operatorContracts", "set">["terms"] = {
  delivery: "card",
  usedIn: "store",
  form: [],
  slaSeconds: 60,
  refundRule: "before_code",
  lateMoney: "revive",
};

export const homePageInputs: Inputs = {
  operatorAgreements: {
    detail: { kind: "user" },
    saveDraft: { kind: "user", sinceVersion: 7, text: { title: "", intro: "", sections: [] } },
    versions: { kind: "user" },
    version: { kind: "user", version: 77 },
    publish: { kind: "user", sinceVersion: 7, reason },
    withdraw: { kind: "user", version: 77, reason },
  },
  operatorContent: {
    help: {},
    setHelp: { sinceVersion: 7, list: [], reason },
    contacts: {},
    share: {},
    setShare: { sinceVersion: 7, share: builtInShareTexts, reason },
    setContacts: { sinceVersion: 7, contacts: { hours: "全天" }, reason },
  },
  operatorContracts: {
    list: {},
    forms: {},
    detail: { code: "no-such-contract" },
    preview: { terms },
    set: { code: "no-such-contract", name: "到店券", terms, isOn: true, sinceVersion: 7, reason },
  },
  operatorDining: {
    stores: {},
    setStore: { storeId: "no-such-store", isOff: true, sinceVersion: 7, reason },
    menus: {},
    menu: { brand: "no-such-brand" },
    checkPrices: { brand: "no-such-brand" },
    setProduct: {
      brand: "no-such-brand",
      productId: "no-such-product",
      isHidden: true,
      sinceVersion: 7,
      reason,
    },
    sync: { reason },
    syncRuns: {},
  },
  operatorHomePage: {
    detail: {},
    cities: {},
    saveDraft: { sinceVersion: 7, blocks: [] },
    preview: { as: {} },
    versions: {},
    diff: {},
    publish: { sinceVersion: 7, reason },
    withdraw: { version: 77, reason },
    rollBack: { version: 77, liveVersion: 0, reason },
  },
};
