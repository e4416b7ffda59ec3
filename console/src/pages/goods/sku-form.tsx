/** The fields of the chosen SKU besides its amounts; what is typed stays until it makes a whole. */
import type { FieldValue } from "../../parts/form/check-field.ts";
import type { DraftSku } from "./draft-fields.ts";
import { FieldsForm } from "./fields-form.tsx";
import { levelFault, skuFields, type SkuValues } from "./sku-fields.ts";

/** The places in the checklist of fields that have another name there. */
const places: Readonly<Record<string, string>> = { supplierId: "routes" };

export function SkuForm(props: {
  readonly sku: DraftSku;
  readonly values: SkuValues;
  /** Members know it, so its code, stock and face value stay. */
  readonly isLive: boolean;
  readonly faultOf: (field: string) => string | undefined;
  readonly onChange: (name: string, value: FieldValue) => void;
}) {
  const { sku, values, isLive, faultOf, onChange } = props;
  const place = (name: string) => new Map(Object.entries(places)).get(name) ?? name;
  return (
    <FieldsForm
      label={`规格 ${sku.spec || sku.skuId}`}
      fields={skuFields(sku, isLive)}
      valueOf={(name) => new Map(Object.entries(values)).get(name)}
      faultOf={(name) =>
        (name === "levels" ? levelFault(values["levels"]) : undefined) ??
        faultOf(`skus.${sku.skuId}.${place(name)}`)
      }
      onChange={onChange}
    />
  );
}
