/** What is to be chosen and filled in before buying: the SKU, the account, how many. */
import type { BenefitDetail, FormField, SkuView } from "@yunjing/contract/schemas/benefit";
import { Card } from "../../../parts/card.tsx";
import { Choice } from "../../../parts/choice.tsx";
import { Field } from "../../../parts/field.tsx";
import { moneyText } from "../../../parts/money.ts";
import { Stepper } from "../../../parts/stepper.tsx";
import styles from "./detail.module.css";
import { type ChoiceView, shownInput } from "./use-choice.ts";

function skuNote(sku: SkuView): string {
  if (!sku.isOn || sku.stock === "none") return sku.unavailable ?? "已售罄";
  const price = moneyText(sku.unitFen, "shop");
  return sku.stock === "few" && sku.left !== undefined ? `${price}，仅剩 ${sku.left}` : price;
}

const kinds = { phone: "tel", digits: "digits", account: "text", email: "text" } as const;

const completions: Readonly<Partial<Record<FormField["kind"], "tel" | "email">>> = {
  phone: "tel",
  email: "email",
};

/** The fields of a benefit's form, each telling its fault once it was left. */
export function Inputs({
  benefit,
  view,
}: {
  readonly benefit: BenefitDetail;
  readonly view: ChoiceView;
}) {
  return benefit.form.map((field) => {
    const { name, label, kind, placeholder } = field;
    const completion = completions[kind];
    return (
      <div key={name} onBlur={() => view.values[name] && view.leave(name)}>
        <Field
          name={name}
          label={label}
          kind={kinds[kind]}
          value={shownInput(field, view.values[name] ?? "")}
          onInput={(value) => view.fill(name, value)}
          placeholder={placeholder}
          error={view.errorOf(name)}
          // Spaces that are shown must not eat up the length.
          lengthMax={field.lengthMax + 4}
          canClear
          {...(completion ? { autoComplete: completion } : {})}
        />
      </div>
    );
  });
}

export function ChoiceSection({ benefit, view }: { benefit: BenefitDetail; view: ChoiceView }) {
  const { sku, quantity, max } = view;
  const isChoice = benefit.skus.length > 1;
  const canCount = sku !== undefined && max > sku.quantityMin;
  const hint = benefit.limitText ?? (max < 99 ? `一次最多 ${max} 件` : undefined);
  return (
    <Card>
      <div className={styles.choice}>
        {isChoice && (
          <div className={styles.group}>
            <h2 className={styles.groupTitle}>选择规格</h2>
            <Choice
              label="选择规格"
              look="pair"
              value={sku?.skuId ?? null}
              onChoose={view.choose}
              items={benefit.skus.map((each) => ({
                id: each.skuId,
                name: each.spec || benefit.title,
                note: skuNote(each),
                isShut: !each.isOn || each.stock === "none",
              }))}
            />
          </div>
        )}
        <Inputs benefit={benefit} view={view} />
        <div className={styles.countRow}>
          <span className={styles.groupTitle}>数量</span>
          {hint && <span className={styles.hint}>{hint}</span>}
          {canCount ? (
            <Stepper
              label="数量"
              look="plain"
              value={quantity}
              min={sku.quantityMin}
              max={max}
              maxReason={hint}
              onChange={view.count}
            />
          ) : (
            <span className={styles.one}>×{quantity}</span>
          )}
        </div>
        <p className={styles.delivery}>{benefit.deliveryText}</p>
      </div>
    </Card>
  );
}
