/** The selection before buying: SKU, account and quantity. */
import { ownValue } from "@yunjing/contract/own-value";
import type { BenefitDetail, FormField, SkuView } from "@yunjing/contract/schemas/benefit";
import { Button } from "../../../components/button.tsx";
import { Card } from "../../../components/card.tsx";
import { Choice } from "../../../components/choice.tsx";
import { Field } from "../../../components/field.tsx";
import { Icon } from "../../../components/icon.tsx";
import { chevron } from "../../../components/icons.ts";
import { moneyText } from "../../../components/money.ts";
import { Stepper } from "../../../components/stepper.tsx";
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

/** The fields of a benefit's form. Each shows its error after it loses focus. */
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
      <div key={name} onBlur={() => ownValue(view.values, name) && view.leave(name)}>
        <Field
          name={name}
          label={label}
          kind={kinds[kind]}
          value={shownInput(field, ownValue(view.values, name) ?? "")}
          onInput={(value) => view.fill(name, value)}
          placeholder={placeholder}
          error={view.errorOf(name)}
          // The displayed spaces must not count towards the maximum length.
          lengthMax={field.lengthMax + 4}
          canClear
          {...(completion ? { autoComplete: completion } : {})}
        />
      </div>
    );
  });
}

interface SavedProps {
  readonly view: ChoiceView;
  /** Number of saved accounts for this form. */
  readonly savedCount: number;
  readonly onAccounts: () => void;
}

/** The selected saved account, masked, shown instead of the form. */
const Picked = ({ benefit, view, onAccounts }: SavedProps & { benefit: BenefitDetail }) => (
  <div className={styles.picked}>
    <span className="grid grow">
      <span className={styles.hint}>{benefit.form.map(({ label }) => label).join("、")}</span>
      <span className="text-16 sea-900 strong">{view.saved?.text}</span>
    </span>
    <Button appearance="line" size={32} onPress={onAccounts}>
      更换账号
    </Button>
  </div>
);

/** The input form, or the selected saved account. */
function Account(props: SavedProps & { readonly benefit: BenefitDetail }) {
  const { benefit, view, savedCount, onAccounts } = props;
  if (view.saved) return <Picked {...props} />;
  return (
    <>
      <Inputs benefit={benefit} view={view} />
      {benefit.form.length > 0 && savedCount === 0 && (
        <p className={styles.savedSpace}>下单时可以保存账号，下次直接选</p>
      )}
      {savedCount > 0 && (
        <button type="button" className={styles.savedRow} onClick={onAccounts}>
          选保存的账号
          <span className="caption push-end">{savedCount} 个</span>
          <Icon of={chevron} size={18} />
        </button>
      )}
    </>
  );
}

export function ChoiceSection({
  benefit,
  view,
  savedCount,
  onAccounts,
}: SavedProps & { readonly benefit: BenefitDetail }) {
  const { sku, quantity, max } = view;
  const isChoice = benefit.skus.length > 1;
  const canCount = sku !== undefined && max > sku.quantityMin;
  const hint = benefit.limitText ?? (max < 99 ? `一次最多 ${max} 件` : undefined);
  return (
    <Card>
      <div className="grid gap-4">
        {isChoice && (
          <div className="grid gap-2">
            <h2 className="text-14 ink-900 strong">选择规格</h2>
            <Choice
              label="选择规格"
              appearance="pair"
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
        <Account {...{ benefit, view, savedCount, onAccounts }} />
        <div className={styles.countRow}>
          <span className="text-14 ink-900 strong">数量</span>
          {hint && <span className={styles.hint}>{hint}</span>}
          {canCount ? (
            <Stepper
              label="数量"
              appearance="plain"
              value={quantity}
              min={sku.quantityMin}
              max={max}
              maxReason={hint}
              onChange={view.count}
            />
          ) : (
            <span className="text-16 ink-900 strong">×{quantity}</span>
          )}
        </div>
        <p className={styles.delivery}>{benefit.deliveryText}</p>
      </div>
    </Card>
  );
}
