/** Provokes each refusal of the operators' operations on the home page and on the company's texts. */
import type { Input, Output } from "@yunjing/contract/operations";
import type { CallResult, ExchangeFixture } from "./exchange.fixture.ts";
import { homePageInputs } from "./home-page-inputs.fixture.ts";
import type { Login } from "./test-env.fixture.ts";

type RefusalContext = {
  readonly exchange: ExchangeFixture;
  readonly operators: readonly [Login, Login];
};
type Cases = Readonly<Record<string, Readonly<Record<string, () => Promise<CallResult<unknown>>>>>>;
type Blocks = Input<"operatorHomePage", "saveDraft">["blocks"];

const reason = "核实无误";
const brand = "kfc";
const shared = {
  title: "",
  isOn: true,
  audience: "all" as const,
  regionCodes: [],
};
const notice = (blockId: string, text = "营业时间调整"): Blocks[number] => ({
  ...shared,
  blockId,
  kind: "notice",
  body: { items: [{ id: "a", text }] },
});

export const homePageRefusalCases = (given: () => RefusalContext): Cases => {
  const home = <N extends "diff" | "saveDraft" | "publish" | "withdraw" | "rollBack">(
    name: N,
    input: Input<"operatorHomePage", N>,
  ) =>
    given().exchange.call("operatorHomePage", name, input, {
      token: given().operators[0].consoleToken,
    });
  const detail = async () => {
    const by = { token: given().operators[0].consoleToken };
    type Data = Output<"operatorHomePage", "detail">;
    return (
      await given().exchange.call<"operatorHomePage", "detail", Data>(
        "operatorHomePage",
        "detail",
        {},
        by,
      )
    ).data;
  };
  const save = async (blocks: Blocks): Promise<number> => {
    const { sinceVersion } = await detail();
    await home("saveDraft", { sinceVersion, blocks });
    return sinceVersion + 1;
  };
  const published = async (): Promise<number> => {
    const sinceVersion = await save([notice("hours")]);
    await home("publish", { sinceVersion, reason });
    return (await detail()).version;
  };
  const content = <N extends "setHelp" | "setContacts" | "setShare">(
    name: N,
    input: Input<"operatorContent", N>,
  ) =>
    given().exchange.call("operatorContent", name, input, {
      token: given().operators[0].consoleToken,
    });
  const agreement = <N extends "saveDraft" | "version" | "publish" | "withdraw">(
    name: N,
    input: Input<"operatorAgreements", N>,
  ) =>
    given().exchange.call("operatorAgreements", name, input, {
      token: given().operators[0].consoleToken,
    });
  const dining = <N extends "menu" | "checkPrices" | "setProduct" | "setStore">(
    name: N,
    input: Input<"operatorDining", N>,
  ) =>
    given().exchange.call("operatorDining", name, input, {
      token: given().operators[0].consoleToken,
    });
  const contract = <N extends "detail" | "set">(name: N, input: Input<"operatorContracts", N>) =>
    given().exchange.call("operatorContracts", name, input, {
      token: given().operators[0].consoleToken,
    });
  const terms = { ...homePageInputs.operatorContracts.set, sinceVersion: 0 };
  const store = (storeId: string, more: object = {}) =>
    dining("setStore", { storeId, isOff: true, sinceVersion: 0, reason, ...more });
  const product = (productId: string, more: object = {}) =>
    dining("setProduct", { brand, productId, isHidden: false, sinceVersion: 0, reason, ...more });
  const kind = "topup" as const;
  const agreementDraft = async (title: string): Promise<number> => {
    type Data = Output<"operatorAgreements", "detail">;
    const by = { token: given().operators[0].consoleToken };
    const { exchange } = given();
    const { data } = await exchange.call<"operatorAgreements", "detail", Data>(
      "operatorAgreements",
      "detail",
      { kind },
      by,
    );
    const text = { title, intro: "", sections: [{ title: "一、充值", text: ["立即到账。"] }] };
    await agreement("saveDraft", { kind, sinceVersion: data.sinceVersion, text });
    return data.sinceVersion + 1;
  };
  const { share } = homePageInputs.operatorContent.setShare;
  const tempting = { hours: "转发领红包" };
  const twice = { id: "a", topic: "取餐", text: "取餐", answer: ["看订单"], words: [] };
  return {
    "operatorAgreements.saveDraft": {
      STATE_CHANGED: () =>
        agreement("saveDraft", {
          kind,
          sinceVersion: 7_777,
          text: { title: "", intro: "", sections: [] },
        }),
    },
    "operatorAgreements.version": {
      NOT_FOUND: () => agreement("version", { kind, version: 7_777 }),
    },
    "operatorAgreements.publish": {
      STATE_CHANGED: () => agreement("publish", { kind, sinceVersion: 7_777, reason }),
      INPUT_INVALID: async () =>
        agreement("publish", { kind, sinceVersion: await agreementDraft(""), reason }),
    },
    "operatorAgreements.withdraw": {
      NOT_FOUND: () => agreement("withdraw", { kind, version: 7_777, reason }),
      STATE_CHANGED: async () => {
        const sinceVersion = await agreementDraft("充值协议");
        await agreement("publish", { kind, sinceVersion, reason });
        return agreement("withdraw", { kind, version: 1, reason });
      },
    },
    "operatorContent.setHelp": {
      STATE_CHANGED: () => content("setHelp", { sinceVersion: 7, list: [], reason }),
      INPUT_INVALID: () => content("setHelp", { sinceVersion: 0, list: [twice, twice], reason }),
    },
    "operatorContent.setShare": {
      STATE_CHANGED: () => content("setShare", homePageInputs.operatorContent.setShare),
      INPUT_INVALID: () =>
        content("setShare", {
          ...homePageInputs.operatorContent.setShare,
          share: { ...share, home: { title: "转发领红包", description: "会员价" } },
        }),
    },
    "operatorContent.setContacts": {
      STATE_CHANGED: () =>
        content("setContacts", { sinceVersion: 7, contacts: { hours: "全天" }, reason }),
      INPUT_INVALID: () => content("setContacts", { sinceVersion: 0, contacts: tempting, reason }),
    },
    "operatorContracts.detail": { NOT_FOUND: () => contract("detail", { code: "no-such" }) },
    "operatorContracts.set": {
      STATE_CHANGED: () => contract("set", { ...terms, sinceVersion: 7 }),
      INPUT_INVALID: () => contract("set", { ...terms, name: "转发领红包" }),
    },
    "operatorDining.menu": { NOT_FOUND: () => dining("menu", { brand: "no-such-brand" }) },
    "operatorDining.checkPrices": {
      NOT_FOUND: () => dining("checkPrices", { brand: "no-such-brand" }),
    },
    "operatorDining.setStore": {
      NOT_FOUND: () => store("kfc-nowhere"),
      STATE_CHANGED: () => store("kfc-never", { sinceVersion: 7 }),
      INPUT_INVALID: () => store("kfc-never", { until: 1 }),
    },
    "operatorDining.setProduct": {
      NOT_FOUND: () => product("nothing"),
      STATE_CHANGED: () => product("burger", { sinceVersion: 7 }),
      INPUT_INVALID: () => product("burger", { name: "转发领红包" }),
    },
    "operatorHomePage.diff": { NOT_FOUND: () => home("diff", { from: 7_777 }) },
    "operatorHomePage.saveDraft": {
      STATE_CHANGED: () => home("saveDraft", { sinceVersion: 7_777, blocks: [] }),
      INPUT_INVALID: () =>
        home("saveDraft", { sinceVersion: 0, blocks: [notice("same"), notice("same")] }),
    },
    "operatorHomePage.publish": {
      STATE_CHANGED: () => home("publish", { sinceVersion: 7_777, reason }),
      INPUT_INVALID: async () =>
        home("publish", { sinceVersion: await save([notice("hours")]), at: 1, reason }),
      PUBLISH_DENIED: async () =>
        home("publish", { sinceVersion: await save([notice("hours", "")]), reason }),
    },
    "operatorHomePage.withdraw": {
      NOT_FOUND: () => home("withdraw", { version: 7_777, reason }),
      STATE_CHANGED: async () => home("withdraw", { version: await published(), reason }),
    },
    "operatorHomePage.rollBack": {
      NOT_FOUND: async () =>
        home("rollBack", { version: 7_777, liveVersion: (await detail()).version, reason }),
      STATE_CHANGED: () => home("rollBack", { version: 1, liveVersion: 7_777, reason }),
    },
  };
};
