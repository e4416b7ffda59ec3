/** The order of brands, categories or search words: each is moved up or down, and saved as a whole. */
import type { Call } from "@yunjing/contract/calls";
import { useState } from "react";
import { Button } from "../../parts/button.tsx";
import { MoveButtons } from "../../parts/move-buttons.tsx";
import { Panel } from "../../parts/panel.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import styles from "./goods.module.css";

export type OrderInput = {
  readonly keys: string[];
  readonly etag: string;
  readonly reason: string;
};
export type Entry = { readonly key: string; readonly name: string };

export function OrderPanel<O>(props: {
  readonly title: string;
  readonly entries: readonly Entry[];
  readonly etag: string;
  readonly op: Call<OrderInput, O>;
  readonly onClose: () => void;
}) {
  const { title, op, etag, onClose } = props;
  const [list, setList] = useState(props.entries);
  const isChanged = list.some(({ key }, at) => key !== props.entries[at]?.key);
  const save = async () => {
    const done = await askReason({
      op,
      input: { keys: list.map(({ key }) => key), etag },
      title,
      effect: [
        `前三位：${list
          .slice(0, 3)
          .map(({ name }) => name)
          .join("、")}`,
        "会员 2 秒内看到",
      ],
      confirm: "保存顺序",
    });
    if (done) onClose();
  };
  return (
    <Panel
      title={title}
      onClose={onClose}
      foot={
        <Button look="solid" disabled={!isChanged} onClick={() => void save()}>
          保存顺序
        </Button>
      }
    >
      <ol className={styles.order}>
        {list.map(({ key, name }, at) => (
          <li key={key}>
            <span>{name}</span>
            <MoveButtons list={list} at={at} name={name} onMove={setList} />
          </li>
        ))}
      </ol>
    </Panel>
  );
}
