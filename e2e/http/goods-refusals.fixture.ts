/** Provokes each refusal of the operators' operations on benefits, brands and categories. */
import { bomb, undecodableJpeg } from "@yunjing/server/domain/files/image/corpus.fixture";
import type { Input } from "@yunjing/contract/operations";
import { benefitDraft, goodsInputs, named } from "./goods-inputs.fixture.ts";
import type { CallResult, ExchangeFixture } from "./exchange.fixture.ts";
import type { Login } from "./test-env.fixture.ts";

type RefusalContext = {
  readonly exchange: ExchangeFixture;
  readonly operators: readonly [Login, Login];
};
type Cases = Readonly<Record<string, Readonly<Record<string, () => Promise<CallResult<unknown>>>>>>;

const reason = "核实无误";
const DAY_MS = 86_400_000;
const NEW = { sinceVersion: 0, reason };
let made = 0;

export const goodsRefusalCases = (given: () => RefusalContext): Cases => {
  const by = () => ({ token: given().operators[0].consoleToken });
  const goods = <
    N extends
      | "create"
      | "saveDraft"
      | "preview"
      | "restore"
      | "proposeLoss"
      | "withdrawPrice"
      | "makePicture",
  >(
    name: N,
    input: Input<"operatorGoods", N>,
  ) => given().exchange.call("operatorGoods", name, input, by());
  const read = (name: "detail" | "versions" | "diff") =>
    given().exchange.call("operatorGoods", name, { benefitId: "nothing" }, by());
  const taxonomy = <N extends "setBrand" | "setCategory" | "setHotWord">(
    name: N,
    input: Input<"operatorTaxonomy", N>,
  ) => given().exchange.call("operatorTaxonomy", name, input, by());
  const order = (name: "orderBrands" | "orderCategories" | "orderHotWords") => {
    const input = { keys: ["nothing"], etag: "0".repeat(32), reason };
    return given().exchange.call("operatorTaxonomy", name, input, by());
  };
  const picture = (bytes: Buffer) => {
    const crop = { x: 0, y: 0, width: 1, height: 1 };
    return goods("makePicture", { file: bytes.toString("base64"), crop, alt: "一杯咖啡" });
  };
  const codes = { brandCode: "refused", categoryCode: "refused" };

  /** Makes a benefit; returns its id. */
  const create = async (): Promise<string> => {
    const row = { ...named, ...NEW, code: "refused", name: "被拒" };
    await taxonomy("setBrand", row);
    await taxonomy("setCategory", row);
    const benefitId = `refused-${++made}`;
    await goods("create", { benefitId, title: "新品", ...codes, delivery: "card" });
    return benefitId;
  };
  const draftOf = (benefitId: string, priceFen: number, routes: 0 | 1 = 1) => {
    const price = { marketFen: 900, priceFen, levels: {}, costFen: 500 };
    const route = { supplierId: "cards", product: benefitId, costFen: 500 };
    const sku = { skuId: benefitId, spec: "", stockMode: "supplier" as const, lowAlert: 0 };
    const more = { quantityMin: 1, quantityMax: 9, price, priceVersion: 0 };
    const skus = [{ ...sku, ...more, routes: routes === 1 ? [route] : [] }];
    return { ...benefitDraft, ...codes, skus };
  };
  const save = (benefitId: string, sinceVersion: number, priceFen: number, routes: 0 | 1 = 1) =>
    goods("saveDraft", { benefitId, sinceVersion, draft: draftOf(benefitId, priceFen, routes) });
  const loss = (benefitId: string, sinceVersion: number, days = 3) =>
    goods("proposeLoss", {
      benefitId,
      sinceVersion,
      lossUntil: Date.now() + days * DAY_MS,
      reason,
    });

  const stale = { ...named, sinceVersion: 7 };
  return {
    "operatorGoods.create": {
      INPUT_INVALID: () =>
        goods("create", {
          benefitId: "x1",
          title: "新",
          ...codes,
          brandCode: "no",
          delivery: "card",
        }),
    },
    "operatorGoods.detail": { NOT_FOUND: () => read("detail") },
    "operatorGoods.preview": {
      NOT_FOUND: () => goods("preview", goodsInputs.operatorGoods.preview),
    },
    "operatorGoods.versions": { NOT_FOUND: () => read("versions") },
    "operatorGoods.diff": { NOT_FOUND: () => read("diff") },
    "operatorGoods.saveDraft": {
      NOT_FOUND: () => save("nothing", 0, 600),
      STATE_CHANGED: async () => save(await create(), 7, 600),
      INPUT_INVALID: async () => {
        const benefitId = await create();
        const draft = { ...draftOf(benefitId, 600), brandCode: "no" };
        return goods("saveDraft", { benefitId, sinceVersion: 1, draft });
      },
    },
    "operatorGoods.restore": {
      NOT_FOUND: async () =>
        goods("restore", { benefitId: await create(), version: 1, sinceVersion: 1, reason }),
      STATE_CHANGED: async () => {
        const benefitId = await create();
        await save(benefitId, 1, 600);
        const publication = { benefitId, sinceVersion: 2, reason };
        await given().exchange.call("operatorCatalog", "publish", publication, by());
        return goods("restore", { benefitId, version: 1, sinceVersion: 1, reason });
      },
    },
    "operatorGoods.proposeLoss": {
      NOT_FOUND: () => loss("nothing", 1),
      STATE_CHANGED: async () => loss(await create(), 7),
      INPUT_INVALID: async () => loss(await create(), 1, 8),
      PUBLISH_DENIED: async () => {
        const benefitId = await create();
        await save(benefitId, 1, 400, 0);
        return loss(benefitId, 2);
      },
    },
    "operatorGoods.makePicture": {
      FILE_TYPE: () => picture(Buffer.from("not a picture")),
      FILE_BROKEN: () => picture(undecodableJpeg),
      FILE_LARGE: () => picture(bomb(9_000, 9_000)),
    },
    "operatorGoods.withdrawPrice": {
      NOT_FOUND: () => goods("withdrawPrice", { skuId: "nothing", version: "2", reason }),
      STATE_CHANGED: () => goods("withdrawPrice", { skuId: "card", version: "1", reason }),
    },
    "operatorTaxonomy.setBrand": {
      STATE_CHANGED: () => taxonomy("setBrand", { ...stale, code: "nothing" }),
      INPUT_INVALID: () => taxonomy("setBrand", { ...stale, code: "nothing", name: " " }),
    },
    "operatorTaxonomy.setCategory": {
      STATE_CHANGED: () => taxonomy("setCategory", { ...stale, code: "nothing" }),
      INPUT_INVALID: () => taxonomy("setCategory", { ...stale, code: "nothing", name: " " }),
    },
    "operatorTaxonomy.setHotWord": {
      STATE_CHANGED: () =>
        taxonomy("setHotWord", { word: "没有", isNew: false, isOn: true, sinceVersion: 7, reason }),
      INPUT_INVALID: () =>
        taxonomy("setHotWord", { word: "转发领红包", isNew: false, isOn: true, ...NEW }),
    },
    "operatorTaxonomy.orderBrands": { STATE_CHANGED: () => order("orderBrands") },
    "operatorTaxonomy.orderCategories": { STATE_CHANGED: () => order("orderCategories") },
    "operatorTaxonomy.orderHotWords": { STATE_CHANGED: () => order("orderHotWords") },
  };
};
