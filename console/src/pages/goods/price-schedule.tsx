/** A price that applies from an instant on, or at once, besides the draft. */
import { api } from "../../api/client.ts";
import type { FieldValue } from "../../parts/form/check-field.ts";
import { DrawerForm } from "../../parts/form/drawer-form.tsx";
import { Notice } from "../../parts/panel.tsx";
import type { DraftSku } from "./draft-fields.ts";
import { levelFault, levelsOf, priceValues, scheduleFields, type SkuValues } from "./sku-fields.ts";
import { type LiveSku, marginOf, skuName } from "./sku-words.ts";

const fen = (value: FieldValue): number => (typeof value === "number" ? value : Number.NaN);

function Margin({ values }: { readonly values: SkuValues }) {
  const fault = levelFault(values["levels"]);
  if (fault !== undefined) return <Notice tone="bad">等级价：{fault}</Notice>;
  const levels = levelsOf(values["levels"]) ?? {};
  const price = { priceFen: fen(values["priceFen"]), costFen: fen(values["costFen"]), levels };
  if (!Number.isInteger(price.priceFen + price.costFen)) return null;
  const { text, lossFen } = marginOf(price);
  return lossFen > 0 ? (
    <Notice tone="bad">低于成本，不能排期；请改价，或在草稿里改价后提交审批。</Notice>
  ) : (
    <Notice tone="sea">最低毛利 {text}。已下的订单按原价。</Notice>
  );
}

export function PriceSchedule(props: {
  readonly sku: DraftSku;
  readonly live: LiveSku;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const { sku, live, onClose, onDone } = props;
  return (
    <DrawerForm
      title={`排期改价：${skuName(sku)}`}
      op={api.operatorCatalog.setPrice}
      fixed={{ skuId: sku.skuId, sinceVersion: live.newest }}
      initial={priceValues(live.price)}
      fields={scheduleFields}
      toInput={(values) => ({
        marketFen: fen(values["marketFen"]),
        priceFen: fen(values["priceFen"]),
        costFen: fen(values["costFen"]),
        levels: levelsOf(values["levels"]) ?? { 1: -1 },
        reason: String(values["reason"]),
        ...(["startsAt", "endsAt", "pointsPrice", "pointsCashFen"] as const).reduce(
          (known, name) =>
            values[name] === undefined ? known : { ...known, [name]: Number(values[name]) },
          {},
        ),
      })}
      preview={(values) => <Margin values={values} />}
      submit="保存价格"
      done="价格已保存，按时间生效"
      reloads={[["operatorGoods"], ["operatorCatalog"]]}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
