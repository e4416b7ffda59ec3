/** 版块: the blocks in their order, moved with the mouse, the arrow keys or the buttons. */
import { GripVertical } from "lucide-react";
import { useState } from "react";
import { MoveButtons } from "../../parts/move-buttons.tsx";
import { KindMenu } from "./kind-menu.tsx";
import { StateTag } from "../../parts/tag.tsx";
import { useNow } from "../../parts/use-now.ts";
import {
  audienceText,
  type Block,
  citiesText,
  type Kind,
  kinds,
  moved,
  nameOf,
  periodText,
  sizeText,
  stateOf,
} from "./blocks.ts";
import styles from "./home-page.module.css";

type ListProps = {
  readonly blocks: readonly Block[];
  readonly chosen: string | undefined;
  readonly changed: readonly string[];
  readonly canEdit: boolean;
  readonly nameOfCity: (code: string) => string;
  readonly onChoose: (blockId: string) => void;
  readonly onOrder: (blocks: Block[]) => void;
  readonly onAdd: (kind: Kind) => void;
};

export function BlockList(props: ListProps) {
  const { blocks, chosen, changed, canEdit, nameOfCity, onChoose, onOrder, onAdd } = props;
  const now = useNow();
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState<number>();
  const move = (from: number, to: number) => {
    if (to >= 0 && to < blocks.length && to !== from) onOrder(moved(blocks, from, to));
  };
  const drop = (to: number) => {
    if (dragged !== undefined) move(dragged, to);
    setDragged(undefined);
    setOver(undefined);
  };
  return (
    <section className={styles.blocks} aria-labelledby="blocks-title">
      <header>
        <h2 id="blocks-title">版块</h2>
        <span>拖动排序</span>
        {canEdit && <KindMenu onChoose={onAdd} />}
      </header>
      {blocks.length === 0 && <p className={styles.quiet}>还没有版块，先加一块。</p>}
      <ol>
        {blocks.map((block, at) => {
          const { blockId, kind } = block;
          const Icon = kinds[kind].icon;
          const [tone, word] = stateOf(block, changed.includes(blockId), now);
          const isChosen = blockId === chosen;
          return (
            <li
              key={blockId}
              data-chosen={isChosen || undefined}
              data-over={over === at || undefined}
              draggable={canEdit}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = "move";
                event.dataTransfer.setData("text/plain", blockId);
                setDragged(at);
              }}
              onDragOver={(event) => {
                event.preventDefault();
                setOver(at);
              }}
              onDrop={(event) => {
                event.preventDefault();
                drop(at);
              }}
              onDragEnd={() => drop(dragged ?? at)}
            >
              {canEdit && <GripVertical aria-hidden="true" className={styles.grip} />}
              <button
                type="button"
                className={styles.block}
                aria-current={isChosen || undefined}
                onClick={() => onChoose(blockId)}
                onKeyDown={(event) => {
                  if (!canEdit || !event.altKey) return;
                  if (event.key === "ArrowUp") move(at, at - 1);
                  else if (event.key === "ArrowDown") move(at, at + 1);
                  else return;
                  event.preventDefault();
                }}
              >
                <Icon aria-hidden="true" />
                <span>
                  <b>{nameOf(block)}</b>
                  <small>
                    {sizeText(block)} · {audienceText(block)}
                    {block.regionCodes.length > 0 && ` · ${citiesText(block, nameOfCity)}`}
                  </small>
                </span>
                <span>
                  <StateTag tone={tone}>{word}</StateTag>
                  <small>{periodText(block, now)}</small>
                </span>
              </button>
              {canEdit && isChosen && (
                <span className={styles.arrows}>
                  <MoveButtons
                    list={blocks}
                    at={at}
                    name={nameOf(block)}
                    look="text"
                    onMove={onOrder}
                  />
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
