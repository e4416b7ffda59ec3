/** The form of one block: title, audience, cities, time, and the content of its kind. */
import { Copy, Eye, EyeOff, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../parts/button.tsx";
import type { FieldValue } from "../../parts/form/check-field.ts";
import type { FieldSpec } from "../../parts/form/field.tsx";
import { Segments } from "../../parts/tabs.tsx";
import { FieldsForm } from "../goods/fields-form.tsx";
import { type Block, type City, type HomeState, kinds, nameOf } from "./blocks.ts";
import { CityField } from "../../parts/form/city-field.tsx";
import { gridEntries, noticeEntries, slides } from "./entries.ts";
import { GoodsField } from "./goods-field.tsx";
import styles from "./block-form.module.css";
import { ItemList } from "./item-list.tsx";

type FormProps = {
  readonly block: Block;
  readonly cities: readonly City[];
  readonly goods: HomeState["goods"];
  readonly canEdit: boolean;
  /** The fault of a field of this block: title, items.0.link. */
  readonly faultOf: (field: string) => string | undefined;
  readonly onChange: (block: Block) => void;
  readonly onCopy: () => void;
  readonly onDelete: () => void;
};

const GRADES_MAX = 10;
const gradeChoices = Array.from(
  { length: GRADES_MAX },
  (_, at) => [String(at + 1), `${at + 1} 级及以上`] as const,
);
const HOURS = 24;
const hourChoices = Array.from(
  { length: HOURS },
  (_, hour) => [String(hour), `${hour}:00`] as const,
);

const titleField: FieldSpec = { kind: "text", name: "title", label: "标题", isRequired: true };
const timeFields: readonly FieldSpec[] = [
  { kind: "instant", name: "startsAt", label: "开始", help: "不填：发布后就显示" },
  { kind: "instant", name: "endsAt", label: "结束", help: "不填：一直显示" },
];
const gradeField: FieldSpec = {
  kind: "choice",
  name: "gradeMin",
  label: "最低等级",
  choices: gradeChoices,
  isRequired: true,
};
const hourField: FieldSpec = {
  kind: "choice",
  name: "endsDailyAtHour",
  label: "每天截止",
  choices: hourChoices,
  help: "会员看到倒计时；不选不显示",
};
const mostField: FieldSpec = {
  kind: "number",
  name: "most",
  label: "最多显示",
  unit: "个",
  help: "按品牌顺序，只显示有在售商品的品牌",
  isRequired: true,
};

const isTitled = ({ kind }: Block): boolean => kind === "zone" || kind === "brands";

function fieldsOf(block: Block): FieldSpec[] {
  return [
    ...(isTitled(block) ? [titleField] : []),
    ...(block.kind === "zone" ? [hourField] : []),
    ...(block.kind === "brands" ? [mostField] : []),
    ...timeFields,
    ...(block.audience === "level" ? [gradeField] : []),
  ];
}

function valueOf(block: Block, name: string): FieldValue {
  const { title, startsAt, endsAt, gradeMin, kind, body } = block;
  const own = kind === "zone" ? body.endsDailyAtHour : kind === "brands" ? body.most : undefined;
  if (name === "title") return title;
  if (name === "startsAt") return startsAt;
  if (name === "endsAt") return endsAt;
  if (name === "gradeMin") return gradeMin === undefined ? undefined : String(gradeMin);
  if (name === "endsDailyAtHour") return own === undefined ? undefined : String(own);
  return own;
}

/** Returns the block with a number set, or taken away. */
function withNumber(block: Block, name: string, value: number | undefined): Block {
  if (name === "most" && block.kind === "brands")
    return value === undefined || value < 1 || value > 20
      ? block
      : { ...block, body: { most: value } };
  if (name === "endsDailyAtHour" && block.kind === "zone") {
    const { benefitIds } = block.body;
    const body = value === undefined ? { benefitIds } : { benefitIds, endsDailyAtHour: value };
    return { ...block, body };
  }
  if (name === "startsAt") {
    const { startsAt: _, ...rest } = block;
    return value === undefined ? rest : { ...rest, startsAt: value };
  }
  if (name === "endsAt") {
    const { endsAt: _, ...rest } = block;
    return value === undefined ? rest : { ...rest, endsAt: value };
  }
  const { gradeMin: _, ...rest } = block;
  return value === undefined ? rest : { ...rest, gradeMin: value };
}

const withValue = (block: Block, name: string, value: FieldValue): Block =>
  name === "title"
    ? { ...block, title: String(value ?? "") }
    : withNumber(block, name, value === undefined ? undefined : Number(value));

/** The content of a block by its kind; brands have none. */
function Content({ block, goods, canEdit, faultOf, onChange }: FormProps): ReactNode {
  const shared = { canEdit, faultOf };
  switch (block.kind) {
    case "banner":
      return (
        <ItemList
          {...shared}
          kind={slides}
          items={block.body.items}
          onChange={(items) => onChange({ ...block, body: { items } })}
        />
      );
    case "grid":
      return (
        <ItemList
          {...shared}
          kind={gridEntries}
          items={block.body.items}
          onChange={(items) => onChange({ ...block, body: { items } })}
        />
      );
    case "notice":
      return (
        <ItemList
          {...shared}
          kind={noticeEntries}
          items={block.body.items}
          onChange={(items) => onChange({ ...block, body: { items } })}
        />
      );
    case "zone":
      return (
        <GoodsField
          ids={block.body.benefitIds}
          goods={goods}
          onChange={(benefitIds) => onChange({ ...block, body: { ...block.body, benefitIds } })}
        />
      );
    case "brands":
      return null;
    default:
      return block satisfies never;
  }
}

export function BlockForm(props: FormProps) {
  const { block, cities, canEdit, faultOf, onChange, onCopy, onDelete } = props;
  const name = nameOf(block);
  return (
    <section className={styles.form} aria-label={`版块 ${name}`}>
      <header>
        <h2>{name}</h2>
        <span>{kinds[block.kind].name}</span>
        {canEdit && (
          <>
            <Button
              size="small"
              look="text"
              icon={<Copy />}
              aria-label="复制版块"
              onClick={onCopy}
            />
            <Button
              size="small"
              look="text"
              icon={block.isOn ? <Eye /> : <EyeOff />}
              aria-label={block.isOn ? "隐藏版块" : "显示版块"}
              onClick={() => onChange({ ...block, isOn: !block.isOn })}
            />
            <Button
              size="small"
              look="text"
              icon={<Trash2 />}
              aria-label="删除版块"
              onClick={onDelete}
            />
          </>
        )}
      </header>
      <fieldset disabled={!canEdit} className={styles.body}>
        <div className={styles.audience}>
          <span>给谁看</span>
          <Segments
            label="给谁看"
            choices={[
              ["all", "全部会员"],
              ["new", "新会员（无完成订单）"],
              ["level", "等级不低于"],
            ]}
            value={block.audience}
            onChange={(audience) => {
              const { gradeMin: _, ...rest } = block;
              onChange(
                audience === "level" ? { ...rest, audience, gradeMin: 2 } : { ...rest, audience },
              );
            }}
          />
        </div>
        <FieldsForm
          key={block.audience}
          label="显示"
          fields={fieldsOf(block)}
          valueOf={(field) => valueOf(block, field)}
          faultOf={faultOf}
          onChange={(field, value) => onChange(withValue(block, field, value))}
        />
        <CityField
          label="哪些城市"
          cities={cities}
          chosen={block.regionCodes}
          onChange={(regionCodes) => onChange({ ...block, regionCodes })}
        />
        <Content {...props} />
      </fieldset>
    </section>
  );
}
