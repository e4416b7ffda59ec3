/** The fields of the chosen SKU; what is typed stays until it makes a whole price or route. */
import { useState } from "react";
import type { DraftSku } from "./draft-fields.ts";
import { FieldsForm } from "./fields-form.tsx";
import { levelFault, skuFields, skuOf, skuValues } from "./sku-fields.ts";

/** The places in the checklist of fields that have another name there. */
const places: Readonly<Record<string, string>> = { priceFen: "price", supplierId: "routes" };

export function SkuForm(props: {
  readonly sku: DraftSku;
  /** Members know it, so its code, stock and face value stay. */
  readonly isLive: boolean;
  readonly faultOf: (field: string) => string | undefined;
  readonly onChange: (sku: DraftSku) => void;
}) {
  const { sku, isLive, faultOf, onChange } = props;
  const [values, setValues] = useState(() => skuValues(sku));
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
      onChange={(name, value) => {
        const next = { ...values, [name]: value };
        setValues(next);
        onChange(skuOf(sku, next));
      }}
    />
  );
}
