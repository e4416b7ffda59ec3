/** Form fields for the code target: kind, brand or number, worth, title and expiry day. */
import { useQuery } from "@tanstack/react-query";
import { api, apiQuery } from "../../../api.ts";
import { serverNow } from "../../../device/clock.ts";
import { Chips } from "../../../components/chip.tsx";
import { Field, FieldNote } from "../../../components/field.tsx";
import { normalizeYuanInput } from "../../../components/yuan.ts";
import { Choices, Level } from "./choice-fields.tsx";
import { proposedYuan } from "./choices.ts";
import { brands, dayAfter, type DraftProps, suggestedTitle } from "./draft.ts";
import styles from "./generate.module.css";

const kinds = [
  { id: "points", text: "积分" },
  { id: "balance", text: "余额" },
  { id: "voucher", text: "代金券" },
  { id: "meal", text: "套餐" },
  { id: "coupon", text: "优惠券" },
  { id: "benefit", text: "权益任选" },
  { id: "level", text: "会员等级" },
] as const;
const titleExamples = {
  points: "如 500 积分",
  balance: "如 20 元余额",
  voucher: "如 肯德基 50 元代金券",
  meal: "如 香辣鸡腿堡三件套",
  coupon: "如 10 元无门槛券",
  benefit: "如 生活好礼三选一",
  level: "如 金鲸会员 30 天",
} as const;
const spans = [
  { id: "30", text: "30 天" },
  { id: "90", text: "90 天" },
  { id: "365", text: "1 年" },
  { id: "730", text: "2 年" },
] as const;

interface PickProps {
  readonly label: string;
  readonly items: readonly { readonly id: string; readonly text: string }[];
  readonly value: string;
  readonly onChoose: (id: string) => void;
}

export const ChoiceField = (props: PickProps) => (
  <div className={`${styles.chips} grid gap-1 min-width-0`}>
    <span className="text-14 ink-700" aria-hidden="true">
      {props.label}
    </span>
    <Chips {...props} on="surface" />
  </div>
);

const yuanLabels = {
  voucher: "面值（元）",
  balance: "金额（元）",
  meal: "套餐价值（元，选填）",
  coupon: "券面金额（元，选填）",
  benefit: "价值（元，选填）",
  level: "价值（元，选填）",
  points: "",
} as const;

function Worth({ draft, errors, onChange }: DraftProps) {
  if (draft.target === "points") {
    return (
      <Field
        label="每个码的积分"
        kind="digits"
        name="points"
        value={draft.points}
        onInput={(points) => onChange({ points })}
        placeholder="如 500"
        lengthMax={10}
        error={errors.points}
      />
    );
  }
  return (
    <Field
      label={yuanLabels[draft.target]}
      kind="yuan"
      name="yuan"
      before="¥"
      value={draft.yuan}
      onInput={(typed) => onChange({ yuan: normalizeYuanInput(typed) })}
      placeholder="如 50"
      {...(draft.target === "benefit" && draft.choices.length > 0
        ? { hint: "按所选中商城现价最高的一项填入，可改" }
        : {})}
      error={errors.yuan}
    />
  );
}

/** Coupon templates of the claim centre can be chosen; others are entered by number. */
function Template({ draft, errors, onChange }: DraftProps) {
  const { data } = useQuery(apiQuery(api.coupons.templates, {}));
  const items = (data?.list ?? []).map(({ templateId, title }) => ({
    id: templateId,
    text: title,
  }));
  const choose = (templateId: string) => {
    const title = items.find(({ id }) => id === templateId)?.text;
    onChange({ templateId, ...(title === undefined ? {} : { title }) });
  };
  return (
    <>
      {items.length > 0 && (
        <ChoiceField
          label="领券中心的券"
          items={items}
          value={draft.templateId}
          onChoose={choose}
        />
      )}
      <Field
        label="券模板编号"
        name="templateId"
        value={draft.templateId}
        onInput={(templateId) => onChange({ templateId })}
        placeholder="运营提供，如 coupon-ten"
        lengthMax={64}
        error={errors.templateId}
      />
    </>
  );
}

const Meal = ({ draft, errors, onChange }: DraftProps) => (
  <Field
    label="套餐编号"
    name="setMealId"
    value={draft.setMealId}
    onInput={(setMealId) => onChange({ setMealId })}
    placeholder="如 kfc-set"
    hint="由运营提供，提交时核对"
    lengthMax={64}
    error={errors.setMealId}
  />
);

function Until({ draft, errors, onChange }: DraftProps) {
  const now = serverNow();
  const chosen = spans.find(({ id }) => dayAfter(Number(id), now) === draft.until);
  return (
    <div className={`${styles.chips} grid min-width-0`}>
      <Field
        label="有效期至"
        name="until"
        value={draft.until}
        onInput={(until) => onChange({ until })}
        placeholder="2026-12-31"
        hint="当天 23:59 前可以兑换"
        lengthMax={10}
        error={errors.until}
      />
      <Chips
        label="有效期"
        on="surface"
        items={spans}
        value={chosen?.id ?? ""}
        onChoose={(days) => onChange({ until: dayAfter(Number(days), now) })}
      />
    </div>
  );
}

export function TargetFields(props: DraftProps) {
  const { draft, errors, onChange } = props;
  const hasBrand = draft.target === "voucher" || draft.target === "meal";
  const choose = (id: string) => {
    const kind = kinds.find((one) => one.id === id);
    if (!kind) return;
    const yuan = kind.id === "benefit" ? proposedYuan(draft.choices) : "";
    onChange({ target: kind.id, title: "", yuan, points: "" });
  };
  return (
    <>
      <ChoiceField label="兑换成" items={kinds} value={draft.target} onChoose={choose} />
      {hasBrand && (
        <ChoiceField
          label="品牌"
          items={brands}
          value={draft.brand}
          onChoose={(brand) => onChange({ brand })}
        />
      )}
      {draft.target === "meal" && <Meal {...props} />}
      {draft.target === "coupon" && <Template {...props} />}
      {draft.target === "benefit" && <Choices {...props} />}
      {draft.target === "level" && <Level {...props} />}
      <Worth {...props} />
      <Field
        label="持码人看到的名称"
        name="title"
        value={draft.title}
        onInput={(title) => onChange({ title })}
        placeholder={suggestedTitle(draft) || titleExamples[draft.target]}
        lengthMax={40}
        error={errors.title}
      />
      <Until {...props} />
    </>
  );
}

/** An error line above a form that could not be sent. */
export const FieldErrorText = ({ text }: { readonly text: string | undefined }) =>
  text === undefined ? null : <FieldNote id="batch-refused" error={text} />;
