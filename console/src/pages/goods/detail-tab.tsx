/** 详情图文: texts and uploaded pictures that members see below the rules, in their order. */
import { Plus } from "lucide-react";
import { may } from "../../api/operator.ts";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/form/field.tsx";
import { EntryButtons } from "../../parts/move-buttons.tsx";
import styles from "./detail-tab.module.css";
import type { Draft } from "./draft-fields.ts";
import { PictureChoice } from "./picture-choice.tsx";

type Block = NonNullable<Draft["detail"]>[number];

const BLOCKS_MAX = 20;
const TEXT_MAX = 500;

/** The refusal of a text that the contract would not take, or of an empty one. */
function textFault(text: string): string | undefined {
  if (text.trim() === "") return "请填写，或删除这一段";
  return text.length > TEXT_MAX ? `最多 ${TEXT_MAX} 字，现在 ${text.length} 字` : undefined;
}

export function DetailTab(props: {
  readonly blocks: readonly Block[];
  readonly fault: string | undefined;
  /** The fault of one block: `detail.0`. */
  readonly faultOf: (field: string) => string | undefined;
  readonly onChange: (blocks: Block[]) => void;
}) {
  const { blocks, fault, faultOf, onChange } = props;
  const canEdit = may("catalog:edit");
  const add = (block: Block) => onChange([...blocks, block]);
  const isFull = blocks.length >= BLOCKS_MAX;
  return (
    <section className={styles.blocks} aria-label="详情图文">
      <p className={styles.quiet}>
        会员在商品页的使用规则下面看到，文字里的换行照样显示；最多 {BLOCKS_MAX} 段。
      </p>
      {blocks.length === 0 && <p className={styles.quiet}>还没有图文，商品页没有这一栏。</p>}
      {blocks.map((block, at) => {
        const name = `第 ${at + 1} 段`;
        return (
          // A block has no id, and every control shows what the draft has.
          <div key={at} className={styles.block} role="group" aria-label={name}>
            <header>
              <h2>
                {name} · {block.kind === "text" ? "文字" : "图片"}
              </h2>
              {canEdit && <EntryButtons list={blocks} at={at} name={name} onChange={onChange} />}
            </header>
            {block.kind === "text" ? (
              <Field
                spec={{ kind: "area", name: `detail.${at}`, label: "文字" }}
                typed={block.text}
                fault={textFault(block.text) ?? faultOf(`detail.${at}`)}
                onChange={(text) => onChange(blocks.with(at, { kind: "text", text: String(text) }))}
              />
            ) : (
              <div className={styles.picture}>
                <img
                  src={`/pictures/${block.pictureId}/192.webp`}
                  alt={`${name} 的图片`}
                  width={96}
                  height={96}
                />
                {canEdit && (
                  <PictureChoice
                    label="更换图片"
                    onDone={(pictureId) =>
                      onChange(blocks.with(at, { kind: "picture", pictureId }))
                    }
                  />
                )}
                <span role="alert">{faultOf(`detail.${at}`)}</span>
              </div>
            )}
          </div>
        );
      })}
      {fault !== undefined && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      {canEdit && !isFull && (
        <div className={styles.add}>
          <Button icon={<Plus />} onClick={() => add({ kind: "text", text: "" })}>
            加文字
          </Button>
          <PictureChoice
            label="加图片"
            onDone={(pictureId) => add({ kind: "picture", pictureId })}
          />
        </div>
      )}
    </section>
  );
}
